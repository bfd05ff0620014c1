/** Whether the text is one line: it may become a heading, a file name or the subject of a mail. */
export function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}
