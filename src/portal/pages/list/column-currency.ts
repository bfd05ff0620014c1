import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { ResolvedColumn } from '../../../core/index.ts'
import { currencyOf } from '../../ui/record-currency.ts'

/** The currency that a column's heading names: that of all its amounts on the page; undefined if they differ, or the column has none. */
export function currencyOfColumn(manifest: Pick<ClientManifest, 'shape'>, { field, format }: Pick<ResolvedColumn, 'field' | 'format'>, records: WireRecord[], fallback: string): string | undefined {
  const definition = manifest.shape.fields[field]
  if (definition === undefined || (format === undefined ? definition.money === undefined : format !== 'money')) return undefined
  const amounts = records.filter((record) => typeof record[definition.wire] === 'number')
  const currencies = new Set(amounts.map((record) => currencyOf(manifest, definition, record, fallback)))
  const [only] = currencies
  return currencies.size === 1 && only !== '' ? only : undefined
}
