import type { Content } from 'pdfmake/interfaces.js'

/** Longer than ordinary words, and shorter than the narrowest prose column. */
const LONG_WORD = /(\S{25,})/

/** Allows very long words to break anywhere: a table grows with a word it cannot break, which pushes the other columns off the page. */
export function breakable(text: string): string | Content[] {
  if (!LONG_WORD.test(text)) return text
  return text.split(LONG_WORD).filter((part) => part !== '').map((part) => (LONG_WORD.test(part) ? { text: part, wordBreak: 'break-all' } : { text: part }))
}
