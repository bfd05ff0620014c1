import { describe, expect, it } from 'vitest'
import { breakable } from './breakable.ts'

const ENDLESS = 'W'.repeat(25)

describe('words in print', () => {
  const cases: [string, ReturnType<typeof breakable>][] = [
    ['', ''],
    ['Working lunch with the county', 'Working lunch with the county'],
    ['W'.repeat(24), 'W'.repeat(24)],
    [ENDLESS, [{ text: ENDLESS, wordBreak: 'break-all' }]],
    [`MEALS · ${ENDLESS}\nfor two`, [{ text: 'MEALS · ' }, { text: ENDLESS, wordBreak: 'break-all' }, { text: '\nfor two' }]],
  ]
  it.each(cases)('only words of more than 24 characters may break in %j', (text, broken) => expect(breakable(text)).toEqual(broken))
})
