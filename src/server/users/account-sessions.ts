/** Where somebody is signed in, for who looks after their account. */
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import { note } from '../sign-in/audit.ts'
import { IDLE_MS } from '../sign-in/establish-session.ts'
import { arrivalOfAdministrator } from '../sign-in/links.ts'
import type { Db, Tx } from '../store/database.ts'
import { findLiveSession, listLiveSessions, revokeOtherSessions, revokeSessionById, type LiveSession } from '../store/sessions.ts'
import { lockForChange, type AccountReach } from './reach.ts'
import { noteUser } from './user-events.ts'

/** The person's sessions that could still be used, the last used first. */
export function liveSessionsOf({ clock }: Services, db: Db, userId: string): Promise<LiveSession[]> {
  const now = clock.now()
  return listLiveSessions(db, userId, now, new Date(now.getTime() - IDLE_MS))
}

/** Whose sessions end, and which one alone. */
export interface SessionEnding { id: string; reach: AccountReach; which: string | undefined }

/** Ends one session of the person, or all but that of who asks; answers how many. Throws AppError not-found, user-elsewhere, user-administers. */
export async function endSessions(services: Services, tx: Tx, session: Session, { id, reach, which }: SessionEnding): Promise<number> {
  const user = await lockForChange(tx, reach, id)
  const now = services.clock.now()
  const one = which === undefined ? undefined : await findLiveSession(tx, user.id, which)
  if (which !== undefined && (one === undefined || !(await revokeSessionById(tx, user.id, which, now)))) throw new AppError('not-found')
  const ended = which === undefined ? await revokeOtherSessions(tx, user.id, session.tokenHash, now) : 1
  if (ended === 0) return 0
  const detail = one === undefined ? `all (${ended})` : one.device
  await noteUser(tx, services, session, user, { kind: 'sessions-ended', reason: detail })
  const arrival = arrivalOfAdministrator(session)
  await note(tx, { company: session.company.code, kind: 'session-ended', actor: user.id, arrival, at: now, detail })
  return ended
}
