import type { ResolvedField, ResolvedSection } from '../../../core/index.ts'
import { widgetOf } from '../../../core/index.ts'

/** Pixels below which a column is not read or typed in well, and what it takes where there is room. */
interface Span { least: number; usual: number; grows: boolean }

const SPANS: Record<string, Span> = {
  textarea: { least: 180, usual: 280, grows: true },
  text: { least: 110, usual: 180, grows: true },
  reference: { least: 120, usual: 190, grows: true },
  select: { least: 110, usual: 160, grows: true },
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

/**
 * The width of each column in pixels: at least what its kind needs, up to its usual or declared width as there is room,
 * and beyond that texts and choices grow. Their sum is above `room` only when the least widths are: then the table scrolls.
 */
export function columnWidths(fields: ResolvedField[], declared: Record<string, number | undefined>, room: number): number[] {
  const spans = fields.map((field): Span => {
    const span = SPANS[widgetOf(field)] ?? OTHER
    return { ...span, usual: Math.max(span.least, declared[field.name] ?? span.usual) }
  })
  const least = sumOf(spans.map((span) => span.least))
  const usual = sumOf(spans.map((span) => span.usual))
  if (room <= least) return spans.map((span) => span.least)
  if (room <= usual) return spans.map((span) => span.least + ((span.usual - span.least) * (room - least)) / (usual - least))
  const growing = spans.some((span) => span.grows) ? spans.map((span) => (span.grows ? span.usual : 0)) : spans.map((span) => span.usual)
  return spans.map((span, index) => span.usual + ((room - usual) * (growing[index] ?? 0)) / sumOf(growing))
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0)
