/** Renders the lines of a document as a table with totals. */
import type { TableCell } from 'pdfmake/interfaces.js'
import { sumMoney, type Json, type JsonObject, type ResolvedField } from '../../core/index.ts'
import { breakable } from './breakable.ts'
import { currencyOf, formatField, formatMonth } from './format.ts'
import type { PrintBlock, PrintColumn } from './layout.ts'
import { blanks, COLOURS, HEADING, ruledLayout } from './parts.ts'
import type { Pieces } from './pieces.ts'
import type { Sent } from './sent.ts'
import type { Sheet } from './sheet.ts'
import type { Unmeasured } from './widths.ts'

interface Column extends Omit<PrintColumn, 'field'> { field: ResolvedField; heading: string; texts: string[]; total: string }

/** Null if the current user sees none of its columns. */
export function drawTable(block: PrintBlock, sheet: Sheet): Pieces | null {
  const rows = sheet.rows(block.lines ?? '')
  const columns = columnsOf(block, rows, sheet)
  if (columns.length === 0) return null
  const widths: Unmeasured = {
    columns: columns.map(({ width, field, heading, texts, total }) => ({
      width: width ?? (isNumber(field) ? 'auto' : '*'), heading, texts: [...texts, total], isWhole: isNumber(field),
    })),
    room: sheet.room,
  }
  const inner = (body: TableCell[][], summed = 0): Sent => ({ table: { widths, body }, layout: ruledLayout(sheet.isDense, summed) })
  const lines = rows.map((_, index) => columns.map(({ field, texts }): TableCell => ({ text: breakable(texts[index] ?? ''), fontSize: 9, alignment: sideOf(field) })))
  if (lines.length === 0) lines.push([{ text: 'No lines', colSpan: columns.length, fontSize: 9, color: COLOURS.FAINT }, ...blanks(columns.length - 1)])
  const totals = [sumRow(columns), totalRow(block, sheet, columns.length)].filter((row) => row !== null)
  const last = lines.splice(-1)
  return {
    ...(block.title !== undefined && { title: sheet.fill(block.title) }),
    header: inner([columns.map(({ field, heading }): TableCell => ({ text: heading, ...HEADING, alignment: sideOf(field) }))]),
    // Totals must not stand alone on the next page.
    groups: [...lines.map((row) => inner([row])), inner([...last, ...totals], totals.length > 0 ? 1 : 0)],
    above: sheet.isDense ? 6 : 13,
  }
}

/** Columns the current user may see, without those that are empty in every line. */
function columnsOf(block: PrintBlock, rows: JsonObject[], sheet: Sheet): Column[] {
  return (block.columns ?? []).flatMap((column): Column[] => {
    const field = sheet.lineField(block.lines ?? '', column.field)
    if (field === undefined) return []
    const texts = rows.map((row) => textOf(column, field, row[field.name], sheet))
    if (rows.length > 0 && texts.every((text) => text === '')) return []
    const numbers = rows.map((row) => row[field.name]).filter((value) => typeof value === 'number')
    const total = column.sum === true ? formatField(field, field.money === undefined ? numbers.reduce((all, one) => all + one, 0) : sumMoney(numbers), sheet.format, true) : ''
    return [{ ...column, field, heading: headingOf(column.title ?? field.title, field, sheet), texts, total }]
  })
}

function textOf({ as }: Pick<PrintColumn, 'as'>, field: ResolvedField, value: Json | undefined, sheet: Sheet): string {
  return as === 'month' && typeof value === 'string' ? formatMonth(value) : formatField(field, value, sheet.format, true)
}

function sumRow(columns: Column[]): TableCell[] | null {
  const first = columns.findIndex(({ sum }) => sum === true)
  if (first < 0) return null
  const label: TableCell[] = first === 0 ? [] : [{ text: 'Total', bold: true, fontSize: 9, color: COLOURS.FAINT, colSpan: first }, ...blanks(first - 1)]
  return [...label, ...columns.slice(first).map(({ total }): TableCell => ({ text: total, bold: true, fontSize: 9, alignment: 'right' }))]
}

function totalRow(block: PrintBlock, sheet: Sheet, columns: number): TableCell[] | null {
  const field = block.total === undefined ? undefined : sheet.field(block.total)
  if (field === undefined) return null
  const value = formatField(field, sheet.doc[field.name] ?? 0, sheet.format)
  return [{ text: [{ text: `${field.title}   `, color: COLOURS.FAINT, bold: false }, { text: value }], bold: true, fontSize: 10.5, colSpan: columns, alignment: 'right' }, ...blanks(columns - 1)]
}

function headingOf(title: string, field: ResolvedField, sheet: Sheet): string {
  return field.money === undefined ? title : `${title} (${currencyOf(field, sheet.format)})`
}

function isNumber(field: ResolvedField): boolean {
  return field.type === 'number' || field.type === 'integer'
}

function sideOf(field: ResolvedField): 'left' | 'right' {
  return isNumber(field) ? 'right' : 'left'
}
