/** Characters and texts that show nothing, or mislead. */

/** Characters that show nothing and take no space: those that Unicode lets fonts ignore, controls, and the marks of annotations. */
export const INVISIBLE = /(?!\p{White_Space})[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]/gu
/** White space, and the Braille pattern without dots, which Unicode does not count as such. */
export const BLANKS = /[\p{White_Space}\u2800]+/gu
/** A character that shows something, or NUL. Its opposite, repeated to the end of a text, would overflow the stack on a long one. */
export const SHOWN = /\0|[^\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb\p{White_Space}\u2800]/u

/** PostgreSQL stores neither NUL nor half of a surrogate pair in jsonb. */
const UNSTORABLE = /[\0\p{Surrogate}]/u
/**
 * Controls other than tabs and line breaks, and bidirectional controls, which make text display differently from what is stored (Unicode
 * TR 36, 3.1.3).
 */
const MISLEADING = /(?![\t\n\r])[\p{Cc}\u202A-\u202E\u2066-\u2069]/u

/**
 * Characters that show nothing and that no name needs (scripts and emoji do need joiners and variation selectors): with them two names look
 * the same.
 */
const HIDDEN = /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B\u2060-\u2064\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/u

/** Whether the database can store the text. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/** Whether the text has characters that make it display differently from what is stored: no field accepts them. */
export function isMisleading(text: string): boolean {
  return MISLEADING.test(text)
}

/** Whether the text has invisible characters that no script needs: no name accepts them. */
export function hasInvisible(text: string): boolean {
  return HIDDEN.test(text)
}

/** Whether a text shows nothing: it is empty, or all its characters are blanks, controls or invisible. NUL is none of them: it cannot be stored. */
export function isBlank(text: string): boolean {
  return !SHOWN.test(text)
}

/** A text as the person who entered it meant it: without the white space around it, and empty if it shows nothing. */
export function shownText(text: string): string {
  return isBlank(text) ? '' : text.trim()
}

/** The text on one line: each stretch of white space is one blank, and there is none at the ends. */
export function singleSpaced(text: string): string {
  return text.replace(BLANKS, ' ').trim()
}

/** The items of a list without texts that show nothing. */
export function shownItems<T>(items: readonly T[]): T[] {
  return items.filter((item) => typeof item !== 'string' || !isBlank(item))
}
