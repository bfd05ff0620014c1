import type { ApprovalEntry } from '../../../contract/index.ts'
import { formatDate, formatMoney } from '../../ui/format.ts'

/** The amount of a document to decide on, as text; empty if it has none. */
export function amountText({ amount }: Pick<ApprovalEntry, 'amount'>): string {
  return amount === undefined ? '' : formatMoney(amount.value, amount.currency)
}

/** How much a document asks for: its amount or, without one, the days from the first to the second date that approvers see, and the first number. */
export function extentText(entry: Pick<ApprovalEntry, 'amount' | 'summary'>): string {
  if (entry.amount !== undefined) return amountText(entry)
  const ofFormat = (wanted: string): ApprovalEntry['summary'] => entry.summary.filter(({ format, value }) => format === wanted && value !== '')
  const dates = [...new Set(ofFormat('date').slice(0, 2).map(({ value }) => formatDate(value)))].join(' – ')
  const [count] = ofFormat('number')
  return [dates, count === undefined ? '' : `${count.label} ${count.value}`].filter(Boolean).join(' · ')
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
