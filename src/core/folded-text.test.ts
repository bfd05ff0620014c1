import { describe, expect, test } from 'vitest'
import { isBlank } from './blank-text.ts'
import { foldedKey, foldedName, foldedText, foldingSource, keyFolds } from './folded-text.ts'

const ALL = Array.from({ length: 0x2ffff }, (_, code) => String.fromCodePoint(code)).filter((sign) => !/\p{Surrogate}/u.test(sign))

describe('texts that only look different', () => {
  test.each<[string, string, string]>([
    ['another case', 'KLC-77', 'klc-77'], ['blanks around it', '  KLC-77\t', 'KLC-77'], ['a doubled blank', 'Lake  Cabs', 'Lake Cabs'], ['a blank that does not break', 'Lake\u00a0Cabs', 'Lake Cabs'],
    ['other blanks', 'Lake\u2003\u3000\u2800\u0085Cabs', 'Lake Cabs'], ['a zero-width space', 'KLC\u200b-77', 'KLC-77'], ['a joiner, a byte order mark, a soft hyphen', 'K\u200dL\ufeffC\u00ad-77', 'KLC-77'],
    ['a variation selector and a tag', 'KLC\ufe0f-77\u{e0041}', 'KLC-77'], ['a control', 'KLC\u0007-77', 'KLC-77'], ['full-width letters', 'ＫＬＣ－７７', 'KLC-77'], ['mathematical letters', '𝐊𝐋𝐂-𝟕𝟕', 'KLC-77'],
    ['Cyrillic letters', 'КLС-77', 'KLC-77'], ['Greek capitals', 'ΝΑΚURU', 'NAKURU'], ['a lunate sigma', 'KLϹ-77', 'KLC-77'], ['a Cyrillic letter with a mark', 'Е\u0301ric', 'Éric'], ['a mark of its own', 'E\u0301ric', 'Éric'],
    ['other dashes', 'KLC–77—1−2‐3‑4―5', 'KLC-77-1-2-3-4-5'], ['curly quotes', 'Mama’s “Best”', 'Mama\'s "Best"'], ['an accent for an apostrophe', 'Mama´s', 'Mama\'s'], ['another slash', '12⁄26', '12/26'], ['ligatures', 'ﬁve', 'five'], ['a sharp s', 'Straße', 'STRASSE'],
    ['the sigma at the end', 'ΟΔΟΣ', 'οδος'], ['nothing that shows', '\u200b \u3164\u2800\u0007', ''],
  ])('a text with %s is folded alike', (_, one, other) => {
    expect(foldedText(one)).toBe(foldedText(other))
  })

  test.each<[string, string]>([['KLC-77', 'KLC-78'], ['KLC-0', 'KLC-O'], ['KLC-1', 'KLC-l'], ['Jose', 'José'], ['Lake Cabs', 'LakeCabs'], ['12.5', '12,5'], ['ΟΔΟΣ', 'ΟΔΟΙ'], ['', '-']])('%j and %j stay different', (one, other) => {
    expect(foldedText(one)).not.toBe(foldedText(other))
  })

  test.each(['Mazingira Research Trust.', 'Mazingira-Research-Trust', 'Ꮇazingira Research Trust', 'Mɑzingira Research Trust', 'Mazingira Research Trusț', 'Mázingira Research Trust', 'Mazingiгa Research Trust', 'Mazlngira Research Trust', 'MazingiraResearchTrust', 'MAZ1NGIRA RESEARCH TRUST'])('%j is taken for the name of Mazingira Research Trust', (name) => {
    expect(foldedName(name)).toBe(foldedName('Mazingira Research Trust'))
  })

  test('other names stay different, also those of signs alone', () => {
    expect([foldedName('0rbit Ltd'), foldedName('环境')]).toEqual([foldedName('Orbit Ltd'), '环境'])
    expect(new Set(['Uwezo', 'Uwezo 2', 'Mazingira', '!', '?', ''].map(foldedName)).size).toBe(6)
  })

  test('a plain text stays as it is, and folding twice changes nothing', () => {
    expect(foldedText('klc-77 | lake cabs\'s "1/2" `x` ~ 0')).toBe('klc-77 | lake cabs\'s "1/2" `x` ~ 0')
    expect(ALL.filter((sign) => foldedText(foldedText(`a${sign}b`)) !== foldedText(`a${sign}b`))).toEqual([])
  })

  test('what they are folded by is in the source of the folding: every sign that Unicode does not fold, and the patterns', () => {
    const byTables = ALL.filter((sign) => !/[\p{ASCII}\p{Dash}]/u.test(sign) && sign === sign.normalize('NFKD').toLowerCase().toUpperCase().toLowerCase() && /^[a-z0-9'"/]$/.test(foldedText(sign)))
    expect(byTables.length).toBeGreaterThan(50)
    expect(byTables.filter((sign) => !foldingSource().includes(sign))).toEqual([])
    for (const pattern of ['\\p{Dash}', '\\p{Default_Ignorable_Code_Point}', '\\p{White_Space}', '\\p{M}{30}', 'NFKD']) expect(foldingSource()).toContain(pattern)
  })

  test('keys that look alike are alike as texts, and each sign of a key is folded to one sign', () => {
    expect(ALL.filter((sign) => foldedText(foldedKey(sign)) !== foldedText(sign))).toEqual([])
    expect([...keyFolds()].flat().filter((sign) => [...sign].length !== 1)).toEqual([])
  })

  test.each<[string, string]>([['marks of two kinds in turn', 'e\u0301\u0323'.repeat(20_000)], ['marks kept apart by nothing', 'e\u0301\u0323\u200b'.repeat(15_000)], ['ligatures that become long', '\ufdfa'.repeat(50_000)], ['invisible characters', '\u200b'.repeat(100_000)]])('a long text of %s is folded before the test times out', (_, text) => {
    expect(foldedText(text).length).toBeLessThan(1_000_000)
    expect(isBlank(`${text}x`)).toBe(false)
  })
})
