import { describe, expect, it } from 'vitest'
import { columnWidths, isUnmeasured, type SizedColumn } from './widths.ts'

/** Every character is five points wide. */
const measure = (text: string): number => text.length * 5
const column = (width: string, ...texts: string[]): SizedColumn => ({ width, heading: 'Head', texts, isWhole: false })
const amount = (text: string): SizedColumn => ({ ...column('auto', text), isWhole: true })
const widths = (...columns: SizedColumn[]): number[] => columnWidths(columns, 500, measure).map(Math.round)

describe('the columns of a table', () => {
  const prose = 'word '.repeat(80)
  const cases: [string, number[], number[]][] = [
    ['short columns fit their texts, and flexible ones share the rest', widths(column('auto', 'x'.repeat(10)), column('*', 'short'), amount('1,000.00')), [51, 372, 41]],
    ['a width in points is kept', widths(column('120', 'x'), column('*', 'short')), [120, 356]],
    ['a shorter text gives way to long prose', widths(column('auto', 'two '.repeat(30).trim()), column('*', prose)), [305, 171]],
    ['an amount is never broken', widths(column('auto', prose), amount('9,999,999,999.99')), [395, 81]],
  ]
  it.each(cases)('%s', (_, found, expected) => expect(found).toEqual(expected))

  it('only a description of columns without widths has widths to compute', () => {
    expect([{ columns: [column('*', 'short')], room: 500 }, [100, '*'], '*', undefined, null].map(isUnmeasured)).toEqual([true, false, false, false, false])
  })

  it.each([1, 5, 12])('with %i long columns they fill the paper and do not overflow it', (count) => {
    const columns = Array.from({ length: count }, () => column('auto', prose, 'x'.repeat(60)))
    const all = columnWidths(columns, 500, measure)
    expect(all.every((width) => width > 0)).toBe(true)
    expect(all.reduce((sum, width) => sum + width + 12, 0)).toBeCloseTo(500)
  })
})
