import { describe, expect, it } from 'vitest'
import { operationsOf, shortValue } from './operations.ts'

describe('a value of an overlay', () => {
  it.each([
    ['Submit', 'Submit'],
    ['', '""'],
    [true, 'true'],
    [50_000, '50000'],
    [null, 'null'],
    [[], '[]'],
    [{ from: ['Open'] }, '{"from":["Open"]}'],
    ['a'.repeat(121), `${'a'.repeat(120)}…`],
  ])('%j is shown as it is written: %s', (value, text) => {
    expect(shortValue(value)).toBe(text)
  })

  it('is told of an operation that has one, also when it is empty', () => {
    expect(operationsOf({ operations: [{ do: 'hide', at: 'list.columns.status' }, { do: 'set', at: 'actions.send.icon', to: '' }] })).toEqual([
      { does: 'Hides', at: 'list.columns.status', to: undefined }, { does: 'Sets', at: 'actions.send.icon', to: '""' },
    ])
  })
})
