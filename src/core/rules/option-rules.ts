import { referenceIn } from '../document/referred.ts'
import type { JsonObject } from '../document/json.ts'
import type { Place } from '../expressions/language.ts'
import type { RuleHost } from '../expressions/rule-host.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

/**
 * Whether a record may be chosen at a path of the document, `department` or `lines.0.code`, by the field's `x-ref.options`; an expression
 * that fails refuses.
 */
export function optionAllowed(manifest: ResolvedDocumentType, expressions: TypeExpressions, host: RuleHost, path: string, option: JsonObject): boolean {
  const [name, index, lineName] = path.split('.') as [string, string?, string?]
  const header = manifest.shape.fields[name]
  const field = lineName === undefined ? header : header?.line?.fields[lineName]
  if (field === undefined) return true
  if (lineName === undefined) host.variables['self'] = host.variables['doc']
  else expressions.pointAtLine(host, name, Number(index))
  const ref = referenceIn(field, host.variables[lineName === undefined ? 'doc' : 'line'] as JsonObject)
  if (ref?.options === undefined) return true
  const place: Place = { at: 'option', to: ref.to, ...(lineName === undefined ? {} : { array: name }) }
  host.variables['option'] = host.view(ref.to, option)
  return expressions.test(ref.options, place, `options ${path}`, host)
}

/** Whether a record may be chosen in an action's dialog, at `action:<id>.<field>`. */
export function inputOptionAllowed(manifest: ResolvedDocumentType, expressions: TypeExpressions, host: RuleHost, path: string, option: JsonObject): boolean {
  const [action = '', name = ''] = path.slice('action:'.length).split('.')
  const declared = Object.hasOwn(manifest.actions, action) ? manifest.actions[action] : undefined
  const field = declared?.input?.fields[name]
  if (field?.ref?.options === undefined) return true
  host.variables['option'] = host.view(field.ref.to, option)
  return expressions.test(field.ref.options, { at: 'option', to: field.ref.to }, `options ${path}`, host)
}
