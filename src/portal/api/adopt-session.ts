import type { Answer, SessionUser } from '../../contract/index.ts'
import { API_PREFIX } from '../../contract/index.ts'
import { rereadSession, startSession } from './session.ts'
import { sessionHeaders } from './session-headers.ts'

/**
 * The session is not what this browser believed, and the server did nothing: takes over what the server says, be it another company
 * or that an authenticator is asked for by now. Asked without the header that names the company, which it refuses.
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
