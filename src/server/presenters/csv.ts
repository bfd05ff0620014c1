/** Comma-separated values (RFC 4180) of records as a person sees them, for spreadsheets. */
import { isAbsentOnWire, isObject, stateLabel, type Json, type JsonObject, type ResolvedDocumentType, type ResolvedField, t } from '../../core/index.ts'

export interface CsvColumn { title: string; field: ResolvedField }

type Listed = Pick<ResolvedDocumentType, 'states' | 'stateField'>

/** Spreadsheets read UTF-8 only after this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Where a text is marked so that a spreadsheet does not run what follows as a formula: before a sign that begins one, wide signs included,
 * even after spaces and quotation marks. A program that divides cells by semicolons or tabs ignores our quotation marks, so that a cell may
 * begin in the middle of a text, after a semicolon, a tab or a line break.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=(?:(?![\t\r\n])[\s"\p{Cf}])*[=+\-@＝＋－＠])/gu
/** Some programs take these away from the beginning of a cell, and run the rest. */
const LED_BY_BREAK = /^[\t\r]/
/** What divides cells or lines, here or where a semicolon or a tab does it. */
const DIVIDING = /[",;\t\r\n]/

/** The line with the titles, which begins the file. */
export function csvHeading(columns: readonly CsvColumn[]): string {
  return BYTE_ORDER_MARK + lineOf(columns.map(({ title }) => textCell(title)))
}

/** The line of a record, given as it is sent to the person. */
export function csvLine(manifest: Listed, columns: readonly CsvColumn[], wire: JsonObject): string {
  return lineOf(columns.map(({ field }) => cellOf(manifest, field, wire)))
}

function lineOf(cells: string[]): string {
  return `${cells.join(',')}\r\n`
}

/** Dates as they are stored, numbers as plain figures, choices, states and the records of a list as people read them. */
function cellOf(manifest: Listed, field: ResolvedField, wire: JsonObject): string {
  const value: Json | undefined = field.name === manifest.stateField ? wire['_state'] ?? wire[field.wire] : wire[field.wire]
  if (value === undefined || isAbsentOnWire(value)) return ''
  if (field.name === manifest.stateField && typeof value === 'string') return textCell(stateLabel(manifest, value))
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return field.line === undefined ? textCell(listed(field, value, wire)) : String(value.length)
  return typeof value === 'string' ? textCell(field.enumTitles?.[value] ?? value) : ''
}

function listed({ name, enumTitles }: ResolvedField, values: readonly Json[], { _labels: labels }: JsonObject): string {
  const label = isObject(labels) ? labels[name] : undefined
  return typeof label === 'string' ? label : values.map((value) => enumTitles?.[String(value)] ?? String(value)).join(', ')
}

function textCell(text: string): string {
  const marked = text.replace(FORMULA, "'")
  const safe = LED_BY_BREAK.test(marked) ? `'${marked}` : marked
  return DIVIDING.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
