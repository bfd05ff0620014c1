import { textLanguage } from '../../core/index.ts'
import { call } from './client.ts'

/**
 * Tells the server in which language the portal is used here, for mails and notifications, if it does not know. `known` is that of the
 * bootstrap: null for English, undefined where there is only English. Does not matter if it fails: the next start tells it again.
 */
export function noteLanguage(known: string | null | undefined): void {
  const language = textLanguage()
  if (known === undefined || (known ?? 'en') === language) return
  call({ method: 'POST', path: 'portal/language', body: { language } }).catch(() => undefined)
}
