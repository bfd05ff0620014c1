/** The server, not only the screen, enforces what a rule over the record's own fields disables or hides. */
import { describe, expect, it } from 'vitest'
import type { Doc } from '../document/json.ts'
import { createEngine } from '../engine.ts'
import type { ResolvedRule } from '../manifest/resolve/resolved.ts'
import { expenseCatalogue, makeContext, makeRule, validExpense } from './testing/expense-catalogue.ts'

const WAYS: [string, ResolvedRule][] = [
  ['closed', makeRule('way', ['note'], 'enabled', 'doc.description != "Settled"')],
  ['hidden and kept', makeRule('way', ['note'], 'visible', 'doc.description != "Settled"', { whenHidden: 'keep' })],
  ['closed on a condition', makeRule('way', ['note'], 'enabled', 'false', { when: 'doc.description == "Settled"' })],
  ['closed where the rule fails', makeRule('way', ['note'], 'enabled', 'doc.description != "Settled" || doc.end > doc.start')],
]

describe.each(WAYS)('a field that is %s', (_, rule) => {
  const type = createEngine(expenseCatalogue({ rules: { way: rule } })).type('expense')
  const noteOf = (stored: Doc, sent: Doc): unknown => type.evaluate({ ...validExpense(), ...sent }, makeContext({ prev: { ...validExpense(), ...stored } })).doc['note']

  it('it keeps what was entered in a new record: it may have been open then', () => {
    expect(type.evaluate({ ...validExpense(), description: 'Settled', note: 'new' }, makeContext()).doc['note']).toBe('new')
  })

  it.each<[string, Doc, Doc, string | undefined]>([
    ['it keeps its stored value', { description: 'Settled', note: 'kept' }, { description: 'Settled', note: 'forged' }, 'kept'],
    ['it stays empty', { description: 'Settled' }, { description: 'Settled', note: 'forged' }, undefined],
    ['it is not emptied', { description: 'Settled', note: 'kept' }, { description: 'Settled' }, 'kept'],
    ['it is written when the same change opens it', { description: 'Settled', note: 'kept' }, { description: 'Travel', note: 'new' }, 'new'],
    ['it keeps what is sent with the change that closes it', { description: 'Travel', note: 'kept' }, { description: 'Settled', note: 'new' }, 'new'],
    ['it is written while it is open', { description: 'Travel', note: 'kept' }, { description: 'Travel', note: 'new' }, 'new'],
  ])('%s', (__, stored, sent, note) => expect(noteOf(stored, sent)).toBe(note))
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
