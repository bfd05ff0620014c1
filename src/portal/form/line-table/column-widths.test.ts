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
    ['too little room', 100, [104, 150, 104]],
    ['just the least', 358, [104, 150, 104]],
    ['all that is usual', 600, [190, 280, 130]],
  ])('are whole with %s', (_title, room, expected) => {
    expect(columnWidths([code, text, amount], {}, room)).toEqual(expected)
  })

  test.each([
    ['what is empty gives way to what is not', 500, [0, 180, 130], [83.2, 180, 130], 500],
    ['short texts are whole before long ones get more', 450, [140, 340, 110], [140, 200, 110], 450],
    ['texts give way, figures are whole', 300, [340, 340, 140], [104, 150, 140], 394],
  ])('of what stands in them: %s', (_title, room, contents, least, sum) => {
    const widths = columnWidths([code, text, amount], {}, room, contents)
    widths.forEach((width, index) => expect(width).toBeGreaterThanOrEqual((least[index] ?? 0) - 0.001))
    expect(widths.reduce((total, one) => total + one, 0)).toBeCloseTo(sum)
  })

  test('fill the room, and what is left over goes to texts and choices, not to amounts', () => {
    const widths = columnWidths([code, text, amount], {}, 1000)
    expect(sum(widths)).toBeCloseTo(1000)
    expect(widths[2]).toBe(130)
    expect(widths[1]).toBeGreaterThan(widths[0] ?? 0)
  })

  test('never fall below what the kind needs, whatever the manifest declares', () => {
    expect(columnWidths([text], { text: 40 }, 100)).toEqual([150])
    expect(columnWidths([text, amount], { text: 400 }, 530)).toEqual([400, 130])
  })

  test('never fall below the longest word of the heading', () => {
    expect(columnWidths([code, amount], {}, 100, [0, 0], [97, 120])).toEqual([97, 120])
    expect(columnWidths([code, amount], {}, 230, [0, 0], [97, 120]).every((width, index) => width >= ([97, 120][index] ?? 0))).toBe(true)
  })

  test('of amounts alone grow together', () => {
    expect(columnWidths([amount, field('tax', { type: 'number', money: '' })], {}, 400)).toEqual([200, 200])
  })
})
