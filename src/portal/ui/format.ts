/** Display formats: Kenyan English, dates as "21st Nov 2026", amounts as "KES 2,500.00". */
import { isAbsentOnWire, readableDate, textLanguage, type Json, t } from '../../core/index.ts'
import { onCompanyClock } from './company-clock.ts'

const LOCALE = 'en-KE'

/** The locale of what `Intl` puts in words, such as “3 days ago”; numbers and dates keep their format in every language. */
export const wordsLocale = (): string => (textLanguage() === 'en' ? LOCALE : textLanguage())

const amount = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const plain = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 4 })

/** 2500 → "KES 2,500.00". */
export function formatMoney(value: number, currency: string): string {
  return `${currency} ${amount.format(value)}`.trim()
}

/** 2500 → "2,500.00", for a column whose heading names the currency. */
export function formatAmount(value: number): string {
  return amount.format(value)
}

/** 12345.6 → "12,345.6": a number other than an amount, with at most four decimals. */
export function formatNumber(value: number): string {
  return plain.format(value)
}

/** 12345 → "12.3K"; K, M, B, T, Q. */
export function abbreviate(value: number): string {
  const units = ['', 'K', 'M', 'B', 'T', 'Q']
  let rest = Math.abs(value)
  let unit = 0
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000
    unit += 1
  }
  return `${value < 0 ? '-' : ''}${unit === 0 ? plain.format(rest) : Number(rest.toFixed(1))}${units[unit] ?? ''}`
}

/**
 * The position of a person, from an object with `latitude` and `longitude` in degrees and, if known, `accuracy` in metres:
 * "1.28640° S, 36.81720° E (within 15 m)". Other objects → "".
 */
export function formatPosition(value: Json | undefined): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const { latitude, longitude, accuracy } = value
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return ''
  const position = `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`
  return typeof accuracy === 'number' ? t('{position} (within {accuracy} m)', { position, accuracy: plain.format(Math.round(accuracy)) }) : position
}

/** Five decimals are about a metre. */
function degrees(value: number, positive: string, negative: string): string {
  return `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`
}

/** "2026-11-21" (or a date-time) → "21st Nov 2026", for an instant the day on the company's clock; empty and invalid dates → "". */
export function formatDate(value: string | null | undefined): string {
  if (value?.endsWith('Z')) return formatDateTime(value).split(', ')[0] ?? ''
  return value === null || value === undefined || isAbsentOnWire(value) ? '' : readableDate(value)
}

/** An instant → "21st Nov 2026, 14:05" on the company's clock. */
export function formatDateTime(value: string | null | undefined): string {
  const instant = value ? new Date(value) : undefined
  if (!instant || Number.isNaN(instant.getTime()) || instant.getUTCFullYear() <= 1) return ''
  const { date, time } = onCompanyClock(instant)
  return `${formatDate(date)}, ${time}`
}

/** The day of an instant on the company's clock; a plain date unchanged. */
export function formatDayOf(value: string): string {
  return value.includes('T') ? (formatDateTime(value).split(', ')[0] ?? '') : formatDate(value)
}

/** The time of day of an instant on the company's clock: "8:10 am". */
export function formatTimeOf(value: string): string {
  const instant = new Date(value)
  if (Number.isNaN(instant.getTime())) return value
  const [hour = 0, minute = 0] = onCompanyClock(instant).time.split(':').map(Number)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** 2_000_000 → "2 MB", as limits are written. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return t('{count} bytes', { count: bytes })
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${Number((bytes / 1_000_000).toFixed(1))} MB`
}

/** First letters of the first two words, or one letter of a single word. */
export function initials(name: string): string {
  return name.trim().split(/\s+/).slice(0, 2).map((word) => word.charAt(0).toUpperCase()).join('')
}

/** At most `length` characters, the last an ellipsis if the text was cut. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}
