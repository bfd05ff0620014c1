/** What a font has no sign for would be drawn as boxes, several for one emoji: it is written otherwise, or as one plain sign. */

/** Stands for what cannot be drawn, so that a reader sees that something stood there. */
const UNDRAWN = '\u{FFFD}'
/** Where a content of pdfmake holds what is drawn; everything else in it says how. */
const HOLDS_TEXT = new Set(['text', 'stack', 'columns', 'table', 'body'])
const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

export type HasGlyph = (codePoint: number) => boolean

/** The content with each of its texts written so that the font can draw it. */
export function drawable<T>(content: T, hasGlyph: HasGlyph): T {
  return walk(content, hasGlyph) as T
}

function walk(content: unknown, hasGlyph: HasGlyph): unknown {
  if (typeof content === 'string') return drawableText(content, hasGlyph)
  if (Array.isArray(content)) return content.map((part) => walk(part, hasGlyph))
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(Object.entries(content).map(([name, part]) => [name, HOLDS_TEXT.has(name) ? walk(part, hasGlyph) : part]))
}

/** The text as the font can draw it: fancy letters as plain ones, what has no sign at all as one U+FFFD for each character that a reader sees. */
export function drawableText(text: string, hasGlyph: HasGlyph): string {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text
  return [...CLUSTERS.segment(text.normalize('NFC'))].map(({ segment }) => drawableCluster(segment, hasGlyph)).join('')
}

function drawableCluster(cluster: string, hasGlyph: HasGlyph): string {
  if (/[\n\u2028\u2029]/.test(cluster)) return '\n'
  // Marks that only say how others are to be written have no look of their own.
  const seen = cluster.replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '')
  if (seen === '') return cluster === '\t' ? ' ' : ''
  const canDraw = (character: string): boolean => hasGlyph(character.codePointAt(0) ?? 0)
  for (const written of [seen, seen.normalize('NFKC')]) if ([...written].every(canDraw)) return written
  if (/^\s+$/u.test(seen)) return ' '
  const [base = ''] = seen
  // A letter under a mark that the font does not have is still that letter; an emoji is not its first part.
  return canDraw(base) && /\p{M}/u.test(seen) ? [...seen].filter(canDraw).join('') : UNDRAWN
}
