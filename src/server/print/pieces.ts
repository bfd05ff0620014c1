/** A block of a sheet as the pieces between which a page may end. */
import { BARE, COLOURS } from './parts.ts'
import type { Sent, SentCell } from './sent.ts'

export interface Pieces {
  title?: string
  /** Stands over the pieces, with the title, on each page that has some of them. */
  header?: Sent
  /** None is parted by the end of a page, unless it is too long for that. */
  groups: Sent[]
  /** Points left free above. */
  above: number
}

/** Letters of a kept piece: with more it may, in a narrow column, not fit on one page; what lies beyond the page is lost. */
const MAX_KEPT = 1000
/** So few pieces do not part from what keeps to them. */
const FEW = 6
/** What a line's end counts as: one line may hold a single character. */
const LINE = 45
const HOLDS_TEXT = ['text', 'stack', 'columns', 'table', 'body'] as const

/** The pieces one under the other, with what is to stand on the page of the last of them. */
export function drawPieces({ title, header, groups, above }: Pieces, beneath: Sent[] = []): Sent {
  const kept = beneath.length === 0 ? groups : withBeneath(groups, beneath)
  const head: Sent[] = [
    ...(title === undefined ? [] : [{ text: title, fontSize: 10.5, bold: true, color: COLOURS.INK, margin: [0, 0, 0, 4] as [number, number, number, number] }]),
    ...(header === undefined ? [] : [header]),
  ]
  const rows: SentCell[][] = [...(head.length === 0 ? [] : [[{ stack: head }]]), ...kept.map((group) => [group])]
  const isShort = (group: Sent): boolean => weightOf(group) <= MAX_KEPT
  const body: Sent = {
    margin: [0, above, 0, 0], layout: BARE,
    table: { widths: ['*'], headerRows: head.length === 0 ? 0 : 1, keepWithHeaderRows: kept.slice(0, 1).every(isShort) ? 1 : 0, dontBreakRows: kept.every(isShort), body: rows },
  }
  if (kept !== groups || beneath.length === 0) return body
  return { stack: [body, { stack: beneath, unbreakable: weightOf(beneath) <= MAX_KEPT }] }
}

/** The pieces with what keeps to the last of them, or to all where they are few; as they were where that is too much for one page. */
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
