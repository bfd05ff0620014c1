import { t } from '../../core/index.ts'
import { formatDate, wordsLocale } from './format.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const text = new Intl.RelativeTimeFormat(wordsLocale(), { numeric: 'auto' })

/** How long ago an instant was, in words; from a week on, its date. */
export function ago(time: string, now: number): string {
  const span = Math.max(0, now - Date.parse(time))
  if (span < MINUTE) return t('just now')
  if (span < HOUR) return text.format(-Math.floor(span / MINUTE), 'minute')
  if (span < DAY) return text.format(-Math.floor(span / HOUR), 'hour')
  return span < 7 * DAY ? text.format(-Math.floor(span / DAY), 'day') : formatDate(time)
}
