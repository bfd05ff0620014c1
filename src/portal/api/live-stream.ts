import { API_PREFIX } from '../../contract/index.ts'
import type { Session } from './session.ts'
import { sessionHeaders } from './session-headers.ts'

/** Opens the server's event stream. Returns the response whatever its status; the caller handles it. */
export async function openLiveStream(session: Session, signal: AbortSignal): Promise<Response> {
  return fetch(`${API_PREFIX}/events/stream`, {
    headers: { accept: 'text/event-stream', ...sessionHeaders(session.token, session.user.default_company) },
    cache: 'no-store',
    signal,
  })
}
