import { describe, expect, it } from 'vitest'
import { operationsOf, shortValue } from './operations.ts'

describe('the value of an overlay’s operation', () => {
  it.each([
    ['Submit', 'Submit'],
    ['', '""'],
    [true, 'true'],
    [50_000, '50000'],
    [null, 'null'],
    [[], '[]'],
    [{ from: ['Open'] }, '{"from":["Open"]}'],
    ['a'.repeat(121), `${'a'.repeat(120)}…`],
  ])('%j is shown as %s', (value, text) => {
    expect(shortValue(value)).toBe(text)
  })

  it('it is listed for an operation that has one, even when it is empty', () => {
    expect(operationsOf({ operations: [{ do: 'hide', at: 'list.columns.status' }, { do: 'set', at: 'actions.send.icon', to: '' }] })).toEqual([
      { does: 'Hides', at: 'list.columns.status', to: undefined }, { does: 'Sets', at: 'actions.send.icon', to: '""' },
    ])
  })
})
