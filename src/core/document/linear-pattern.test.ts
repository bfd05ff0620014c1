import { describe, expect, it } from 'vitest'
import * as browser from './browser-pattern.ts'
import { textTest } from './linear-pattern.ts'

describe('a pattern', () => {
  it.each<[string, string[], string[]]>([
    ['^[A-Z]{3}$', ['KES'], ['kes', 'KESX', ' KES']],
    ['^[AP]\\d{9}[A-Z]$', ['A123456789Z'], ['B123456789Z', 'A12345678Z']],
    ['^$|^https?://', ['', 'https://portal.example'], ['ftp://x']],
    ['^\\p{L}+$', ['Wanjikũ', 'Émile'], ['a1', '']],
    ['^.{3}$', ['a😀b'], ['a😀']],
    ['^\\+?[0-9 ]{7,15}$', ['+254 700 000'], ['+254-700']],
    ['(?<year>20\\d\\d)', ['in 2026'], ['in 1926']],
  ])('%s matches the same texts on the server and in the browser', (pattern, holds, not) => {
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
