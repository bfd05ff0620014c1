import { describe, expect, it } from 'vitest'
import { drawable, drawableText } from './drawable.ts'

/** A font with Latin letters, one combining mark and the replacement character. */
const KNOWN = /[\x20-\x7eÀ-ſ\u2014\ufffd]|\u0301/u
const hasGlyph = (codePoint: number): boolean => KNOWN.test(String.fromCodePoint(codePoint))

describe('a text that is printed', () => {
  it.each([
    ['plain', 'Working lunch, 2 days', 'Working lunch, 2 days'],
    ['with lines', 'one\ntwo\r\nthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['with an emoji', 'Wanjiku 😀 Kamau', 'Wanjiku \ufffd Kamau'],
    ['with an emoji of several people, which is one sign', 'x👩‍👩‍👧‍👦y', 'x\ufffdy'],
    ['with a flag, which is one sign', '🇰🇪', '\ufffd'],
    ['with a sign in colour that the font has without', '1️⃣ 2', '1 2'],
    ['with another skin', '👍🏾', '\ufffd'],
    ['in fancy letters', '𝕎𝕒𝕟𝕛𝕚𝕜𝕦 ＡＢ ﬁ', 'Wanjiku AB fi'],
    ['with accents written apart', 'Jose\u0301', 'José'],
    ['with a mark that the font does not have', 'x\u0346\u0301y', 'x\u0301y'],
    ['in a script that the font does not have', '東京', '\ufffd\ufffd'],
    ['turned round', 'a\u202Egnp.exe\u2066b', 'agnp.exeb'],
    ['with characters that nobody sees', 'a\u200b\u00ad\u0007b', 'ab'],
    ['with a tab and odd spaces', 'a\tb\u3000c', 'a b c'],
    ['of half a character', 'a\ud83d', 'a\ufffd'],
  ])('%s', (_, text, printed) => {
    expect(drawableText(text, hasGlyph)).toBe(printed)
  })

  it('is found wherever a content holds one, and nothing else is touched', () => {
    const content = { stack: ['😀', { columns: [{ text: [{ text: '😀', bold: true }, 'b'], width: '😀' }] }, { table: { widths: ['*'], body: [['😀', { qr: '😀', image: '😀' }]] }, layout: '😀' }], margin: [0, 1, 2, 3] }
    const drawn = { stack: ['\ufffd', { columns: [{ text: [{ text: '\ufffd', bold: true }, 'b'], width: '😀' }] }, { table: { widths: ['*'], body: [['\ufffd', { qr: '😀', image: '😀' }]] }, layout: '😀' }], margin: [0, 1, 2, 3] }
    expect(drawable(content, hasGlyph)).toEqual(drawn)
  })
})
