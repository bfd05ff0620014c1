/** Renews the reporting views later, when reports held some of them as an overlay was published or withdrawn. */
import type { Services } from '../services.ts'
import type { Tx } from '../store/connection/database.ts'
import { purgeFinishedJobs, replaceWaitingJobs } from '../store/delivery/jobs.ts'
import { renewReportingViews } from '../store/schema/reporting-views.ts'
import type { JobHandler } from './runner.ts'

const VIEWS_JOB = 'renew-views'

export const VIEWS_JOBS: Record<string, JobHandler> = { [VIEWS_JOB]: renew }

/** Between attempts. Not more than the tolerance of clocks in store/delivery/jobs.ts, beyond which a job counts as due. */
const RETRY_MS = 30_000

/**
 * Renews the views in the transaction that changes the overlays. If reports hold some, the transaction also adds the job that tries again
 * until it succeeds. Those that fail for another reason, such as a database role that does not own them, are renewed at the next start.
 */
export async function renewViewsOrLater(tx: Tx, { engines, clock, log }: Services, retryMs = 0): Promise<'renewed' | 'later' | 'failed'> {
  const failures = await renewReportingViews(tx, engines.base().catalogue, engines.hiddenByOverlays)
  const [held, failed] = [failures.filter(({ isHeld }) => isHeld), failures.filter(({ isHeld }) => !isHeld)]
  if (held.length > 0) {
    log.warn({ views: held }, 'reporting views could not be renewed yet; a job tries again')
    // Each of several jobs would wait for the reports again, and mail with them. Renewing has locked the others out until the commit.
    await replaceWaitingJobs(tx, { kind: VIEWS_JOB, runAt: new Date(clock.now().getTime() + retryMs) }, clock.now())
  }
  if (failed.length > 0) {
    log.error({ views: failed }, 'reporting views could not be renewed; they stay as they were until the next start')
    return 'failed'
  }
  return held.length > 0 ? 'later' : 'renewed'
}

/** Adds a new job rather than failing: a job is given up after ten failures, and what an overlay hides must not stay in the views. */
async function renew(services: Services): Promise<void> {
  const { database, clock } = services
  await purgeFinishedJobs(database.kysely, VIEWS_JOB, clock.now())
  await database.transaction((tx) => renewViewsOrLater(tx, services, RETRY_MS))
}
