/** Splits a block of a sheet into pieces between which a page may break. */
import { BARE_LAYOUT, COLOURS } from './parts.ts'
import type { Sent, SentCell } from './sent.ts'

export interface Pieces {
  title?: string
  /** Repeated above the pieces, with the title, on each page. */
  header?: Sent
  /** No piece is split across pages, unless it is too long. */
  groups: Sent[]
  /** Space above, in points. */
  above: number
}

/**
 * Most characters of an unbreakable piece: a longer one might, in a narrow column, not fit on one page, and pdfmake drops what lies beyond
 * the page.
 */
const MAX_KEPT = 1000
/** A block with at most this many pieces stays together with the content that follows it. */
const FEW = 6
/** Characters that a line break counts as: a line may hold a single character. */
const LINE = 45
const HOLDS_TEXT = ['text', 'stack', 'columns', 'table', 'body'] as const

/** Stacks the pieces. `beneath` stays on the page of the last one. */
export function drawPieces({ title, header, groups, above }: Pieces, beneath: Sent[] = []): Sent {
  const kept = beneath.length === 0 ? groups : withBeneath(groups, beneath)
  const head: Sent[] = [
    ...(title === undefined ? [] : [{ text: title, fontSize: 10.5, bold: true, color: COLOURS.INK, margin: [0, 0, 0, 4] as [number, number, number, number] }]),
    ...(header === undefined ? [] : [header]),
  ]
  const rows: SentCell[][] = [...(head.length === 0 ? [] : [[{ stack: head }]]), ...kept.map((group) => [group])]
  const isShort = (group: Sent): boolean => weightOf(group) <= MAX_KEPT
  const body: Sent = {
    margin: [0, above, 0, 0], layout: BARE_LAYOUT,
    table: { widths: ['*'], headerRows: head.length === 0 ? 0 : 1, keepWithHeaderRows: kept.slice(0, 1).every(isShort) ? 1 : 0, dontBreakRows: kept.every(isShort), body: rows },
  }
  if (kept !== groups || beneath.length === 0) return body
  return { stack: [body, { stack: beneath, unbreakable: weightOf(beneath) <= MAX_KEPT }] }
}

/** Joins `beneath` to the last piece, or to all of them if they are few. Returns the pieces unchanged if that is too much for one page. */
function withBeneath(groups: Sent[], beneath: Sent[]): Sent[] {
  for (const from of [groups.length <= FEW ? 0 : groups.length - 1, groups.length - 1]) {
    const piece = [...groups.slice(from), ...beneath]
    if (weightOf(piece) <= MAX_KEPT) return [...groups.slice(0, from), { stack: piece }]
  }
  return groups
}

function weightOf(content: unknown): number {
  if (typeof content === 'string') return content.length + LINE * (content.match(/\n/g)?.length ?? 0)
  if (Array.isArray(content)) return content.reduce<number>((sum, part) => sum + weightOf(part), 0)
  if (typeof content !== 'object' || content === null) return 0
  return HOLDS_TEXT.reduce((sum, name) => sum + (name in content ? weightOf((content as Record<string, unknown>)[name]) : 0), 0)
}
