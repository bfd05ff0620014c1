import type { ResolvedField, ResolvedSection } from '../../../core/index.ts'
import { widgetOf } from '../../../core/index.ts'

/** `least`: the width in pixels below which a column is hard to read or type in; `usual`: its width where there is room. */
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

/** Width of the line number column. Like that of the buttons at the end, it never changes. */
export const COUNT_WIDTH = 36
const BUTTON_WIDTH = 38

/** Width of the buttons at the end of a line, in pixels. */
export function actionsWidth(section: ResolvedSection, canEdit: boolean): number {
  const buttons = Object.keys(section.dialogs).length + (canEdit ? 2 : 0)
  return buttons === 0 ? 0 : buttons * BUTTON_WIDTH + 12
}

/** The fraction of its minimum width to which an empty text or select column may shrink. */
const EMPTY = 0.8

/**
 * The width of each column in pixels. Each column first gets the minimum of its kind. Then columns get the width of their texts, short ones
 * before long ones, which wrap. Then they get their usual or declared width, and text and select columns share the rest. The sum exceeds
 * `room` only if the minimum widths do: then the table scrolls.
 * @param contents the width of the longest text of each column, 0 for an empty column; omit if unknown.
 * @param headings the width of the longest word of each heading: words are never broken.
 */
export function columnWidths(fields: ResolvedField[], declared: Record<string, number | undefined>, room: number, contents: number[] = [], headings: number[] = []): number[] {
  const spans = fields.map((field) => SPANS[widgetOf(field)] ?? OTHER)
  // Text wraps; a number must not.
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

/** Widths that add up to the room: each column gets an equal share of the extra space, up to what it wants. */
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

/** Widths that add up to the room: every column moves the same fraction from `from` to `to`. */
function between(from: number[], to: number[], room: number): number[] {
  const way = (room - sumOf(from)) / (sumOf(to) - sumOf(from))
  return from.map((width, index) => width + ((to[index] ?? width) - width) * way)
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0)
