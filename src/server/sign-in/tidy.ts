/** Deletes expired data of sign-in and idempotency. Sign-ins trigger it occasionally, so it needs no scheduled job. */
import type { Services } from '../services.ts'
import { purgeChallenges } from '../store/sign-in/challenges.ts'
import { purgeDecisionLinks } from '../store/approvals/decision-links.ts'
import type { Database } from '../store/connection/database.ts'
import { purgeAnswers } from '../store/requests/idempotency.ts'
import { purgeFinishedJobs } from '../store/delivery/jobs.ts'
import { purgeDevices } from '../store/sign-in/known-devices.ts'
import { purgeLinks } from '../store/sign-in/links.ts'
import { purgeProviderSignIns } from '../store/sign-in/provider-sign-ins.ts'
import { clampSessionTimes, purgeSessions } from '../store/sign-in/sessions.ts'
import { purgeThrottles } from '../store/requests/throttles.ts'
import { latestTimes } from './establish-session.ts'
import { deviceCutoff } from './known-device.ts'
import { LINK_JOB } from './links.ts'
import { LOCK_JOB } from './lock-notice.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** How long a used or expired link still reports what happened to it. */
const KEPT_MS = 30 * DAY_MS

const lastTime = new WeakMap<Database, number>()

/** Runs at most once an hour in this process. */
export async function tidy({ database, clock }: Services): Promise<void> {
  const now = clock.now()
  const since = now.getTime() - (lastTime.get(database) ?? 0)
  // If the clock was set back, the last run lies in the future, and some times may need repair.
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
  await clampSessionTimes(db, latestTimes(now))
  await purgeDevices(db, deviceCutoff(now))
  await purgeAnswers(db, dayAgo)
  // The jobs contain e-mail addresses, including those of people without an account.
  await purgeFinishedJobs(db, LINK_JOB, dayAgo)
  await purgeFinishedJobs(db, LOCK_JOB, dayAgo)
}
