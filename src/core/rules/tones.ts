import type { Place } from '../expressions/language.ts'
import type { RuleHost } from '../expressions/rule-host.ts'
import type { TypeExpressions } from '../expressions/type-expressions.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

/**
 * The colour that the field at a path declares (`x-tone`), `balance` or `lines.0.balance`; undefined if it declares none or it cannot be
 * evaluated.
 */
export function toneAt(manifest: ResolvedDocumentType, expressions: TypeExpressions, host: RuleHost, path: string): string | undefined {
  const [name = '', index, lineName] = path.split('.')
  const header = manifest.shape.fields[name]
  const tone = (lineName === undefined ? header : header?.line?.fields[lineName])?.tone
  if (tone === undefined) return undefined
  if (lineName !== undefined) expressions.pointAtLine(host, name, Number(index))
  const place: Place = lineName === undefined ? { at: 'header' } : { at: 'line', array: name }
  const value = expressions.value(tone, place, 'value', host)
  return typeof value === 'string' && value !== '' ? value : undefined
}
