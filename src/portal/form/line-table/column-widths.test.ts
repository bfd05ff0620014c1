import { describe, expect, test } from 'vitest'
import type { ResolvedField } from '../../../core/index.ts'
import { columnWidths } from './column-widths.ts'

const field = (name: string, more: Partial<ResolvedField>): ResolvedField => ({ name, type: 'string', ...more }) as ResolvedField
const code = field('code', { ref: { to: 'x', label: 'title' } as NonNullable<ResolvedField['ref']> })
const text = field('text', { maxLength: 250 })
const amount = field('amount', { type: 'number', money: '' })
const sum = (widths: number[]): number => widths.reduce((total, one) => total + one, 0)

describe('the widths of a line table', () => {
  test.each([
    ['too little room', 100, [120, 180, 104]],
    ['just the least', 404, [120, 180, 104]],
    ['all that is usual', 600, [190, 280, 130]],
  ])('are whole with %s', (_title, room, expected) => {
    expect(columnWidths([code, text, amount], {}, room)).toEqual(expected)
  })

  test('fill the room, and what is left over goes to texts and choices, not to amounts', () => {
    const widths = columnWidths([code, text, amount], {}, 1000)
    expect(sum(widths)).toBeCloseTo(1000)
    expect(widths[2]).toBe(130)
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 0)
  })

  test('never fall below what the kind needs, whatever the manifest declares', () => {
    expect(columnWidths([text], { text: 40 }, 100)).toEqual([180])
    expect(columnWidths([text, amount], { text: 400 }, 530)).toEqual([400, 130])
  })

  test('of amounts alone grow together', () => {
    expect(columnWidths([amount, field('tax', { type: 'number', money: '' })], {}, 400)).toEqual([200, 200])
  })
})
