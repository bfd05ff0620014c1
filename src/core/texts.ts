/**
 * Texts in the language of the person who reads them. The English text in the code is the key, so the code stays readable and a text
 * without a translation is shown in English.
 */
import { fill } from './document/fill.ts'

/** A text that depends on the number `count`, in English. Its key is the form of several. */
export interface Plural { one: string; other: string }

/** The texts of a language by their English source; for a plural its forms by the categories that `Intl.PluralRules` has for the language. */
export interface Translation { language: string; texts: Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>> }

/** The names of the placeholders in a literal text; no check of a text that is known only at run time. */
export type Placeholders<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never

type Value = string | number
type Values<S extends string | Plural> = S extends Plural ? Record<'count' | Placeholders<S['one' | 'other']>, Value>
  : string extends S ? Record<string, Value>
    : { [Name in Placeholders<S>]: Value }
type Given<S extends string | Plural> = S extends string ? (string extends S ? [Values<S>?] : [Placeholders<S>] extends [never] ? [] : [Values<S>]) : [Values<S>]

const ENGLISH = new Intl.PluralRules('en')
const rules = new Map([['en', ENGLISH]])

/** Set by the page of a portal in another language, before any module runs: their constants are texts, too. */
const ofPage = (globalThis as { dirishaTranslation?: Translation }).dirishaTranslation

let translation: () => Translation | undefined = () => ofPage

/**
 * Says where the translation is found, undefined for English, if not in the page. It is asked at each text, because the server has another
 * one for each request.
 */
export function translateBy(read: () => Translation | undefined): void {
  translation = read
}

/** The language of the texts now, as a BCP 47 tag. */
export function textLanguage(): string {
  return translation()?.language ?? 'en'
}

/**
 * A text for people, translated and with its placeholders filled. Tools list what is written here (texts/en.json), so give a literal, or
 * a constant that is marked by `text`.
 */
export function t<const S extends string | Plural>(source: S, ...[values]: Given<S>): string {
  const filled: Record<string, Value> | undefined = values
  const template = templateOf(source, filled?.['count'])
  return filled === undefined ? template : fill(template, filled)
}

/** The translated text with its placeholders. */
export function templateOf(source: string | Plural, count: Value | undefined): string {
  const known = translation()
  const key = typeof source === 'string' ? source : source.other
  const found = known && Object.hasOwn(known.texts, key) ? known.texts[key] : undefined
  if (typeof found === 'string') return found
  if (known !== undefined && typeof found === 'object') return found[rulesOf(known.language).select(Number(count))] ?? found.other ?? key
  return englishOf(source, count)
}

const englishOf = (source: string | Plural, count: Value | undefined): string => (typeof source === 'string' ? source : source[ENGLISH.select(Number(count)) === 'one' ? 'one' : 'other'])

function rulesOf(language: string): Intl.PluralRules {
  const made = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, made)
  return made
}

/** Marks a text that is translated later, where it is shown: a constant of the server, which is made before it is known who will read it. */
export function text<const S extends string | Plural>(source: S): S {
  return source
}

/** The same for each text in an object of constants. */
export function texts<const T extends object>(sources: T): T {
  return sources
}
