/** What valid texts of a format look like: one rule for forms and server. */
import { t, text } from '../texts.ts'
import { isDate } from '../expressions/dates.ts'
import type { ResolvedField } from '../manifest/resolve/resolved.ts'
import { foreignSignIn, isEmail } from './email.ts'

/** What the text should be, to complete the message “must be …”; undefined if it is that. */
type Format = (text: string) => string | undefined

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/
/** Without spaces, line breaks and invisible characters, which hide where a link leads. */
const ADDRESS = /^https?:\/\/[^\s\p{C}]+$/u

const format = (isRight: (text: string) => boolean, expected: string): Format => (value) => (isRight(value) ? undefined : t(expected))

export const FORMATS: Record<NonNullable<ResolvedField['format']>, Format> = {
  date: format(isDate, text('a date such as 2026-06-15')),
  'date-time': format((value) => MOMENT.test(value) && isDate(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)), text('a date and time such as 2026-06-15T09:30:00Z')),
  time: format((value) => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value), text('a time such as 09:30')),
  email: expectedEmail,
  uri: format((value) => ADDRESS.test(value), text('an address starting with http:// or https://')),
}

function expectedEmail(text: string): string | undefined {
  if (!isEmail(text)) return t('an e-mail address')
  const foreign = foreignSignIn(text)
  return foreign === undefined ? undefined : t('an e-mail address in Latin letters, without {foreign}', { foreign })
}
