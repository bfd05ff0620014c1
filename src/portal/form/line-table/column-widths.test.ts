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
    ['they are the least with too little room', 100, [104, 150, 104]],
    ['they are the least with just enough room for that', 358, [104, 150, 104]],
    ['they are the usual ones with enough room', 600, [190, 280, 130]],
  ])('%s', (_title, room, expected) => {
    expect(columnWidths([code, text, amount], {}, room)).toEqual(expected)
  })

  test.each([
    ['an empty column gives way to one with contents', 500, [0, 180, 130], [83.2, 180, 130], 500],
    ['a short text is shown whole before a long one gets more', 450, [140, 340, 110], [140, 200, 110], 450],
    ['texts give way, and amounts are shown whole', 300, [340, 340, 140], [104, 150, 140], 394],
  ])('they follow the contents: %s', (_title, room, contents, least, sum) => {
    const widths = columnWidths([code, text, amount], {}, room, contents)
    widths.forEach((width, index) => expect(width).toBeGreaterThanOrEqual((least[index] ?? 0) - 0.001))
    expect(widths.reduce((total, one) => total + one, 0)).toBeCloseTo(sum)
  })

  test('they fill the room, and what is left goes to texts and choices, not to amounts', () => {
    const widths = columnWidths([code, text, amount], {}, 1000)
    expect(sum(widths)).toBeCloseTo(1000)
    expect(widths[2]).toBe(130)
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 0)
  })

  test('they never fall below what the kind of field needs, whatever the manifest declares', () => {
    expect(columnWidths([text], { text: 40 }, 100)).toEqual([150])
    expect(columnWidths([text, amount], { text: 400 }, 530)).toEqual([400, 130])
  })

  test('they never fall below the longest word of the heading', () => {
    expect(columnWidths([code, amount], {}, 100, [0, 0], [97, 120])).toEqual([97, 120])
    expect(columnWidths([code, amount], {}, 230, [0, 0], [97, 120]).every((width, index) => width >= ([97, 120][index] ?? 0))).toBe(true)
  })

  test('columns of amounts only grow together', () => {
    expect(columnWidths([amount, field('tax', { type: 'number', money: '' })], {}, 400)).toEqual([200, 200])
  })
})
