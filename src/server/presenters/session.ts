import type { SessionAnswer } from '../../contract/index.ts'
import type { Session } from '../services.ts'
import type { LiveSession } from '../store/sign-in/sessions.ts'

/** A session as shown in the list of sessions; marks the caller's own. */
export function presentSession(row: LiveSession, { tokenHash }: Session): SessionAnswer {
  return {
    id: row.id, device: row.device, ip: row.ip, startedAt: row.created_at.toISOString(), seenAt: row.seen_at.toISOString(),
    current: row.token_hash === tokenHash, company: row.company,
  }
}
