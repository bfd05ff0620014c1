import type { ClientManifest } from '../../contract/index.ts'
import { wireName } from '../../core/index.ts'
import type { JsonObject, ResolvedField } from '../../core/index.ts'
import { redactedOf } from './wire-record.ts'

/** The currency of an amount: the record's own, otherwise the company's; none if the record's own is redacted. */
export function currencyOf(manifest: Pick<ClientManifest, 'shape'>, field: ResolvedField, record: JsonObject, fallback: string): string {
  const own = field.money ? record[wireName(manifest.shape, field.money)] : undefined
  if (field.money && redactedOf(record).includes(field.money)) return ''
  return typeof own === 'string' && own !== '' ? own : fallback
}
