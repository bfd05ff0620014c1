import type { Answer, SessionUser } from '../../contract/index.ts'
import { API_PREFIX } from '../../contract/index.ts'
import { rereadSession, startSession } from './session.ts'
import { sessionHeaders } from './session-headers.ts'

/**
 * Adopts the server's view of the session after it refused a call because this browser's copy is outdated: the company differs, or an
 * authenticator is now required. The request omits the company header, which the server would refuse.
 */
export async function adoptSession(token: string): Promise<void> {
  const response = await fetch(`${API_PREFIX}/hrmis/auth/session`, { headers: { accept: 'application/json', ...sessionHeaders(token) } })
  if (!response.ok) return
  const { data } = (await response.json()) as Answer<{ user: SessionUser }>
  const before = rereadSession()
  if (before?.token !== token) return
  const { user } = before
  if (user.default_company !== data.user.default_company || user.needs_authenticator !== data.user.needs_authenticator) startSession({ token, user: data.user })
}
