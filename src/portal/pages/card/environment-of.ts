import { wireName, t } from '../../../core/index.ts'
import type { ResolvedField, RuleContext } from '../../../core/index.ts'
import type { FormEnvironment } from '../../form/environment.ts'
import { API_PREFIX } from '../../../contract/index.ts'
import { documentPath, type Portal } from '../../sdk.ts'
import { identityOf } from '../../ui/record/summary.ts'
import type { Card } from './use-card.ts'

/** The form environment of a document. */
export function environmentOf({ compiled, references, model, record, openInLines }: Pick<Card, 'compiled' | 'references' | 'model' | 'record'> & Partial<Pick<Card, 'openInLines'>>, context: () => RuleContext, portal: Portal): FormEnvironment {
  const { shape, key, owner, actions } = compiled.manifest
  return {
    idPrefix: 'field',
    references,
    currency: portal.company.currency,
    today: portal.today,
    filePath: (id) => `${API_PREFIX}/${documentPath(compiled.manifest.id, String(record?.[wireName(shape, key)] ?? ''))}/files/${id}`,
    toneOf: (path) => compiled.tone(path, model.doc(), context()),
    isSaidAbove: (path) => identityOf(compiled.manifest, [path]).length > 0,
    isClosed: (path) => {
      const [array = '', , inner] = path.split('.')
      return inner !== undefined && openInLines?.(array)?.includes(inner) === false
    },
    // Other records refer to it by its key, and it stays its owner's.
    whyFixed: (path) => (record && [key, owner].includes(path) && shape.fields[path]?.readOnly === false ? t('This cannot be changed once it is saved.') : undefined),
    whenNeeded: (id) => {
      const label = actions[id]?.label
      return label && t('Needed for “{action}”, not for saving.', { action: portal.caption(label) })
    },
    optionAllowed: (path, option) => compiled.optionAllowed(path, option, model.doc(), context()),
    fieldOf: (path) => fieldAt(shape.fields, path),
  }
}

/** The definition of the field at `description` or `lines.0.amount`. @throws Error for an unknown field */
export function fieldAt(fields: Record<string, ResolvedField>, path: string): ResolvedField {
  const [name = '', , inner] = path.split('.')
  const field = inner === undefined ? fields[name] : fields[name]?.line?.fields[inner]
  if (!field) throw new Error(`There is no field “${path}” in the manifest.`)
  return field
}
