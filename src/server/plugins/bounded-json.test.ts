import { describe, expect, it } from 'vitest'
import { MAX_JSON_DEPTH, whyUnbounded } from './bounded-json.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const members = (count: number): string => `{${Array.from({ length: count }, (_, index) => `"m${index}":1`).join()}}`

describe('a JSON body', () => {
  it.each([
    ['an ordinary body', '{"a":[{"b":"c"}]}'],
    ['a text of brackets and commas', JSON.stringify({ a: '[{,'.repeat(50_000) })],
    ['a text with quotes and backslashes', JSON.stringify({ a: '\\"[\\\\'.repeat(20_000) })],
    ['one of the greatest depth allowed', nested(MAX_JSON_DEPTH)],
    ['invalid JSON', '{"a'],
  ])('it may be parsed: %s', (_, text) => expect(whyUnbounded(text)).toBeUndefined())

  it.each<[string, string, RegExp]>([
    ['one that is too deep', nested(MAX_JSON_DEPTH + 1), /deeper than 16/],
    ['a deep one that never closes', '{"a":'.repeat(1_000_000), /deeper than 16/],
    ['one of many members', members(400_000), /more than 25,000 parts/],
    ['one of many values', `[${'0,'.repeat(500_000)}0]`, /more than 25,000 parts/],
  ])('it is refused before it is parsed: %s', (_, text, says) => expect(whyUnbounded(text)).toMatch(says))

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
