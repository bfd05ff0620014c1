const LOCALE = 'en-KE'
const months = Array.from({ length: 12 }, (_, month) => new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, month, 1))))
const pluralRules = new Intl.PluralRules('en', { type: 'ordinal' })
const ORDINALS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** "2026-11-21" (or a date-time, of which the day is read) → "21st Nov 2026"; what is no date → "". */
export function readableDate(value: string): string {
  const [, year = '', month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? []
  const name = months[Number(month) - 1]
  return name === undefined ? '' : `${Number(day)}${ORDINALS[pluralRules.select(Number(day))] ?? 'th'} ${name} ${year}`
}
