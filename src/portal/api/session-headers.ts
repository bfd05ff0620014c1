import { BACKGROUND_HEADER, COMPANY_HEADER, CSRF_HEADER, CSRF_PREFIX, SESSION_HEADER, SESSION_IN_COOKIE, SESSION_META } from '../../contract/index.ts'
import { isUserPresent } from './presence.ts'

/** Whether the session is to be kept in a cookie that no script reads: the server says so in the page. */
export const isSessionInCookie = document.querySelector(`meta[name="${SESSION_META}"]`)?.getAttribute('content') === SESSION_IN_COOKIE

/** Whether what is known of a session is the proof that goes with its cookie, which opens nothing by itself. */
export function isProof(token: string): boolean {
  return token.startsWith(CSRF_PREFIX)
}

/** What says who asks, in which company, and whether somebody is at the screen at all. Without a company the server takes the session's own. */
export function sessionHeaders(token?: string, company?: string): Record<string, string> {
  return {
    ...(isSessionInCookie ? { [SESSION_HEADER]: SESSION_IN_COOKIE } : {}),
    ...(token ? openedBy(token) : {}),
    ...(token && company ? { [COMPANY_HEADER]: company } : {}),
    ...(isUserPresent() ? {} : { [BACKGROUND_HEADER]: '1' }),
  }
}

function openedBy(token: string): Record<string, string> {
  return isProof(token) ? { [CSRF_HEADER]: token } : { authorization: `Bearer ${token}` }
}
