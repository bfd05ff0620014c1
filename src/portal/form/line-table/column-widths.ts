import type { ResolvedField, ResolvedSection } from '../../../core/index.ts'
import { widgetOf } from '../../../core/index.ts'

/** Pixels below which a column is not read or typed in well, and what it takes where there is room. */
interface Span { least: number; usual: number; grows: boolean }

const SPANS: Record<string, Span> = {
  textarea: { least: 150, usual: 280, grows: true },
  text: { least: 96, usual: 180, grows: true },
  reference: { least: 104, usual: 190, grows: true },
  select: { least: 104, usual: 160, grows: true },
  tags: { least: 140, usual: 200, grows: true },
  money: { least: 104, usual: 130, grows: false },
  number: { least: 80, usual: 110, grows: false },
  date: { least: 140, usual: 160, grows: false },
  'date-time': { least: 290, usual: 310, grows: false },
  time: { least: 110, usual: 120, grows: false },
  checkbox: { least: 60, usual: 80, grows: false },
  switch: { least: 60, usual: 80, grows: false },
}
const OTHER: Span = { least: 120, usual: 180, grows: true }

/** The line's number, and the buttons at its end, which never change. */
export const COUNT_WIDTH = 36
const BUTTON_WIDTH = 38

/** Room that the buttons at a line's end take. */
export function actionsWidth(section: ResolvedSection, canEdit: boolean): number {
  const buttons = Object.keys(section.dialogs).length + (canEdit ? 2 : 0)
  return buttons === 0 ? 0 : buttons * BUTTON_WIDTH + 12
}

/** How far below the least width of its kind an empty column of texts or choices may go. */
const EMPTY = 0.8

/**
 * The width of each column in pixels. There is at least what its kind needs; then what its texts take, short ones before long ones, which
 * are read on more lines; then its usual or declared width; and beyond that texts and choices grow. Their sum is above `room` only when the
 * least widths are: then the table scrolls.
 * @param contents what the longest text of each column takes, 0 for an empty column; nothing is known of them when left out.
 * @param headings what the longest word of each heading takes: none is broken inside a word.
 */
export function columnWidths(fields: ResolvedField[], declared: Record<string, number | undefined>, room: number, contents: number[] = [], headings: number[] = []): number[] {
  const spans = fields.map((field) => SPANS[widgetOf(field)] ?? OTHER)
  // A text goes on in the next line; half a figure is none.
  const read = (span: Span, index: number): number => (span.grows ? span.least : Math.max(span.least, contents[index] ?? 0))
  const least = spans.map((span, index) => Math.max(contents[index] === 0 && span.grows ? span.least * EMPTY : read(span, index), headings[index] ?? 0))
  const filled = least.map((width, index) => Math.max(width, contents[index] ?? 0))
  const usual = spans.map((span, index) => Math.max(filled[index] ?? 0, declared[fields[index]?.name ?? ''] ?? span.usual))
  const growing = spans.map((span, index) => (span.grows || !spans.some(({ grows }) => grows) ? (usual[index] ?? 0) : 0))
  if (room <= sumOf(least)) return least
  if (room <= sumOf(filled)) return shortFirst(least, filled, room)
  if (room <= sumOf(usual)) return between(filled, usual, room)
  return usual.map((width, index) => width + ((room - sumOf(usual)) * (growing[index] ?? 0)) / sumOf(growing))
}

/** Widths whose sum is the room: each column gets the same on top of what it has, as long as it wants more. */
function shortFirst(from: number[], wanted: number[], room: number): number[] {
  const widths = [...from]
  let left = room - sumOf(from)
  const byNeed = from.map((width, index) => ({ index, need: (wanted[index] ?? width) - width })).filter(({ need }) => need > 0).sort((a, b) => a.need - b.need)
  byNeed.forEach(({ index, need }, place) => {
    const given = Math.min(need, left / (byNeed.length - place))
    widths[index] = (widths[index] ?? 0) + given
    left -= given
  })
  return widths
}

/** Widths whose sum is the room, each as far on its way as the others. */
function between(from: number[], to: number[], room: number): number[] {
  const way = (room - sumOf(from)) / (sumOf(to) - sumOf(from))
  return from.map((width, index) => width + ((to[index] ?? width) - width) * way)
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0)
