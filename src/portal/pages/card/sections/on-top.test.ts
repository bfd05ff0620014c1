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

describe('the form after its lines were autosaved', () => {
  test.each<[string, Doc, Doc]>([
    ['lines without edits meanwhile are those of the server, with their numbers', sent, theirs],
    ['an edit of the header meanwhile is kept', { ...sent, text: 'For the field' }, { ...theirs, text: 'For the field' }],
    ['an edit of a line meanwhile is kept, with the line’s new number', { ...sent, lines: [{ ...PAPER, quantity: 5 }, { ...PENS, quantity: 9 }] }, { ...theirs, lines: [{ ...PAPER, quantity: 5 }, { no: 2, item: 'PENS', quantity: 9 }] }],
    ['a line that was added meanwhile has no number yet', { ...sent, lines: [...(sent['lines'] as Doc[]), { item: 'TAPE', quantity: 1 }] }, { ...theirs, lines: [...(theirs['lines'] as Doc[]), { item: 'TAPE', quantity: 1 }] }],
    ['a stored line that was removed meanwhile stays removed', { ...sent, lines: [PENS] }, { ...theirs, lines: [{ no: 2, ...PENS }] }],
    ['a new line that was removed meanwhile stays removed', { ...sent, lines: [{ ...PAPER, quantity: 5 }] }, { ...theirs, lines: [{ ...PAPER, quantity: 5 }] }],
  ])('%s', (_, now, left) => {
    expect(onTop(shape, 'lines', { base, sent, theirs, now })).toEqual(left)
  })

  test('a change of the header by somebody else is taken over', () => {
    expect(onTop(shape, 'lines', { base, sent, theirs: { ...theirs, text: 'For the school' }, now: sent })['text']).toBe('For the school')
  })
})
