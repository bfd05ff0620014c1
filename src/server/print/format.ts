/** Formats values for print: dates as on the screens, amounts as KES 2,500.00. */
import { readableDate, referenceIn, stateLabel } from '../../core/index.ts'
import type { Json, JsonObject, ResolvedDocumentType, ResolvedField } from '../../core/index.ts'

const LONG_MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const AMOUNT = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const NUMBER = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 6 })

/** '2026-06-15' → '15th Jun 2026'. Anything that is not a date is returned unchanged. */
export function formatDate(date: string): string {
  return readableDate(date) || date
}

/** '2026-06-15' → 'June 2026'. Anything that is not a date is returned unchanged. */
export function formatMonth(date: string): string {
  const [, year, month] = /^(\d{4})-(\d{2})-\d{2}/.exec(date) ?? []
  const name = LONG_MONTHS[Number(month) - 1]
  return year === undefined || name === undefined ? date : `${name} ${year}`
}

/** An instant in a time zone → '15th Jun 2026, 14:05'. */
export function formatInstant(instant: Date | string, timeZone: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return String(instant)
  const options: Intl.DateTimeFormatOptions = { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' }
  // sv-SE formats as 2026-06-15 14:05, the one locale whose date and time can be split reliably.
  const [date = '', time = ''] = new Intl.DateTimeFormat('sv-SE', options).format(at).split(' ')
  return `${formatDate(date)}, ${time}`
}

/** 2500 → '2,500.00'; with a currency, 'KES 2,500.00'. */
export function formatAmount(amount: number, currency = ''): string {
  return `${currency} ${AMOUNT.format(amount)}`.trim()
}

export interface FormatContext {
  /** The document, which contains the field with an amount's currency. */
  doc: JsonObject
  companyCurrency: string
  timeZone: string
  /** The label of a referenced record; undefined if unknown. */
  labelOf: (type: string, key: string) => string | undefined
  /** The manifest; needed only to format the state field. */
  manifest?: ResolvedDocumentType
}

/** Currency of a money field: that in the header field it names, otherwise the company's. */
export function currencyOf(field: ResolvedField, context: Pick<FormatContext, 'doc' | 'companyCurrency'>): string {
  const named = field.money === undefined || field.money === '' ? undefined : context.doc[field.money]
  return typeof named === 'string' && named !== '' ? named : context.companyCurrency
}

/** A field value for people; '' for an empty value. `bare` omits the currency of amounts, which the column heading shows. */
export function formatField(field: ResolvedField, value: Json | undefined, context: FormatContext, bare = false): string {
  if (value === undefined || value === null || value === '') return ''
  if (context.manifest?.stateField === field.name && typeof value === 'string') return stateLabel(context.manifest, value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (field.money === undefined) return NUMBER.format(value)
    return formatAmount(value, bare ? '' : currencyOf(field, context))
  }
  if (Array.isArray(value)) return value.map((item) => formatField(field, item, context, bare)).join(', ')
  // A file is shown by its name.
  if (typeof value === 'object') return typeof value['fileName'] === 'string' ? value['fileName'] : ''
  return formatText(field, value, context)
}

function formatText(field: ResolvedField, value: string, context: FormatContext): string {
  if (field.format === 'date') return formatDate(value)
  if (field.format === 'date-time') return formatInstant(value, context.timeZone)
  const ref = referenceIn(field, context.doc)
  if (ref !== undefined) {
    const label = context.labelOf(ref.to, value)
    if (label === undefined) return value
    // "EACH · Each" would repeat itself.
    return label.toLowerCase() === value.toLowerCase() ? label : `${value} · ${label}`
  }
  return field.enumTitles?.[value] ?? value
}
