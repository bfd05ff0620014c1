/** The server, not only the screen, enforces what a rule over the record's own fields disables or hides. */
import { describe, expect, it } from 'vitest'
import type { Doc } from '../document/json.ts'
import { createEngine } from '../engine.ts'
import { expenseCatalogue, makeContext, makeRule, validExpense } from './testing/expense-catalogue.ts'

const WAYS = [
  { name: 'closed', rule: makeRule('way', ['note'], 'enabled', 'doc.description != "Settled"') },
  { name: 'hidden and kept', rule: makeRule('way', ['note'], 'visible', 'doc.description != "Settled"', { whenHidden: 'keep' }) },
  { name: 'closed on a condition', rule: makeRule('way', ['note'], 'enabled', 'false', { when: 'doc.description == "Settled"' }) },
  { name: 'closed where the rule fails', rule: makeRule('way', ['note'], 'enabled', 'doc.description != "Settled" || doc.end > doc.start') },
]

describe.each(WAYS)('a field that is $name', ({ rule }) => {
  const type = createEngine(expenseCatalogue({ rules: { way: rule } })).type('expense')
  const noteOf = (stored: Doc, sent: Doc): unknown => type.evaluate({ ...validExpense(), ...sent }, makeContext({ prev: { ...validExpense(), ...stored } })).doc['note']

  it('it keeps what was entered in a new record: it may have been open then', () => {
    expect(type.evaluate({ ...validExpense(), description: 'Settled', note: 'new' }, makeContext()).doc['note']).toBe('new')
  })

  it.each([
    { name: 'it keeps its stored value', stored: { description: 'Settled', note: 'kept' }, sent: { description: 'Settled', note: 'forged' }, note: 'kept' },
    { name: 'it stays empty', stored: { description: 'Settled' }, sent: { description: 'Settled', note: 'forged' }, note: undefined },
    { name: 'it is not emptied', stored: { description: 'Settled', note: 'kept' }, sent: { description: 'Settled' }, note: 'kept' },
    { name: 'it is written when the same change opens it', stored: { description: 'Settled', note: 'kept' }, sent: { description: 'Travel', note: 'new' }, note: 'new' },
    { name: 'it keeps what is sent with the change that closes it', stored: { description: 'Travel', note: 'kept' }, sent: { description: 'Settled', note: 'new' }, note: 'new' },
    { name: 'it is written while it is open', stored: { description: 'Travel', note: 'kept' }, sent: { description: 'Travel', note: 'new' }, note: 'new' },
  ])('$name', ({ stored, sent, note }) => expect(noteOf(stored, sent)).toBe(note))
})

describe('a closed field of a line', () => {
  const type = createEngine(expenseCatalogue({ rules: { way: makeRule('way', ['lines', 'description'], 'enabled', 'line.code != "MEAL" && doc.description != "Settled"') } })).type('expense')
  const line = (line_no: number, code: string, description?: string): Doc => ({ line_no, code, amount: 10, ...(description !== undefined && { description }) })
  const stored = validExpense([line(1, 'MEAL', 'kept'), line(2, 'TAXI', 'kept')])

  it('it keeps its stored value by the line’s number, while other lines and new ones are written', () => {
    const sent = validExpense([line(2, 'TAXI', 'new'), line(1, 'MEAL', 'forged'), line(3, 'MEAL', 'first')])
    const { doc } = type.evaluate(sent, makeContext({ prev: stored }))
    expect((doc['lines'] as Doc[]).map((one) => one['description'])).toEqual(['new', 'kept', 'first'])
  })
})
