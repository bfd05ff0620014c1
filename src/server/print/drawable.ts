/** Replaces characters that the font lacks. They would print as boxes, several for one emoji. */

/** Replaces what cannot be printed, so that a reader sees that something is missing. */
const UNDRAWN = '\u{FFFD}'
/** Keys of pdfmake content that hold printed text; all others define its appearance. */
const HOLDS_TEXT = new Set(['text', 'stack', 'columns', 'table', 'body'])
const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

export type HasGlyph = (codePoint: number) => boolean

/** Rewrites every text in the content with characters of the font. */
export function drawable<T>(content: T, hasGlyph: HasGlyph): T {
  return walk(content, hasGlyph) as T
}

function walk(content: unknown, hasGlyph: HasGlyph): unknown {
  if (typeof content === 'string') return drawableText(content, hasGlyph)
  if (Array.isArray(content)) return content.map((part) => walk(part, hasGlyph))
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(Object.entries(content).map(([name, part]) => [name, HOLDS_TEXT.has(name) ? walk(part, hasGlyph) : part]))
}

/**
 * Rewrites a text with characters of the font: fancy letters become plain ones, and each visible character that cannot be printed becomes
 * one U+FFFD.
 */
export function drawableText(text: string, hasGlyph: HasGlyph): string {
  if (/^[\n\x20-\x7e]*$/.test(text)) return text
  return [...CLUSTERS.segment(text.normalize('NFC'))].map(({ segment }) => drawableCluster(segment, hasGlyph)).join('')
}

function drawableCluster(cluster: string, hasGlyph: HasGlyph): string {
  if (/[\n\u2028\u2029]/.test(cluster)) return '\n'
  // Control characters and variation selectors only affect how others are shown.
  const seen = cluster.replace(/[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu, '')
  if (seen === '') return cluster === '\t' ? ' ' : ''
  const canDraw = (character: string): boolean => hasGlyph(character.codePointAt(0) ?? 0)
  for (const written of [seen, seen.normalize('NFKC')]) if ([...written].every(canDraw)) return written
  if (/^\s+$/u.test(seen)) return ' '
  const [base = ''] = seen
  // A letter whose mark is missing from the font is still that letter; an emoji is not its first component.
  return canDraw(base) && /\p{M}/u.test(seen) ? [...seen].filter(canDraw).join('') : UNDRAWN
}
