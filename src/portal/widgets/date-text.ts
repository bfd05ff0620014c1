import { onCompanyClock } from '../ui/company-clock.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const pad = (n: number): string => String(n).padStart(2, '0')

function day(year: number, month: number, date: number): string | null {
  const full = year < 100 ? 2000 + year : year
  const made = new Date(Date.UTC(full, month - 1, date))
  const isReal = made.getUTCFullYear() === full && made.getUTCMonth() === month - 1 && made.getUTCDate() === date
  return isReal && full >= 1900 && full <= 2200 ? `${full}-${pad(month)}-${pad(date)}` : null
}

/**
 * Parses a typed date, day before month as is usual here; null if it is not a date.
 * @example readDate('15/6/2026', '2026-01-01') // '2026-06-15'
 * @example readDate('15 Jun', '2026-01-01') // '2026-06-15', the year of `today`
 */
export function readDate(text: string, today: string): string | null {
  const plain = text.trim().toLowerCase()
  const thisYear = Number(today.slice(0, 4))
  if (plain === 'today') return today
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(plain)
  if (iso) return day(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const digits = /^(\d{1,2})[/. -](\d{1,2})(?:[/. -](\d{2}|\d{4}))?$/.exec(plain)
  if (digits) return day(digits[3] ? Number(digits[3]) : thisYear, Number(digits[2]), Number(digits[1]))
  const words = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3})[a-z]*\.?,?(?:[ -](\d{2}|\d{4}))?$/.exec(plain)
  if (!words) return null
  const month = MONTHS.indexOf(words[2] ?? '') + 1
  return month === 0 ? null : day(words[3] ? Number(words[3]) : thisYear, month, Number(words[1]))
}

/** Today on the company's calendar, `YYYY-MM-DD`. */
export function localToday(): string {
  return onCompanyClock(new Date()).date
}

/** An instant as date and time of day on the company's clock; empty parts if it is invalid. A text without offset is already local. */
export function localMoment(text: string): { date: string; time: string } {
  const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text)
  if (local) return { date: local[1] ?? '', time: local[2] ?? '' }
  const instant = new Date(text)
  return text === '' || Number.isNaN(instant.getTime()) ? { date: '', time: '' } : onCompanyClock(instant)
}
