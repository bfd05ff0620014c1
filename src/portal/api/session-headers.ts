import { BACKGROUND_HEADER, COMPANY_HEADER, CSRF_HEADER, CSRF_PREFIX, SESSION_HEADER, SESSION_IN_COOKIE, SESSION_META } from '../../contract/index.ts'
import { textLanguage } from '../../core/index.ts'
import { isUserPresent } from './presence.ts'

/** Whether the server keeps the session in an HttpOnly cookie; the page's meta element declares it. */
export const isSessionInCookie = document.querySelector(`meta[name="${SESSION_META}"]`)?.getAttribute('content') === SESSION_IN_COOKIE

/** Whether the stored token is only the CSRF proof that accompanies the session cookie; it grants no access by itself. */
export function isProof(token: string): boolean {
  return token.startsWith(CSRF_PREFIX)
}

/**
 * Headers that state the reader's language, identify the session and its company, and mark a request as background while the user is
 * away. Without a company the server uses the session's own.
 */
export function sessionHeaders(token?: string, company?: string): Record<string, string> {
  return {
    'accept-language': textLanguage(),
    ...(isSessionInCookie ? { [SESSION_HEADER]: SESSION_IN_COOKIE } : {}),
    ...(token ? openedBy(token) : {}),
    ...(token && company ? { [COMPANY_HEADER]: company } : {}),
    ...(isUserPresent() ? {} : { [BACKGROUND_HEADER]: '1' }),
  }
}

function openedBy(token: string): Record<string, string> {
  return isProof(token) ? { [CSRF_HEADER]: token } : { authorization: `Bearer ${token}` }
}
