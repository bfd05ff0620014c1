import type { Content } from 'pdfmake/interfaces.js'

/** Longer than words are; shorter than the narrowest column of prose. */
const LONG_WORD = /(\S{25,})/

/** A text whose endless words may break anywhere: a table grows by a word that it cannot break, and pushes its other columns off the paper. */
export function breakable(text: string): string | Content[] {
  if (!LONG_WORD.test(text)) return text
  return text.split(LONG_WORD).filter((part) => part !== '').map((part) => (LONG_WORD.test(part) ? { text: part, wordBreak: 'break-all' } : { text: part }))
}
