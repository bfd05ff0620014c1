import type { FigureValue } from '../expressions/context.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import { localDateAndTime } from './date-time.ts'
import { groupedNumber } from './fill.ts'
import { enumTitle } from './enum-title.ts'
import { plainText } from './plain-text.ts'
import type { Json } from './json.ts'
import { stateLabel } from './wire-state.ts'

/**
 * The values as shown in a sentence: the shape's amounts with thousands separators, dates and date-times as on screen, in the time zone,
 * and the titles of choices.
 */
export function withReadableValues(shape: ResolvedShape | undefined, values: Record<string, Json>, timeZone: string | undefined): Record<string, Json> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => {
    const field = shape !== undefined && Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined
    return [name, field === undefined ? value : readableValue(field, value, timeZone)]
  }))
}

/** The values of a document's header as shown in a sentence, its state by its label. */
export function withReadableHeader(manifest: Pick<ResolvedDocumentType, 'shape' | 'states' | 'stateField'>, values: Record<string, Json>, timeZone: string | undefined): Record<string, Json> {
  const { shape, stateField } = manifest
  const state = values[stateField]
  const readable = withReadableValues(shape, values, timeZone)
  return typeof state === 'string' && Object.keys(manifest.states).length > 0 ? { ...readable, [stateField]: stateLabel(manifest, state) } : readable
}

function readableValue(field: ResolvedField, value: Json, timeZone: string | undefined): Json {
  if (Array.isArray(value) && field.enumTitles !== undefined) return value.map((one) => enumTitle(field, one)).join(', ')
  if (typeof value === 'object') return value
  if (field.enumTitles !== undefined && Object.hasOwn(field.enumTitles, plainText(value))) return enumTitle(field, value)
  if (typeof value === 'number' && field.money !== undefined) return groupedNumber(value)
  return typeof value === 'string' ? readableText(value, field.format, timeZone) : value
}

/** Figures of lookups as shown to people: dates and date-times in the format of their field. */
export function withReadableFigures({ lookups }: Pick<ResolvedDocumentType, 'lookups'>, figures: Record<string, FigureValue>, timeZone: string | undefined): Record<string, Json> {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => {
    const format = Object.hasOwn(lookups, name) ? lookups[name]?.format : undefined
    return [name, typeof figure === 'string' ? readableText(figure, format, timeZone) : figure]
  }))
}

/** A date or date-time as on screen. Any other text, or one that is not a valid date, is unchanged. */
function readableText(text: string, format: string | undefined, timeZone: string | undefined): string {
  if (format === 'date') return readableDate(text) || text
  const shown = format === 'date-time' ? localDateAndTime(text, timeZone) : undefined
  return shown === undefined ? text : `${readableDate(shown.date)}, ${shown.time}`
}

/** Shows every decimal that a bound is likely to have: rounded, it would name a value that is refused. */
const plain = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 4 })

/**
 * The minimum or maximum of a field as shown to people: a number with thousands separators, dates and date-times as on screen, in the time
 * zone.
 */
export function readableBound(bound: string | number, { format, money }: ResolvedField, timeZone: string | undefined): string {
  if (typeof bound === 'number') return money === undefined ? plain.format(bound) : groupedNumber(bound)
  return readableText(bound, format, timeZone)
}

const LOCALE = 'en-KE'
const months = Array.from({ length: 12 }, (_, month) => new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 1))))
const pluralRules = new Intl.PluralRules('en', { type: 'ordinal' })
const ORDINALS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** "2026-11-21" (or a date-time, of which the date is used) → "21st Nov 2026"; anything else → "". */
export function readableDate(value: string): string {
  const [, year = '', month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? []
  const name = months[Number(month) - 1]
  return name === undefined ? '' : `${Number(day)}${ORDINALS[pluralRules.select(Number(day))] ?? 'th'} ${name} ${year}`
}
