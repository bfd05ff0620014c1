import { describe, expect, test } from 'vitest'
import type { Doc, ResolvedField, ResolvedShape } from '../../../../core/index.ts'
import { onTop } from './on-top.ts'

const field = (name: string, more: Partial<ResolvedField> = {}): ResolvedField => ({ name, wire: name, type: 'string', title: name, ...more }) as ResolvedField
const shapeOf = (...fields: ResolvedField[]): ResolvedShape => ({ name: 's', required: [], fields: Object.fromEntries(fields.map((one) => [one.name, one])) }) as ResolvedShape
const line = shapeOf(field('no', { readOnly: true }), field('item'), field('quantity', { type: 'number' }))
const shape = shapeOf(field('text'), field('lines', { type: 'array', line, lineKey: 'no' }))

const PAPER = { no: 1, item: 'PAPER', quantity: 1 }
const PENS = { item: 'PENS', quantity: 2 }
const base: Doc = { text: 'For the office', lines: [PAPER] }
const sent: Doc = { text: 'For the office', lines: [{ ...PAPER, quantity: 5 }, PENS] }
const theirs: Doc = { text: 'For the office', lines: [{ ...PAPER, quantity: 5 }, { no: 2, ...PENS }] }

describe('lines that saved themselves', () => {
  test.each<[string, Doc, Doc]>([
    ['nothing typed meanwhile: as the server has them, numbered', sent, theirs],
    ['the header typed meanwhile stays', { ...sent, text: 'For the field' }, { ...theirs, text: 'For the field' }],
    ['a line typed meanwhile stays, with the number that it got', { ...sent, lines: [{ ...PAPER, quantity: 5 }, { ...PENS, quantity: 9 }] }, { ...theirs, lines: [{ ...PAPER, quantity: 5 }, { no: 2, item: 'PENS', quantity: 9 }] }],
    ['a line added meanwhile has no number yet', { ...sent, lines: [...(sent['lines'] as Doc[]), { item: 'TAPE', quantity: 1 }] }, { ...theirs, lines: [...(theirs['lines'] as Doc[]), { item: 'TAPE', quantity: 1 }] }],
    ['a stored line taken away meanwhile stays away', { ...sent, lines: [PENS] }, { ...theirs, lines: [{ no: 2, ...PENS }] }],
    ['a new line taken away meanwhile stays away', { ...sent, lines: [{ ...PAPER, quantity: 5 }] }, { ...theirs, lines: [{ ...PAPER, quantity: 5 }] }],
  ])('%s', (_, now, left) => {
    expect(onTop(shape, 'lines', { base, sent, theirs, now })).toEqual(left)
  })

  test('what somebody else changed in the header meanwhile comes with them', () => {
    expect(onTop(shape, 'lines', { base, sent, theirs: { ...theirs, text: 'For the school' }, now: sent })['text']).toBe('For the school')
  })
})
