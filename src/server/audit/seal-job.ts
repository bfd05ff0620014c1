/** Seals the audit trail every five minutes, in one of the processes. */
import type { JobHandler } from '../jobs/runner.ts'
import type { Services } from '../services.ts'
import { sealEvents } from '../store/audit/event-seals.ts'
import { addJob, purgeFinishedJobs } from '../store/delivery/jobs.ts'

const EVERY_MS = 5 * 60_000
const SEAL_JOB = 'seal-audit'

export const SEAL_JOBS: Record<string, JobHandler> = { [SEAL_JOB]: seal }

/** Schedules the job. It runs once every five minutes, however many processes schedule it. */
export async function scheduleSeal({ database, clock }: Pick<Services, 'database' | 'clock'>, runAt: Date = clock.now()): Promise<void> {
  await addJob(database.kysely, { kind: SEAL_JOB, runAt, uniqueKey: `${SEAL_JOB} ${Math.floor(runAt.getTime() / EVERY_MS)}` })
}

async function seal(services: Services): Promise<void> {
  const now = services.clock.now()
  // A log stored elsewhere then holds seals to compare with, which cannot be changed through the database.
  for (const made of await sealEvents(services.database)) services.log.info(made, 'the audit trail was sealed')
  await purgeFinishedJobs(services.database.kysely, SEAL_JOB, new Date(now.getTime() - EVERY_MS))
  await scheduleSeal(services, new Date(now.getTime() + EVERY_MS))
}
