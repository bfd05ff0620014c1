/** How wide the columns of a table are: worked out beforehand, since its rows are tables of their own. */
import { CELL_SIDE } from './parts.ts'

export interface SizedColumn {
  /** `*` shares the rest, `auto` fits, a number is points. */
  width: string
  heading: string
  texts: string[]
  /** What may not be broken into lines. */
  isWhole: boolean
}

/** Points that a text takes in a size, in one line. */
export type Measure = (text: string, size: number, isBold: boolean) => number

/** No column of prose is squeezed below this by those that fit their texts, */
const MIN_REST = 84
/** and one with long texts keeps this share of the room, though the others take more lines then. */
const SHARE_OF_PROSE = 0.36

/** Stands in a table in the place of its widths, which are worked out where the letters can be measured. `room`: points between the margins. */
export interface Unmeasured { columns: SizedColumn[]; room: number }

/** Whether it is that, of whatever stands in the place of widths. */
export function isUnmeasured(widths: unknown): widths is Unmeasured {
  return typeof widths === 'object' && widths !== null && 'columns' in widths && 'room' in widths
}

/** The widths of the columns' texts, which with the space beside them fill the room. */
export function columnWidths(columns: SizedColumn[], room: number, measure: Measure): number[] {
  const free = room - columns.length * 2 * CELL_SIDE
  const sizes = columns.map((column) => sizeOf(column, measure))
  const rests = sizes.filter(({ isRest }) => isRest).length
  const wanted = sum(sizes.map(({ most }) => most))
  const least = sum(sizes.map(({ least: own }) => own))
  const prose = Math.max(0, ...columns.filter(({ width }) => width === '*').flatMap(({ texts }) => texts.map((text) => measure(text, 9, false))))
  const left = free - Math.max(rests * MIN_REST, Math.min(rests * prose, SHARE_OF_PROSE * free))
  // Where not all fit in one line, each gives way by its share of what it can.
  const give = wanted <= left ? 0 : Math.min(1, (wanted - left) / Math.max(1, wanted - least))
  const fitted = sizes.map(({ most, least: own, isRest }) => (isRest ? 0 : most - (most - own) * give))
  const over = free - sum(fitted)
  const rest = rests === 0 ? 0 : Math.max(MIN_REST / 2, over / rests)
  const widths = fitted.map((width, index) => (sizes[index]?.isRest === true ? rest : width))
  // Nothing leaves the paper, and a table without prose fills it.
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

/** Words of 25 characters and more are broken. */
function longestWord(text: string, size: number, isBold: boolean, measure: Measure): number {
  return Math.max(0, ...text.split(/\s+/).map((word) => measure(word.slice(0, 24), size, isBold)))
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
