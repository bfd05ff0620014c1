/** Building blocks of printed sheets. */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { Tone } from '../../core/index.ts'

export const COLOURS = { INK: '#1c2733', FAINT: '#667281', RULE: '#d5dbe1', SHADE: '#f3f5f8' }
export const TONES: Record<Tone, string> = {
  neutral: '#52606d', info: '#1864ab', progress: '#9a5b00', success: '#1e7a3c', warning: '#9a5b00', danger: '#b42318',
}
export const HEADING = { fontSize: 8.5, bold: true, color: COLOURS.FAINT, fillColor: COLOURS.SHADE }
/** Padding in points at each side of a cell. */
export const CELL_SIDE = 6

/** Side margin of a page in points. */
export const PAGE_SIDE_MARGIN = 44

/** Names of table layouts. Only the names are sent to the rendering thread, which resolves them (table-layouts.ts). */
export const BARE_LAYOUT = 'bare'

/**
 * A table layout with a thin line under each row.
 * @param isDense less padding above and below
 * @param summed number of the row followed by a strong line, because the rows after it are totals
 */
export function ruledLayout(isDense: boolean, summed = 0): string {
  return `ruled ${isDense ? 2.2 : 4.2} ${summed}`
}

/** A table layout without lines, with padding to the right of each cell. */
export function spacedLayout(isDense: boolean): string {
  return `spaced ${isDense ? 1.6 : 3}`
}

/** Placeholder cells covered by a spanning cell. */
export function blanks(count: number): TableCell[] {
  return Array.from({ length: count }, () => '')
}

/** A line across the page, made as a table with one cell: it fills the width, which a drawn line cannot know. */
export function rule(color: string, width: number, margin: [number, number, number, number]): Content {
  return { table: { widths: ['*'], body: [[{ text: '', fontSize: 1, border: [false, true, false, false] }]] }, layout: `line ${width} ${color}`, margin }
}

/** A line of a fixed length in points. */
export function stroke(color: string, width: number, length: number): Content {
  return { canvas: [{ type: 'line', x1: 0, y1: 0, x2: length, y2: 0, lineWidth: width, lineColor: color }] }
}

/** An image for pdfmake; null if there is none. Only data URLs are printed, so that nothing is fetched while printing. */
export function imageOf(logo: string | null): { image: string; fit: [number, number] } | { svg: string; fit: [number, number] } | null {
  if (logo === null) return null
  if (/^data:image\/(png|jpeg);base64,/.test(logo)) return { image: logo, fit: [44, 44] }
  if (/^data:image\/svg\+xml;base64,/.test(logo)) return { svg: Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64').toString('utf8'), fit: [44, 44] }
  return null
}
