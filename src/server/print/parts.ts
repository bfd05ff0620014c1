/** What the drawings of a printed sheet are made of. */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { Tone } from '../../core/index.ts'

export const COLOURS = { INK: '#1c2733', FAINT: '#667281', RULE: '#d5dbe1', SHADE: '#f3f5f8' }
export const TONES: Record<Tone, string> = {
  neutral: '#52606d', info: '#1864ab', progress: '#9a5b00', success: '#1e7a3c', warning: '#9a5b00', danger: '#b42318',
}
export const HEADING = { fontSize: 8.5, bold: true, color: COLOURS.FAINT, fillColor: COLOURS.SHADE }
/** Points left free beside a cell's text. */
export const CELL_SIDE = 6

/** Points left free at the sides of a page. */
export const SIDE = 44

/** The layouts of tables by name, as they travel to the thread that draws them (table-layouts.ts). */
export const BARE = 'bare'

/**
 * A thin line under each row.
 * @param isDense less space above and below the texts.
 * @param summed number of the row under which a strong line stands, because what follows sums up.
 */
export function ruled(isDense: boolean, summed = 0): string {
  return `ruled ${isDense ? 2.2 : 4.2} ${summed}`
}

/** No lines, and space to the right of each cell. */
export function spaced(isDense: boolean): string {
  return `spaced ${isDense ? 1.6 : 3}`
}

/** Cells that another one spans. */
export function blanks(count: number): TableCell[] {
  return Array.from({ length: count }, () => '')
}

/** A line across the paper: a table of one cell fills a width that a drawn line cannot know. */
export function rule(color: string, width: number, margin: [number, number, number, number]): Content {
  return { table: { widths: ['*'], body: [[{ text: '', fontSize: 1, border: [false, true, false, false] }]] }, layout: `line ${width} ${color}`, margin }
}

/** A line as long as is said. */
export function stroke(color: string, width: number, length: number): Content {
  return { canvas: [{ type: 'line', x1: 0, y1: 0, x2: length, y2: 0, lineWidth: width, lineColor: color }] }
}

/** A picture as pdfmake takes it; null where there is none. Logos are kept as data URLs; anything else is not drawn, so that nothing is fetched while printing. */
export function imageOf(logo: string | null): { image: string; fit: [number, number] } | { svg: string; fit: [number, number] } | null {
  if (logo === null) return null
  if (/^data:image\/(png|jpeg);base64,/.test(logo)) return { image: logo, fit: [44, 44] }
  if (/^data:image\/svg\+xml;base64,/.test(logo)) return { svg: Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64').toString('utf8'), fit: [44, 44] }
  return null
}
