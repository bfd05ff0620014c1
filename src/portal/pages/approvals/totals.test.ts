import { expect, test } from 'vitest'
import { formatDate } from '../../ui/format.ts'
import { extentText, totalsOf } from './totals.ts'

const entry = (value: number, currency: string) => ({ amount: { value, currency } })

test('amounts are added up for each currency, and documents without an amount add nothing', () => {
  expect(totalsOf([entry(0.1, 'USD'), entry(1250, 'KES'), {}, entry(83_050, 'KES')])).toEqual(['KES 84,300.00', 'USD 0.10'])
  expect(totalsOf([{}])).toEqual([])
})

test('a document says how much it asks for: its amount, or from when until when and how many', () => {
  const summary = [
    { label: 'Name', value: 'Wanjiku' }, { label: 'From', value: '2026-12-07', format: 'date' as const }, { label: 'Until', value: '2026-12-11', format: 'date' as const }, { label: 'Back', value: '2026-12-14', format: 'date' as const },
    { label: 'Days', value: '5', format: 'number' as const }, { label: 'Balance after', value: '12', format: 'number' as const },
  ]
  expect(extentText({ ...entry(1250, 'KES'), summary })).toBe('KES 1,250.00')
  expect(extentText({ summary })).toBe(`${formatDate('2026-12-07')} – ${formatDate('2026-12-11')} · Days 5`)
  expect(extentText({ summary: [summary[1]!, summary[1]!] })).toBe(formatDate('2026-12-07'))
  expect(extentText({ summary: summary.slice(0, 1) })).toBe('')
})
