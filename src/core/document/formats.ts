/** What valid texts of a format look like: one rule for forms and server. */
import { isDate } from '../expressions/dates.ts'
import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import { isEmail } from './email.ts'

interface Format { isRight: (text: string) => boolean; /** Completes the message “must be …”. */ expected: string }

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/

export const FORMATS: Record<NonNullable<ResolvedField['format']>, Format> = {
  date: { isRight: isDate, expected: 'a date such as 2026-06-15' },
  'date-time': { isRight: (text) => MOMENT.test(text) && isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)), expected: 'a date and time such as 2026-06-15T09:30:00Z' },
  time: { isRight: (text) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text), expected: 'a time such as 09:30' },
  email: { isRight: isEmail, expected: 'an e-mail address' },
  uri: { isRight: (text) => /^https?:\/\/[^\s]+$/.test(text), expected: 'an address starting with http:// or https://' },
}
