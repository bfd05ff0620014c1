/** Keys that people could mistake for each other: they differ only in case, or in letters of other alphabets that look like Latin ones. */
import type { Tx } from './database.ts'
import { literal } from './field-sql.ts'
import { Statement } from './statement.ts'

/** Lower-case Greek and Cyrillic letters that look like a Latin letter, in lower or upper case. */
const LIKE_LATIN: Record<string, string> = {
  а: 'a', в: 'b', е: 'e', ё: 'ë', з: '3', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', і: 'i', ї: 'ï', ј: 'j', ԁ: 'd', ԛ: 'q', ԝ: 'w', ү: 'y', һ: 'h', ӏ: 'i', ѵ: 'v',
  α: 'a', β: 'b', ε: 'e', ζ: 'z', η: 'h', ι: 'i', κ: 'k', μ: 'm', ν: 'n', ο: 'o', ρ: 'p', τ: 't', υ: 'y', χ: 'x', ϲ: 'c', ϳ: 'j', ı: 'i', ɡ: 'g',
}
/** The ranges of code points that are folded: Latin with diacritics, Greek and Cyrillic, and full-width Latin. */
const FOLDED: [first: number, last: number][] = [[0x41, 0x5a], [0xc0, 0x2af], [0x370, 0x52f], [0xff10, 0xff5a]]

function folded(sign: string): string {
  const plain = sign.normalize('NFKC').toLowerCase()
  // The original sign comes first, because NFKC turns a lunate sigma into another letter that has no Latin look-alike.
  return LIKE_LATIN[sign.toLowerCase()] ?? LIKE_LATIN[plain] ?? plain
}

const PAIRS = FOLDED.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)))
  .map((sign) => [sign, folded(sign)] as const).filter(([sign, to]) => sign !== to && [...to].length === 1)
/** The arguments of the database's `translate`. Case is folded here too, since the database's own folding depends on its locale. */
const FROM = PAIRS.map(([sign]) => sign).join('')
const TO = PAIRS.map(([, to]) => to).join('')
const FOLDS = new Map<string, string>(PAIRS)

/** The folded form of a key, equal for two keys that people could confuse. */
export function lookOf(key: string): string {
  return [...key].map((sign) => FOLDS.get(sign) ?? sign).join('')
}

/** Whether a key has no invisible characters and no variants of plain letters or digits, such as mathematical letters. */
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
