/** Renews the reporting views later, when a report held one of them as an overlay was published or withdrawn. */
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { addJob, purgeFinishedJobs } from '../store/jobs.ts'
import { renewReportingViews } from '../store/reporting-views.ts'
import type { JobHandler } from './runner.ts'

const VIEWS_JOB = 'renew-views'

export const VIEWS_JOBS: Record<string, JobHandler> = { [VIEWS_JOB]: renew }

/** Between attempts. Not more than the tolerance of clocks in store/jobs.ts, beyond which a job counts as due. */
const RETRY_MS = 30_000

/**
 * Renews the views in the transaction that changes the overlays. If a report holds one, the transaction also adds a job that tries again
 * until it succeeds. If it fails for another reason, such as a database role that does not own them, the next start renews them.
 */
export async function renewViewsOrLater(tx: Tx, { engines, clock, log }: Services, retryMs = 0): Promise<'renewed' | 'later' | 'failed'> {
  const failure = await renewReportingViews(tx, engines.base().catalogue, engines.hiddenByOverlays)
  if (failure === undefined) return 'renewed'
  if (!failure.isHeld) {
    log.error({ why: failure.why }, 'the reporting views could not be renewed; they stay as they were until the next start')
    return 'failed'
  }
  log.warn({ why: failure.why }, 'the reporting views could not be renewed yet; a job tries again')
  await addJob(tx, { kind: VIEWS_JOB, runAt: new Date(clock.now().getTime() + retryMs) })
  return 'later'
}

/** Adds a new job rather than failing: a job is given up after ten failures, and what an overlay hides must not stay in the views. */
async function renew(services: Services): Promise<void> {
  const { database, clock } = services
  await purgeFinishedJobs(database.kysely, VIEWS_JOB, clock.now())
  await database.transaction((tx) => renewViewsOrLater(tx, services, RETRY_MS))
}
