/** Texts that only look different: folded, they are equal. */
import { BLANKS, INVISIBLE } from './blank-text.ts'

/**
 * Letters that look like a Latin letter or a digit: of lower-case Greek and Cyrillic letters, those that do so in lower or upper case. A
 * capital has a line of its own where it looks like another letter than its lower case does.
 */
const LIKE_LATIN: Record<string, string> = {
  а: 'a', в: 'b', е: 'e', ё: 'ë', з: '3', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', і: 'i', ї: 'ï', ј: 'j', ԁ: 'd', ԛ: 'q', ԝ: 'w', ү: 'y', һ: 'h', ӏ: 'i', ѵ: 'v',
  α: 'a', β: 'b', ε: 'e', ζ: 'z', η: 'h', ι: 'i', κ: 'k', μ: 'm', ν: 'v', Ν: 'n', ο: 'o', ρ: 'p', τ: 't', υ: 'y', χ: 'x', ϲ: 'c', ϳ: 'j', ı: 'i', ɡ: 'g',
}
/** The ranges of code points that are folded in keys: Latin with diacritics, Greek and Cyrillic, and full-width Latin. */
const FOLDED: [first: number, last: number][] = [[0x41, 0x5a], [0xc0, 0x2af], [0x370, 0x52f], [0xff10, 0xff5a]]

function foldedSign(sign: string): string {
  const plain = sign.normalize('NFKC').toLowerCase()
  // The original sign comes first, because NFKC turns a lunate sigma into another letter that has no Latin look-alike.
  return likeLatin(sign) ?? LIKE_LATIN[plain] ?? plain
}

function likeLatin(sign: string): string | undefined {
  return LIKE_LATIN[sign] ?? LIKE_LATIN[sign.toLowerCase()]
}

let folds: ReadonlyMap<string, string> | undefined

/** What is folded in keys, sign by sign, each to a single sign: a database can do the same with `translate`. */
export function keyFolds(): ReadonlyMap<string, string> {
  folds ??= new Map(
    FOLDED.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)))
      .map((sign) => [sign, foldedSign(sign)] as const).filter(([sign, to]) => sign !== to && [...to].length === 1)
  )
  return folds
}

/** The folded form of a key, equal for two keys that people could confuse. Keys are plain (`looksPlain`), which other texts need not be. */
export function foldedKey(key: string): string {
  const signs = keyFolds()
  return [...key].map((sign) => signs.get(sign) ?? sign).join('')
}

/** Whether a key has no invisible characters and no variants of plain letters or digits, such as mathematical letters. */
export function looksPlain(key: string): boolean {
  const look = foldedKey(key)
  return !/\p{Default_Ignorable_Code_Point}/u.test(key) && look.normalize('NFKC') === look
}

/** Dashes, hyphens and minus signs; the last two are a modifier letter and the line of a box. */
const DASH = /[\p{Dash}\u2043\u02d7\u2500]/u
const LIKE_PUNCTUATION = new Map([['‘’‚‛‹›ʹʻʼʽˈ´′', '\''], ['“”„‟«»″〝〞', '"'], ['⁄∕', '/']].flatMap(([signs = '', plain = '']) => [...signs].map((sign) => [sign, plain] as const)))

/** The plain sign that one looks like; the sign itself if there is none. */
function plainSign(sign: string): string {
  return likeLatin(sign) ?? LIKE_PUNCTUATION.get(sign) ?? (DASH.test(sign) ? '-' : sign)
}

/** Through upper case, so that ß and SS, and the two small sigmas, become the same. */
function foldCase(sign: string): string {
  return sign.toLowerCase().toUpperCase().toLowerCase()
}

/** The plain signs of one decomposed sign, in lower case. */
function foldSign(sign: string): string {
  const plain = plainSign(sign)
  return plain === sign ? [...foldCase(sign)].map(plainSign).join('') : plain
}

/** Calls the function once for each sign, however often it occurs. */
function onceEach(fold: (sign: string) => string): (text: string) => string {
  const folded = new Map<string, string>()
  return (text) => {
    let result = ''
    for (const sign of text) {
      let to = folded.get(sign)
      if (to === undefined) {
        if (folded.size >= MAX_KNOWN) folded.clear()
        folded.set(sign, to = fold(sign))
      }
      result += to
    }
    return result
  }
}

/** More marks than this on one letter are left out: sorting them takes time that grows with the square of their number. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu
const ASCII = /^[\x20-\x7e]*$/

/** Short texts are folded once: the rules of a document compare each line with all others. */
const known = new Map<string, string>()
const MAX_KNOWN = 2_000
const MAX_KNOWN_LENGTH = 256
const withPlainSigns = onceEach(plainSign)
const withFoldedSigns = onceEach(foldSign)

/**
 * The folded form of a text, equal for texts that people could take for the same one: without invisible characters, each stretch of white
 * space one blank and none at the ends, in lower case, with plain letters, digits, dashes and quotation marks for those that look like
 * them. Takes time linear in the length of the text.
 */
export function foldedText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim()
  let folded = known.get(text)
  if (folded !== undefined) return folded
  folded = fold(text)
  if (text.length > MAX_KNOWN_LENGTH) return folded
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, folded)
  return folded
}

function fold(text: string): string {
  const visible = text.replace(INVISIBLE, '').replace(TOO_MANY_MARKS, '$1')
  // Plain signs before the decomposition too, which turns some of their look-alikes (´, ϲ) into something else.
  const decomposed = withPlainSigns(visible).normalize('NFKD')
  return withFoldedSigns(decomposed).replace(BLANKS, ' ').trim().normalize('NFC')
}

/** Letters of names that resemble a Latin letter, beyond those that texts take for one; in lower case, after marks are dropped. */
const LIKE_IN_NAMES = new Map(Object.entries({
  ...Object.fromEntries([...'ᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᎩᎥ'].map((sign, index) => [sign.toLowerCase(), 'abcdeghjklmprstvwzyi'[index] ?? ''])),
  ɑ: 'a', г: 'r', ł: 'i', đ: 'd', ħ: 'h', ø: 'o', ŧ: 't', ɩ: 'i', ɪ: 'i', ʀ: 'r', ɴ: 'n', ʟ: 'i', ƙ: 'k', ɓ: 'b', ɗ: 'd', 0: 'o', 1: 'i', l: 'i', 5: 's',
}))

/**
 * A name as one sees it at a glance, equal for names that people could take for each other: like `foldedText`, but also without accents,
 * signs and blanks, and with one letter for those that resemble it, such as o for 0 and i for l.
 */
export function foldedName(name: string): string {
  const plain = foldedText(name)
  const letters = [...plain.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '')].map((sign) => LIKE_IN_NAMES.get(sign) ?? sign)
  // Twice, because what looks like l looks like i.
  const folded = letters.map((sign) => LIKE_IN_NAMES.get(sign) ?? sign).join('')
  return folded === '' ? plain : folded
}

/**
 * Everything that decides how a text is folded, except Unicode itself: tables, patterns and functions. A stored folding may be another than
 * today's if this has changed since.
 */
export function foldingSource(): string {
  return [JSON.stringify([LIKE_LATIN, ...LIKE_PUNCTUATION]), DASH, INVISIBLE, BLANKS, TOO_MANY_MARKS, ASCII, foldedText, fold, foldSign, foldCase, plainSign, likeLatin].map(String).join('\n')
}
