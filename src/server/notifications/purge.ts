/** Removes old notifications every night, in one of the processes. */
import type { JobHandler } from '../jobs/runner.ts'
import type { Services } from '../services.ts'
import { addJob, purgeFinishedJobs } from '../store/delivery/jobs.ts'
import { purgeNotifications } from '../store/delivery/notifications.ts'

const DAY_MS = 24 * 60 * 60_000
const KEPT_DAYS = 90
const PURGE_JOB = 'purge-notifications'

export const NOTIFICATION_JOBS: Record<string, JobHandler> = { [PURGE_JOB]: purge }

/** Schedules the job. It runs once a day, however many processes schedule it. */
export async function schedulePurge({ database, clock }: Pick<Services, 'database' | 'clock'>, runAt: Date = clock.now()): Promise<void> {
  await addJob(database.kysely, { kind: PURGE_JOB, runAt, uniqueKey: `${PURGE_JOB} ${runAt.toISOString().slice(0, 10)}` })
}

async function purge(services: Services): Promise<void> {
  const now = services.clock.now()
  const { kysely } = services.database
  await purgeNotifications(kysely, new Date(now.getTime() - KEPT_DAYS * DAY_MS))
  await purgeFinishedJobs(kysely, PURGE_JOB, new Date(now.getTime() - 2 * DAY_MS))
  await schedulePurge(services, new Date(now.getTime() + DAY_MS))
}
