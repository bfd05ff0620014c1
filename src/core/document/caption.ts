import { hasInvisible, isMisleading, isStorable, SHOWN } from '../blank-text.ts'

/**
 * A caption: one line that shows something, fits into a heading, and reads in the order in which it is written. A regular expression, so that
 * the language's schemas can check texts with it too.
 */
export const CAPTION = new RegExp(`^(?=.*?(?:${SHOWN.source}))[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202A-\\u202E\\u2066-\\u2069]{1,200}$`, 'u')

/** Describes a valid caption, for the author of an invalid one. */
export const CAPTION_FORM = 'one line of text of 1 to 200 characters, without bidirectional controls'

/** Whether the text is a single line, so that it may become a heading, a file name or the subject of a mail. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

/** Why the text cannot be entered where one line is, such as a name; the problem is the key of its message. */
export function singleLineProblem(text: string): 'unstorable' | 'oneLine' | 'invisible' | undefined {
  if (!isStorable(text) || isMisleading(text)) return 'unstorable'
  if (!isOneLine(text)) return 'oneLine'
  return hasInvisible(text) ? 'invisible' : undefined
}
