/** The current user's sessions and password. */
import { queryOptions } from '@tanstack/react-query'
import type { Answer, ChangePasswordRequest, SessionAnswer } from '../../contract/index.ts'
import { call } from './client.ts'

/** The current user's active sessions. */
export const sessionsQuery = () =>
  queryOptions({ queryKey: ['sessions'], queryFn: async ({ signal }) => (await call<Answer<SessionAnswer[]>>({ method: 'GET', path: 'hrmis/auth/sessions', signal })).data })

/** Ends one session. */
export async function endSessionOf(id: string): Promise<Answer> {
  return call({ method: 'POST', path: `hrmis/auth/sessions/${encodeURIComponent(id)}/revoke`, body: {} })
}

/** Ends all sessions except this one. */
export async function endOtherSessions(): Promise<Answer> {
  return call({ method: 'POST', path: 'hrmis/auth/sessions/revokeOthers', body: {} })
}

/** Changes the password; the server ends the other sessions. */
export async function changePassword(request: ChangePasswordRequest): Promise<Answer> {
  return call({ method: 'POST', path: 'hrmis/auth/changePassword', body: request })
}
