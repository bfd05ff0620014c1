/** Computes the column widths of a table in advance, because each of its rows is a separate table. */
import { CELL_SIDE } from './parts.ts'

export interface SizedColumn {
  /** `*` shares the remaining width, `auto` fits the content, a number is in points. */
  width: string
  heading: string
  texts: string[]
  /** Whether its texts must not wrap. */
  isWhole: boolean
}

/** Width of a text on one line, in points. */
export type Measure = (text: string, size: number, isBold: boolean) => number

/** Columns that fit their content never squeeze a prose column below this width, in points. */
const MIN_REST = 84
/** Prose columns with long texts keep this share of the width, even if other columns wrap as a result. */
const SHARE_OF_PROSE = 0.36

/** Takes the place of a table's widths until they are computed where text can be measured. `room`: points between the margins. */
export interface Unmeasured { columns: SizedColumn[]; room: number }

/** Whether a table's widths are still to be computed. */
export function isUnmeasured(widths: unknown): widths is Unmeasured {
  return typeof widths === 'object' && widths !== null && 'columns' in widths && 'room' in widths
}

/** The text widths of the columns, which together with their padding fill the room. */
export function columnWidths(columns: SizedColumn[], room: number, measure: Measure): number[] {
  const free = room - columns.length * 2 * CELL_SIDE
  const sizes = columns.map((column) => sizeOf(column, measure))
  const rests = sizes.filter(({ isRest }) => isRest).length
  const wanted = sum(sizes.map(({ most }) => most))
  const least = sum(sizes.map(({ least: own }) => own))
  const prose = Math.max(0, ...columns.filter(({ width }) => width === '*').flatMap(({ texts }) => texts.map((text) => measure(text, 9, false))))
  const left = free - Math.max(rests * MIN_REST, Math.min(rests * prose, SHARE_OF_PROSE * free))
  // If not every column fits its content on one line, each shrinks in proportion to what it can give up.
  const give = wanted <= left ? 0 : Math.min(1, (wanted - left) / Math.max(1, wanted - least))
  const fitted = sizes.map(({ most, least: own, isRest }) => (isRest ? 0 : most - (most - own) * give))
  const over = free - sum(fitted)
  const rest = rests === 0 ? 0 : Math.max(MIN_REST / 2, over / rests)
  const widths = fitted.map((width, index) => (sizes[index]?.isRest === true ? rest : width))
  // Scales the columns so that none exceeds the page, and a table without prose fills it.
  const scale = free / Math.max(1, sum(widths))
  return widths.map((width) => width * scale)
}

function sizeOf({ width, heading, texts, isWhole }: SizedColumn, measure: Measure): { most: number; least: number; isRest: boolean } {
  if (width === '*') return { most: 0, least: 0, isRest: true }
  if (/^\d+$/.test(width)) return { most: Number(width), least: Number(width), isRest: false }
  const inOneLine = Math.max(measure(heading, 8.5, true), ...texts.map((text) => measure(text, 9, false))) + 1
  if (isWhole) return { most: inOneLine, least: Math.max(longestWord(heading, 8.5, true, measure), ...texts.map((text) => measure(text, 9, false))) + 1, isRest: false }
  return { most: inOneLine, least: Math.min(inOneLine, Math.max(longestWord(heading, 8.5, true, measure), ...texts.map((text) => longestWord(text, 9, false, measure))) + 1), isRest: false }
}

/** Words are broken from 25 characters on. */
function longestWord(text: string, size: number, isBold: boolean, measure: Measure): number {
  return Math.max(0, ...text.split(/\s+/).map((word) => measure(word.slice(0, 24), size, isBold)))
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
