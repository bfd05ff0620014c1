/** A language for tests, in which every text stands between brackets: what stands outside is not translated. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { comeToRest } from './harness.ts'

export const PSEUDO = 'en-XA'
const LIST = JSON.parse(readFileSync('texts/en.json', 'utf8')) as Record<string, { one?: string }>
const bracketed = (text: string): string => `⟦${text}⟧`

/** Writes the language's file for a folder of modules. */
export function writePseudoLanguage(folder: string): void {
  const texts = Object.entries(LIST).map(([source, { one }]) => [source, one === undefined ? bracketed(source) : { one: bracketed(one), other: bracketed(source) }])
  mkdirSync(path.join(folder, 'texts'), { recursive: true })
  writeFileSync(path.join(folder, 'texts', `${PSEUDO}.json`), JSON.stringify(Object.fromEntries(texts)))
}

/** The texts that the server sent to the page: data of records, besides texts of ours. */
export function dataOf(page: Page): Set<string> {
  const data = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') data.add(value.toLowerCase())
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/') && (response.headers()['content-type'] ?? '').includes('json')) void response.json().then(collect, () => undefined)
  })
  return data
}

/** Dates, times and amounts, whose formats are the same in every language, and names that are not translated. */
const FORMATTED = /\b(\d+|an?) (second|minute|hour|day)s? ago\b|\b\d+(st|nd|rd|th)?\b|\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b|\b(am|pm|KES|USD|kB|MB|ESS|Chrome|Headless|Chromium|Linux)\b|\b(yesterday|today|tomorrow|in \d+ days?)\b/gi
const WORD = /\p{L}{3}/u

/** Words of records and settings of the demo that are texts of ours elsewhere. */
const OF_RECORDS = new Set(['Department', 'Donor', 'County', 'Travel', 'Per diem', 'Password', 'Day'])
/** The table of mantine-datatable has no property for them. */
const OF_LIBRARY = new Set(['Sorted ascending', 'Sorted descending', 'Not sorted'])

/**
 * Texts on the screen, and those that only screen readers read, which are neither translated nor data.
 * @param showsManifest whether the screen shows captions as the manifest has them, to be edited: then they are data, too.
 */
export async function untranslatedTexts(page: Page, data: ReadonlySet<string>, showsManifest = false): Promise<string[]> {
  await comeToRest(page)
  const shown = await page.evaluate(() => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text && !/^(STYLE|SCRIPT|NOSCRIPT)$/.test(node.parentElement?.tagName ?? '') && node.parentElement?.checkVisibility()) found.push(node.data)
      else if (node instanceof Element && node.checkVisibility() && node.closest('[aria-hidden="true"]') === null) found.push(...['aria-label', 'placeholder', 'title', 'alt'].map((name) => node.getAttribute(name) ?? ''))
    }
    return found
  })
  const all = [...data]
  const isData = (piece: string): boolean => OF_RECORDS.has(piece) || OF_LIBRARY.has(piece) || ((showsManifest || !Object.hasOwn(LIST, piece)) && all.some((one) => one.includes(piece.toLowerCase())))
  const pieces = shown.map((text) => withoutBrackets(text).trim()).filter((text) => !isData(text)).flatMap((text) => text.split(/[·:;,–→()+/|“”]|\s{2,}/))
  const outside = pieces.map((piece) => piece.trim()).filter((piece) => !isData(piece)).map((piece) => piece.replace(FORMATTED, ' ').trim()).filter((piece) => WORD.test(piece) && !isData(piece))
  return [...new Set(outside)]
}

/** Brackets may stand in brackets: a caption in a sentence. A sentence with elements begins in one text and ends in another. */
function withoutBrackets(text: string): string {
  const inner = text.replace(/⟦[^⟦⟧]*⟧/g, '  ')
  return inner === text ? text.replace(/⟦.*|.*⟧/gs, '') : withoutBrackets(inner)
}
