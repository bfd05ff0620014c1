import type { Answer, SessionUser } from '../../contract/index.ts'
import { API_PREFIX } from '../../contract/index.ts'
import { rereadSession, startSession } from './session.ts'
import { sessionHeaders } from './session-headers.ts'

/**
 * The session belongs to another company than this browser believed, and the server did nothing: takes over what the server
 * says, as if the company had been changed here. Asked without the header that it refuses.
 */
export async function adoptCompany(token: string): Promise<void> {
  const response = await fetch(`${API_PREFIX}/hrmis/auth/session`, { headers: { accept: 'application/json', ...sessionHeaders(token) } })
  if (!response.ok) return
  const { data } = (await response.json()) as Answer<{ user: SessionUser }>
  const before = rereadSession()
  if (before?.token === token && before.user.default_company !== data.user.default_company) startSession({ token, user: data.user })
}
