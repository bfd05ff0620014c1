import { describe, expect, it } from 'vitest'
import { MAX_JSON_DEPTH, whyUnbounded } from './bounded-json.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const members = (count: number): string => `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join()}}`

describe('a JSON body', () => {
  it.each([
    { name: 'an ordinary body', text: '{"a":[{"b":"c"}]}' },
    { name: 'a text of brackets and commas', text: JSON.stringify({ a: '[{,'.repeat(50_000) }) },
    { name: 'a text with quotes and backslashes', text: JSON.stringify({ a: '\\"[\\\\'.repeat(20_000) }) },
    { name: 'one of the greatest depth allowed', text: nested(MAX_JSON_DEPTH) },
    { name: 'invalid JSON', text: '{"a' },
  ])('it may be parsed: $name', ({ text }) => expect(whyUnbounded(text)).toBeUndefined())

  it.each([
    { name: 'one that is too deep', text: nested(MAX_JSON_DEPTH + 1), says: /deeper than 16/ },
    { name: 'a deep one that never closes', text: '{"a":'.repeat(1_000_000), says: /deeper than 16/ },
    { name: 'one of many members', text: members(400_000), says: /more than 30,000 parts/ },
    { name: 'one of many values', text: `[${'0,'.repeat(500_000)}0]`, says: /more than 30,000 parts/ },
  ])('it is refused before it is parsed: $name', ({ text, says }) => expect(whyUnbounded(text)).toMatch(says))

  it('it is checked in at most twice the time of parsing, however large its texts are', () => {
    const files = JSON.stringify({ attachments: Array.from({ length: 5 }, () => ({ attachment: 'QUJD'.repeat(1_250_000) })), odd: '\\"'.repeat(200_000) })
    const quickest = (work: () => unknown): number => Math.min(...Array.from({ length: 5 }, () => {
      const began = performance.now()
      work()
      return performance.now() - began
    }))
    expect(quickest(() => whyUnbounded(files))).toBeLessThan(2 * quickest(() => JSON.parse(files)))
  })
})
