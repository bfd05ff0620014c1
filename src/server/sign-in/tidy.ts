/** Removes what sign-in and repeated requests no longer need. Done now and then by a sign-in, so that it needs no timetable. */
import type { Services } from '../services.ts'
import { purgeChallenges } from '../store/challenges.ts'
import { purgeDecisionLinks } from '../store/decision-links.ts'
import type { Database } from '../store/database.ts'
import { purgeAnswers } from '../store/idempotency.ts'
import { purgeFinishedJobs } from '../store/jobs.ts'
import { purgeDevices } from '../store/known-devices.ts'
import { purgeLinks } from '../store/links.ts'
import { purgeProviderSignIns } from '../store/provider-sign-ins.ts'
import { mendSessions, purgeSessions } from '../store/sessions.ts'
import { purgeThrottles } from '../store/throttles.ts'
import { latestTimes } from './establish-session.ts'
import { forgottenBefore } from './known-device.ts'
import { LINK_JOB } from './links.ts'
import { LOCK_JOB } from './lock-notice.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** So long a used or late link still says what became of it. */
const KEPT_MS = 30 * DAY_MS

const lastTime = new WeakMap<Database, number>()

/** At most once an hour in this process. */
export async function tidy({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  const since = now.getTime() - (lastTime.get(database) ?? 0)
  // Where the clock was set back the last time lies ahead, and there may be something to mend.
  if (since >= 0 && since < HOUR_MS) return
  lastTime.set(database, now.getTime())
  const db = database.kysely
  const dayAgo = new Date(now.getTime() - DAY_MS)
  await purgeThrottles(db, now)
  await purgeChallenges(db, dayAgo)
  await purgeProviderSignIns(db, dayAgo)
  await purgeLinks(db, new Date(now.getTime() - KEPT_MS))
  await purgeDecisionLinks(db, new Date(now.getTime() - KEPT_MS))
  await purgeSessions(db, dayAgo)
  await mendSessions(db, latestTimes(now))
  await purgeDevices(db, forgottenBefore(now))
  await purgeAnswers(db, dayAgo)
  // The jobs name e-mails, also of people who are none of ours.
  await purgeFinishedJobs(db, LINK_JOB, dayAgo)
  await purgeFinishedJobs(db, LOCK_JOB, dayAgo)
}
