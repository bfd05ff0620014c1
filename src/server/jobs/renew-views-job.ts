/** Renews the reporting views later, when a report held one of them as an overlay was published or withdrawn. */
import type { Services } from '../services.ts'
import type { Tx } from '../store/database.ts'
import { addJob, purgeFinishedJobs } from '../store/jobs.ts'
import { renewReportingViews } from '../store/reporting-views.ts'
import type { JobHandler } from './runner.ts'

const VIEWS_JOB = 'renew-views'

export const VIEWS_JOBS: Record<string, JobHandler> = { [VIEWS_JOB]: renew }

/**
 * Renews the views in the transaction that changes the overlays. If that fails, the transaction also adds a job that tries again, with
 * increasing waits; returns whether it succeeded.
 */
export async function renewViewsOrLater(tx: Tx, { engines, clock, log }: Services): Promise<boolean> {
  const why = await renewReportingViews(tx, engines.base().catalogue, engines.hiddenByOverlays)
  if (why === undefined) return true
  log.warn({ why }, 'the reporting views could not be renewed; they are renewed by a job')
  await addJob(tx, { kind: VIEWS_JOB, runAt: clock.now() })
  return false
}

/** @throws Error if a view is still held */
async function renew({ database, engines, clock }: Services): Promise<void> {
  await purgeFinishedJobs(database.kysely, VIEWS_JOB, clock.now())
  const why = await database.transaction((tx) => renewReportingViews(tx, engines.base().catalogue, engines.hiddenByOverlays))
  if (why !== undefined) throw new Error(`The reporting views could not be renewed: ${why}`)
}
