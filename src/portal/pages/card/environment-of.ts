import type { CompiledType, ResolvedField, RuleContext } from '../../../core/index.ts'
import type { FormEnvironment } from '../../form/environment.ts'
import type { FormModel } from '../../form/form-model.ts'
import type { References } from '../../form/references.ts'
import type { Portal } from '../../sdk.ts'

/** What the fields of a document's form know besides values. */
export function environmentOf(compiled: CompiledType, references: References, model: FormModel, context: () => RuleContext, portal: Portal): FormEnvironment {
  const { shape } = compiled.manifest
  return {
    idPrefix: 'field',
    references,
    currency: portal.company.currency,
    today: portal.today,
    optionAllowed: (path, option) => compiled.optionAllowed(path, option, model.doc(), context()),
    fieldOf: (path) => fieldAt(shape.fields, path),
  }
}

/** The definition behind `description` or `lines.0.amount`. */
export function fieldAt(fields: Record<string, ResolvedField>, path: string): ResolvedField {
  const [name = '', , inner] = path.split('.')
  const field = inner === undefined ? fields[name] : fields[name]?.line?.fields[inner]
  if (!field) throw new Error(`There is no field “${path}” in the manifest.`)
  return field
}
