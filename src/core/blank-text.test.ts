import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasInvisible, isBlank, shownText, singleSpaced } from './blank-text.ts'

/** The definition, sign by sign: white space, controls and what fonts may leave out, but not NUL. */
const SHOWS_NOTHING = /^(?!\0)[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb\p{White_Space}\u2800]$/u
const SIGNS = ['\0', '\u0007', ' ', '\n', '\u00a0', '\u00ad', '\u0600', '\u115f', '\u2028', '\u2800', '\u3164', '\ufe0f', '\ufff8', '\ufff9', '\ufffb', '\ufffc', '\ud800', '\udc00', '\u{e0041}', '\u{1f600}', 'x']

test.each<[string, boolean]>([
  ['Wanjiku', false], ['می\u200cخواهم', false], ['❤\ufe0f', false], ['👩\u200d👧', false],
  ['Wan\u200bjiku', true], ['Wan\u00adjiku', true], ['Wanjiku\u061c', true], ['Wan\u180ejiku', true], ['Wanjiku\u{e0041}', true], ['Wan\u3164jiku', true],
])('a name has letters that nobody sees, or only those that its script needs: %j is %j', (text, expected) => {
  expect(hasInvisible(text)).toBe(expected)
})

describe('a text that shows nothing', () => {
  test.each<[string, boolean]>([
    ['', true], [' ', true], ['\u00a0\u2003\u3000', true], ['\u200b', true], ['\u200d\ufeff\u2060', true], ['\u00ad', true], ['\u3164', true], ['\u2800', true], ['\u0007\u0085', true], ['\ufff9\ufffb', true], ['\u{e0041}\ufe0f', true],
    ['x', false], ['\u200bx\u200b', false], ['-', false], ['\u0000', false], ['\u0600', false], ['❤\ufe0f', false],
  ])('is blank, others are not: %j is %j', (text, expected) => {
    expect(isBlank(text)).toBe(expected)
  })

  test('is one of which no sign shows anything', () => {
    const texts = fc.array(fc.oneof(fc.constantFrom(...SIGNS), fc.string({ unit: 'binary', maxLength: 1 })), { maxLength: 12 }).map((signs) => signs.join(''))
    fc.assert(fc.property(texts, (text) => isBlank(text) === [...text].every((sign) => SHOWS_NOTHING.test(sign))), { numRuns: 500 })
  })

  test('may be of millions of signs, in pairs of code units too, and is still recognised', () => {
    const text = '\u{e0041}'.repeat(5_000_000)
    expect([isBlank(text), isBlank(`${text}x`)]).toEqual([true, false])
  })

  test('is empty as a text that was entered; any other is kept without the white space around it', () => {
    expect([' \u200b\u2800', ' As\u200b discussed\n', '', '\0'].map(shownText)).toEqual(['', 'As\u200b discussed', '', '\0'])
  })
})

test('a text on one line has one blank for each stretch of white space, of whatever kind, and none at the ends', () => {
  expect(singleSpaced('\u00a0Petty \n\u2003cash\u0085\u2800float\t')).toBe('Petty cash float')
})
