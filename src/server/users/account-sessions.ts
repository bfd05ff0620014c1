/** A user's active sessions, for administrators of their account. */
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import { recordSignInEvent } from '../sign-in/audit.ts'
import { activityCutoff } from '../sign-in/establish-session.ts'
import { arrivalOfAdministrator } from '../sign-in/links.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import { listLiveSessions, revokeOtherSessions, revokeSessionById, type LiveSession } from '../store/sign-in/sessions.ts'
import { lockForChange, type AccountScope } from './reach.ts'
import { noteUser } from './user-events.ts'

/** The person's sessions in companies that somebody reaches, if they can still be used, most recently used first. */
export function liveSessionsOf({ clock }: Services, db: Db, { companies }: Pick<Session, 'companies'>, userId: string): Promise<LiveSession[]> {
  return listLiveSessions(db, userId, companies, activityCutoff(clock.now()))
}

/** Whose sessions to end; `which` limits it to one. */
export interface SessionEnding { id: string; reach: AccountScope; which: string | undefined }

/**
 * Ends one session of the person, or all except the caller's own; returns how many. @throws AppError not-found, user-elsewhere,
 * user-administers
 */
export async function endSessions(services: Services, tx: Tx, session: Session, { id, reach, which }: SessionEnding): Promise<number> {
  const user = await lockForChange(tx, reach, id)
  const now = services.clock.now()
  const { ended, detail } = which === undefined ? await endOthers(tx, user.id, session, now) : await endOne(tx, { userId: user.id, companies: reach.companies, id: which }, now)
  if (ended === 0) return 0
  await noteUser(tx, services, session, user, { kind: 'sessions-ended', reason: detail })
  const arrival = arrivalOfAdministrator(session)
  await recordSignInEvent(tx, { company: session.company.code, kind: 'session-ended', actor: user.id, arrival, at: now, detail })
  return ended
}

interface Ended { ended: number; /** Which sessions, as recorded in the audit trail. */ detail: string }

async function endOne(tx: Tx, which: { userId: string; companies: string[]; id: string }, now: Date): Promise<Ended> {
  const one = await revokeSessionById(tx, which, activityCutoff(now))
  if (one === undefined) throw new AppError('not-found')
  return { ended: 1, detail: one.device }
}

async function endOthers(tx: Tx, userId: string, { tokenHash }: Session, now: Date): Promise<Ended> {
  const ended = await revokeOtherSessions(tx, userId, tokenHash, activityCutoff(now))
  return { ended, detail: `all (${ended})` }
}
