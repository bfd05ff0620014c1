/** Work for later. Several processes may take jobs; each job is run by one. */
import { sql, type Selectable } from 'kysely'
import type { JsonObject } from '../../core/index.ts'
import type { Db } from './database.ts'
import type { JobsTable } from './tables.ts'

export type Job = Selectable<JobsTable>
export interface NewJob { kind: string; payload?: JsonObject; runAt: Date; /** A second job with the same key is not added. */ uniqueKey?: string }

/** Adds the job; false when its unique key is taken. */
export async function addJob(db: Db, job: NewJob): Promise<boolean> {
  const added = await db.insertInto('jobs')
    .values({ kind: job.kind, payload: JSON.stringify(job.payload ?? {}), run_at: job.runAt, unique_key: job.uniqueKey ?? null, attempts: 0 })
    .onConflict((oc) => oc.doNothing()).returning('id').executeTakeFirst()
  return added !== undefined
}

/** Takes one due job for `seconds`; undefined when none is due. */
export async function claimJob(db: Db, now: Date, seconds: number): Promise<Job | undefined> {
  const at = now.toISOString()
  const { rows } = await sql<Job>`
    update jobs j set attempts = j.attempts + 1, locked_until = ${at}::timestamptz + make_interval(secs => ${seconds})
    where j.id = (select id from jobs where finished_at is null and attempts < 10 and run_at <= ${at}::timestamptz
      and (locked_until is null or locked_until < ${at}::timestamptz) order by run_at, id limit 1 for update skip locked)
    returning j.*`.execute(db)
  return rows[0]
}

/** The job is done and will not run again. */
export async function finishJob(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('jobs').set({ finished_at: now, locked_until: null, last_error: null }).where('id', '=', id).execute()
}

/** Lets the job run again at `retryAt`. */
export async function failJob(db: Db, id: number, error: string, retryAt: Date): Promise<void> {
  await db.updateTable('jobs').set({ last_error: error.slice(0, 1_000), locked_until: null, run_at: retryAt }).where('id', '=', id).execute()
}

/** Removes jobs of the kind that were done before the instant. */
export async function purgeFinishedJobs(db: Db, kind: string, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', kind).where('finished_at', '<', before).execute()
}
