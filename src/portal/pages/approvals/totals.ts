import type { ApprovalEntry } from '../../../contract/index.ts'
import { formatMoney } from '../../ui/format.ts'

/** The amount of a document to decide on, as text; empty if it has none. */
export function amountText({ amount }: Pick<ApprovalEntry, 'amount'>): string {
  return amount === undefined ? '' : formatMoney(amount.value, amount.currency)
}

/** The totals of the entries, one for each currency, the largest number of documents first. */
export function totalsOf(entries: Pick<ApprovalEntry, 'amount'>[]): string[] {
  const totals = new Map<string, { sum: number; count: number }>()
  for (const { amount } of entries) {
    if (amount === undefined) continue
    const { sum, count } = totals.get(amount.currency) ?? { sum: 0, count: 0 }
    totals.set(amount.currency, { sum: sum + amount.value, count: count + 1 })
  }
  return [...totals].sort(([, a], [, b]) => b.count - a.count).map(([currency, { sum }]) => formatMoney(Math.round(sum * 100) / 100, currency))
}
