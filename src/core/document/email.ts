import { t } from '../texts.ts'

const MAX_LENGTH = 254
/** Something, an at sign, something with a dot. */
const PATTERN = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]+$/
/** Visible ASCII, and Latin letters with diacritics, without those that pass for a plain letter: dotless i, kra, long s, middle-dot l, ligatures. */
const PLAIN = /^[\x21-\x7eÀ-ÖØ-öø-İĴ-ķĹ-ľŁ-ňŊ-ž]$/

/**
 * Whether the text has the form of an e-mail address. Texts with line breaks, lists and display names do not. Where a person enters an address
 * that is stored, `emailIssue` says more.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_LENGTH && PATTERN.test(text)
}

/**
 * A character that an e-mail address to be stored may not have, named for people; undefined if there is none. Letters of other alphabets are
 * refused, since a Cyrillic а passes for a Latin one wherever people compare addresses; so are invisible characters.
 */
export function foreignSignIn(email: string): string | undefined {
  const foreign = [...email].find((sign) => !PLAIN.test(sign))
  if (foreign === undefined) return undefined
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(foreign) ? `“${foreign}”` : `the invisible character U+${(foreign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/** What is wrong with an e-mail address to be stored, as a sentence; undefined if nothing is. */
export function emailIssue(text: string): string | undefined {
  if (!isEmail(text)) return t('E-mail must be valid')
  const foreign = foreignSignIn(text)
  return foreign === undefined ? undefined : `E-mail must be in Latin letters, without ${foreign}`
}
