import { describe, expect, it } from 'vitest'
import { shortValue } from './operations.ts'

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
})
