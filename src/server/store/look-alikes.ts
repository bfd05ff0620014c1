/** Keys that people would take for one another: the same but for case, or for letters of other alphabets that look like those of this one. */
import type { Tx } from './database.ts'
import { literal } from './field-sql.ts'
import { Statement } from './statement.ts'

/** Greek and Cyrillic letters, small, that look like a Latin one in small or in capital letters. */
const LIKE_LATIN: Record<string, string> = {
  а: 'a', в: 'b', е: 'e', ё: 'ë', з: '3', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', і: 'i', ї: 'ï', ј: 'j', ԁ: 'd', ԛ: 'q', ԝ: 'w', ү: 'y', һ: 'h', ӏ: 'i', ѵ: 'v',
  α: 'a', β: 'b', ε: 'e', ζ: 'z', η: 'h', ι: 'i', κ: 'k', μ: 'm', ν: 'n', ο: 'o', ρ: 'p', τ: 't', υ: 'y', χ: 'x', ϲ: 'c', ϳ: 'j', ı: 'i', ɡ: 'g',
}
/** First and last of the code points that are folded: Latin with accents, Greek and Cyrillic, and Latin as wide as Chinese signs. */
const FOLDED: [first: number, last: number][] = [[0x41, 0x5a], [0xc0, 0x2af], [0x370, 0x52f], [0xff10, 0xff5a]]

function folded(sign: string): string {
  const plain = sign.normalize('NFKC').toLowerCase()
  // Before that form is asked for: it makes of a lunate sigma another letter, which looks like none.
  return LIKE_LATIN[sign.toLowerCase()] ?? LIKE_LATIN[plain] ?? plain
}

const PAIRS = FOLDED.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)))
  .map((sign) => [sign, folded(sign)] as const).filter(([sign, to]) => sign !== to && [...to].length === 1)
/** What `translate` of the database replaces by what. It folds no case by itself: that would hang on the database's locale. */
const FROM = PAIRS.map(([sign]) => sign).join('')
const TO = PAIRS.map(([, to]) => to).join('')
const FOLDS = new Map<string, string>(PAIRS)

/** What a key looks like: of two that people would confuse it is the same. */
export function lookOf(key: string): string {
  return [...key].map((sign) => FOLDS.get(sign) ?? sign).join('')
}

/** Whether a key is without signs that show nothing, and without those that stand for a plain letter or digit, such as letters of mathematics. */
export function looksPlain(key: string): boolean {
  const look = lookOf(key)
  return !/\p{Default_Ignorable_Code_Point}/u.test(key) && look.normalize('NFKC') === look
}

/** Another key of the type in the company that looks like this one. */
export async function lookAlike(tx: Tx, { company, type, key }: { company: string; type: string; key: string }): Promise<string | undefined> {
  const s = new Statement()
  const [found] = await s.run<{ key: string }>(tx, `select key from documents where company = ${s.value(company)} and type = ${literal(type)}
    and translate(key, ${literal(FROM)}, ${literal(TO)}) = ${s.value(lookOf(key))} and key <> ${s.value(key)} limit 1`)
  return found?.key
}
