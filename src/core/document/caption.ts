/**
 * What people read as a caption: one line that says something and fits into a heading, whose text stands in the order in which it is
 * written. As a pattern, so that the schemas of the language hold texts against it too.
 */
export const CAPTION = /^(?!\s*$)[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]{1,200}$/u

/** What is right for a caption, for who wrote another. */
export const CAPTION_FORM = 'one line of text of 1 to 200 characters, without signs that turn the direction of writing'

/** Whether the text is one line: it may become a heading, a file name or the subject of a mail. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}
