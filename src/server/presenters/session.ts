import type { SessionAnswer } from '../../contract/index.ts'
import type { Session } from '../services.ts'
import type { LiveSession } from '../store/sessions.ts'

/** A session as the list of sessions shows it to who asks with one of their own. */
export function presentSession(row: LiveSession, { tokenHash }: Session): SessionAnswer {
  return {
    id: row.id, device: row.device, ip: row.ip, startedAt: row.created_at.toISOString(), seenAt: row.seen_at.toISOString(),
    current: row.token_hash === tokenHash, company: row.company,
  }
}
