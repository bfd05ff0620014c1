import { describe, expect, it } from 'vitest'
import * as browser from './browser-pattern.ts'
import { textTest } from './linear-pattern.ts'

describe('a pattern', () => {
  it.each([
    { pattern: '^[A-Z]{3}$', holds: ['KES'], not: ['kes', 'KESX', ' KES'] },
    { pattern: '^[AP]\\d{9}[A-Z]$', holds: ['A123456789Z'], not: ['B123456789Z', 'A12345678Z'] },
    { pattern: '^$|^https?://', holds: ['', 'https://portal.example'], not: ['ftp://x'] },
    { pattern: '^\\p{L}+$', holds: ['Wanjikũ', 'Émile'], not: ['a1', ''] },
    { pattern: '^.{3}$', holds: ['a😀b'], not: ['a😀'] },
    { pattern: '^\\+?[0-9 ]{7,15}$', holds: ['+254 700 000'], not: ['+254-700'] },
    { pattern: '(?<year>20\\d\\d)', holds: ['in 2026'], not: ['in 1926'] },
  ])('$pattern matches the same texts on the server and in the browser', ({ pattern, holds, not }) => {
    for (const test of [textTest(pattern), browser.textTest(pattern)]) {
      expect(holds.map(test)).toEqual(holds.map(() => true))
      expect(not.map(test)).toEqual(not.map(() => false))
    }
  })

  it.each(['^(a+)+$', '^(a|aa)+$', '(x+x+)+y', '^([a-z]+)*$', '(.*)*x'])('%s is matched in linear time', (pattern) => {
    const began = performance.now()
    expect(textTest(pattern)(`${'a'.repeat(5_000)}!`)).toBe(false)
    // A backtracking engine takes twice as long for each additional letter and would never finish.
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  it.each(['(a)\\1', '(?=a)b', '(?<!a)b', '(', '[z-a]', 'a{1000000}', '((a{1,100}){1,100}){1,100}'])('%s is rejected', (pattern) => {
    expect(() => textTest(pattern)).toThrow(SyntaxError)
  })
})
