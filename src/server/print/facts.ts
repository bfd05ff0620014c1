/** Renders captions with values in columns, and the names of attached files. */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { blanks, COLOURS, spacedLayout } from './parts.ts'
import type { PrintBlock } from './layout.ts'
import type { Pieces } from './pieces.ts'
import type { Sheet } from './sheet.ts'
import { breakable } from './breakable.ts'
import { formatField } from './format.ts'

/** Facts in a row of a page, and of a part of it. */
const WIDE = 3
const NARROW = 2
/** In points; where there is less room, three amounts would not fit beside each other. */
const ROOM_FOR_THREE = 360
/** A longer value gets its own row: in a column it would make the page long. */
const SHORT = 70

/** Fields of the document that have a value; null if none has. */
export function drawFacts(block: PrintBlock, sheet: Sheet): Pieces | null {
  const facts = (block.fields ?? []).flatMap((name) => {
    const field = sheet.field(name)
    const value = field === undefined ? '' : formatField(field, sheet.doc[name], sheet.format)
    return value === '' ? [] : [{ caption: sheet.caption(name), value }]
  })
  if (facts.length === 0) return null
  const wide = sheet.room < ROOM_FOR_THREE ? NARROW : WIDE
  const rows: TableCell[][] = []
  let row: TableCell[] = []
  const end = (): void => {
    if (row.length > 0) rows.push([...row, ...blanks(wide - row.length)])
    row = []
  }
  for (const { caption, value } of facts) {
    const isLong = value.length > SHORT || value.includes('\n')
    if (isLong) end()
    if (isLong) rows.push([{ ...factCell(caption, value, sheet.isDense), colSpan: wide }, ...blanks(wide - 1)])
    else row.push(factCell(caption, value, sheet.isDense))
    if (row.length === wide) end()
  }
  end()
  return { ...titled(block, sheet), groups: rows.map((cells) => grid([cells], wide, sheet.isDense)), above: sheet.isDense ? 6 : 12 }
}

/** The names of attached files as one fact across the page; null if there are none. */
export function drawFiles({ title = 'Attachments' }: PrintBlock, sheet: Sheet): Pieces | null {
  const names = sheet.input.files ?? []
  if (names.length === 0) return null
  const value = names.length === 1 ? (names[0] ?? '') : names.map((name, index) => `${index + 1}. ${name}`).join(',  ')
  return { groups: [factCell(names.length === 1 ? sheet.fill(title) : `${sheet.fill(title)} (${names.length})`, value, sheet.isDense)], above: sheet.isDense ? 6 : 12 }
}

function grid(body: TableCell[][], wide: number, isDense: boolean): Content {
  return { table: { widths: Array.from({ length: wide }, () => '*'), body, dontBreakRows: true }, layout: spacedLayout(isDense) }
}

function factCell(caption: string, value: string, isDense: boolean): { stack: Content[] } {
  return { stack: [{ text: breakable(caption), fontSize: isDense ? 7.5 : 8, color: COLOURS.FAINT }, { text: breakable(value), fontSize: isDense ? 9 : 10, margin: [0, isDense ? 0.5 : 1.5, 0, 0] }] }
}

function titled({ title }: PrintBlock, sheet: Sheet): { title?: string } {
  return title === undefined ? {} : { title: sheet.fill(title) }
}
