import { describe, expect, it } from 'vitest'
import { drawable, drawableText } from './drawable.ts'

/** A font with Latin letters, one combining mark and the replacement character. */
const KNOWN = /[\x20-\x7eÀ-ſ\u2014\ufffd]|\u0301/u
const hasGlyph = (codePoint: number): boolean => KNOWN.test(String.fromCodePoint(codePoint))

describe('a text that is printed', () => {
  it.each([
    ['plain text', 'Working lunch, 2 days', 'Working lunch, 2 days'],
    ['text in lines', 'one\ntwo\r\nthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['an emoji', 'Wanjiku 😀 Kamau', 'Wanjiku \ufffd Kamau'],
    ['an emoji of several people, which is one character,', 'x👩‍👩‍👧‍👦y', 'x\ufffdy'],
    ['a flag, which is one character,', '🇰🇪', '\ufffd'],
    ['a coloured character that the font has in black', '1️⃣ 2', '1 2'],
    ['an emoji with a skin tone', '👍🏾', '\ufffd'],
    ['text in fancy letters', '𝕎𝕒𝕟𝕛𝕚𝕜𝕦 ＡＢ ﬁ', 'Wanjiku AB fi'],
    ['text with combining accents', 'Jose\u0301', 'José'],
    ['text with a mark that the font lacks', 'x\u0346\u0301y', 'x\u0301y'],
    ['text in a script that the font lacks', '東京', '\ufffd\ufffd'],
    ['text with direction marks', 'a\u202Egnp.exe\u2066b', 'agnp.exeb'],
    ['text with invisible characters', 'a\u200b\u00ad\u0007b', 'ab'],
    ['text with a tab and unusual spaces', 'a\tb\u3000c', 'a b c'],
    ['half a surrogate pair', 'a\ud83d', 'a\ufffd'],
  ])('%s is reduced to what the font can draw', (_, text, printed) => {
    expect(drawableText(text, hasGlyph)).toBe(printed)
  })

  it('every text in a paper’s content is reduced, and nothing else is touched', () => {
    const content = { stack: ['😀', { columns: [{ text: [{ text: '😀', bold: true }, 'b'], width: '😀' }] }, { table: { widths: ['*'], body: [['😀', { qr: '😀', image: '😀' }]] }, layout: '😀' }], margin: [0, 1, 2, 3] }
    const drawn = { stack: ['\ufffd', { columns: [{ text: [{ text: '\ufffd', bold: true }, 'b'], width: '😀' }] }, { table: { widths: ['*'], body: [['\ufffd', { qr: '😀', image: '😀' }]] }, layout: '😀' }], margin: [0, 1, 2, 3] }
    expect(drawable(content, hasGlyph)).toEqual(drawn)
  })
})
