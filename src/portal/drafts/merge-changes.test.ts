import { describe, expect, test } from 'vitest'
import type { Doc, ResolvedField, ResolvedShape } from '../../core/index.ts'
import { mergeChanges } from './merge-changes.ts'

const field = (name: string, more: Partial<ResolvedField> = {}): ResolvedField => ({ name, wire: name, type: 'string', title: name, ...more }) as ResolvedField
const shapeOf = (...fields: ResolvedField[]): ResolvedShape => ({ name: 's', required: [], fields: Object.fromEntries(fields.map((one) => [one.name, one])) }) as ResolvedShape
const line = shapeOf(field('no', { readOnly: true }), field('text'), field('amount', { type: 'number' }))
const shape = shapeOf(field('key', { readOnly: true }), field('status', { readOnly: true }), field('text'), field('note'), field('lines', { type: 'array', line, lineKey: 'no' }))

const base: Doc = { key: 'A', status: 'Open', text: 'taxi', lines: [{ no: 1, text: 'one', amount: 10 }, { no: 2, text: 'two', amount: 20 }] }
const merge = (mine: Doc, theirs: Doc) => mergeChanges(shape, { base, mine, theirs })

describe('the merge of my changes into theirs', () => {
  test('it keeps changes to different fields, and takes what only the server sets from theirs', () => {
    expect(merge({ ...base, text: 'bus' }, { ...base, note: 'urgent', status: 'Returned' })).toEqual({ doc: { ...base, text: 'bus', note: 'urgent', status: 'Returned' }, clashes: [] })
  })

  test.each<[string, Doc, Doc, unknown[]]>([
    ['a field that both changed is a clash, with my value', { ...base, text: 'bus' }, { ...base, text: 'train' }, [{ path: 'text', theirs: 'train' }]],
    ['a field that I emptied and they changed is a clash', { ...base, text: '' }, { ...base, text: 'train' }, [{ path: 'text', theirs: 'train' }]],
    ['the same change by both is no clash', { ...base, text: 'bus' }, { ...base, text: 'bus' }, []],
    ['an empty text and a missing one are no clash', { ...base, note: '' }, base, []],
  ])('%s', (_title, mine, theirs, clashes) => {
    const result = merge(mine, theirs)
    expect(result.clashes).toEqual(clashes)
    expect(result.doc['text'] ?? '').toBe(mine['text'])
  })

  test('it changes lines by their number, whatever their order', () => {
    const mine = { ...base, lines: [{ no: 1, text: 'one', amount: 15 }, { no: 2, text: 'two', amount: 20 }] }
    const theirs = { ...base, lines: [{ no: 2, text: 'second', amount: 20 }, { no: 1, text: 'one', amount: 10 }] }
    expect(merge(mine, theirs)).toEqual({ doc: { ...base, lines: [{ no: 2, text: 'second', amount: 20 }, { no: 1, text: 'one', amount: 15 }] }, clashes: [] })
  })

  test('it names the place of a clash in a line', () => {
    const mine = { ...base, lines: [{ no: 1, text: 'one', amount: 15 }] }
    const theirs = { ...base, lines: [{ no: 1, text: 'one', amount: 12 }] }
    expect(merge(mine, theirs).clashes).toEqual([{ path: 'lines.0.amount', theirs: 12 }])
  })

  test('it keeps lines that either added and drops those that either removed', () => {
    const mine = { ...base, lines: [{ no: 1, text: 'one', amount: 10 }, { text: 'mine', amount: 1 }] }
    const theirs = { ...base, lines: [{ no: 1, text: 'one', amount: 10 }, { no: 2, text: 'two', amount: 20 }, { no: 3, text: 'theirs', amount: 3 }] }
    expect(merge(mine, theirs).doc['lines']).toEqual([{ no: 1, text: 'one', amount: 10 }, { no: 3, text: 'theirs', amount: 3 }, { text: 'mine', amount: 1 }])
  })

  test('a line that one removed and the other changed is kept, as a new line when they removed it', () => {
    const mine = { ...base, lines: [{ no: 1, text: 'one', amount: 10 }, { no: 2, text: 'two', amount: 25 }] }
    expect(merge(mine, { ...base, lines: [{ no: 1, text: 'one', amount: 10 }] }).doc['lines']).toEqual([{ no: 1, text: 'one', amount: 10 }, { text: 'two', amount: 25 }])
    expect(merge({ ...base, lines: [] }, { ...base, lines: [{ no: 1, text: 'ONE', amount: 10 }] }).doc['lines']).toEqual([{ no: 1, text: 'ONE', amount: 10 }])
  })
})
