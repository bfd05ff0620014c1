/** Deferred work. Several processes may claim jobs; each job is run by one of them. */
import { sql, type Selectable } from 'kysely'
import type { JsonObject } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import type { JobsTable } from '../sql/tables.ts'

export type Job = Selectable<JobsTable>
export interface NewJob { kind: string; payload?: JsonObject; runAt: Date; /** A second job with the same key is not added. A job without one is due as soon as it is added. */ uniqueKey?: string }

/** The tolerated difference between two servers' clocks, in seconds. */
const TOLERANCE_S = 60

/**
 * Adds the job; false if its unique key is taken. The key of a job that a server whose clock was ahead has done before its time counts as
 * free: it would keep a recurring job from running when it is really due.
 */
export async function addJob(db: Db, job: NewJob): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    insert into jobs (kind, payload, run_at, unique_key, attempts) values (${job.kind}, ${JSON.stringify(job.payload ?? {})}::jsonb, ${job.runAt.toISOString()}::timestamptz, ${job.uniqueKey ?? null}, 0)
    on conflict (unique_key) where unique_key is not null do update set run_at = excluded.run_at, payload = excluded.payload, attempts = 0, finished_at = null, locked_until = null, last_error = null
      where jobs.finished_at > excluded.run_at + make_interval(secs => ${TOLERANCE_S})
    returning id`.execute(db)
  return rows.length > 0
}

/** Adds the job in place of those of its kind that wait to be run; one that is running stays. Callers hold a lock: two at once would leave two jobs. */
export async function replaceWaitingJobs(db: Db, job: NewJob, now: Date): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', job.kind).where('finished_at', 'is', null)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)])).execute()
  await addJob(db, job)
}

/** Adds the job unless one with the same kind and payload waits or is running. Callers hold a lock on what it works on. */
export async function ensureJob(db: Db, { kind, payload = {}, runAt }: NewJob): Promise<void> {
  const text = JSON.stringify(payload)
  await sql`
    with given_up as (delete from jobs where kind = ${kind} and payload = ${text}::jsonb and finished_at is null and attempts >= 10)
    insert into jobs (kind, payload, run_at, attempts) select ${kind}, ${text}::jsonb, ${runAt.toISOString()}::timestamptz, 0
    where not exists (select 1 from jobs where kind = ${kind} and payload = ${text}::jsonb and finished_at is null and attempts < 10)`.execute(db)
}

/** Lets a job that has more to do run again at once. */
export async function repeatJob(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('jobs').set({ run_at: now, locked_until: null, attempts: 0, last_error: null }).where('id', '=', id).execute()
}

/** Seconds before the first retry of a failed job; each further wait is twice as long. */
export const FIRST_WAIT_S = 10
/** The longest wait, in seconds. */
export const MAX_WAIT_S = 60 * 60

/**
 * Claims one due job for `seconds`; undefined if none is due.
 *
 * Times further ahead than any correct clock could have set come from a wrong clock. A lock held until such a time is shortened to one that
 * starts now, and a job that was to run at once or be retried counts as due.
 */
export async function claimJob(db: Db, now: Date, seconds: number): Promise<Job | undefined> {
  const at = now.toISOString()
  const { rows } = await sql<Job>`
    with held_absurdly as (
      update jobs set locked_until = ${at}::timestamptz + make_interval(secs => ${seconds})
      where finished_at is null and locked_until > ${at}::timestamptz + make_interval(secs => ${seconds + TOLERANCE_S})
    )
    update jobs j set attempts = j.attempts + 1, locked_until = ${at}::timestamptz + make_interval(secs => ${seconds})
    where j.id = (select id from jobs where finished_at is null and attempts < 10
      and (run_at <= ${at}::timestamptz
        or run_at > ${at}::timestamptz + make_interval(secs => case when attempts > 0 then least(${MAX_WAIT_S}::int, ${FIRST_WAIT_S}::int * power(2, attempts - 1)) + ${TOLERANCE_S}::int when unique_key is null then ${TOLERANCE_S}::int end))
      and (locked_until is null or locked_until < ${at}::timestamptz) order by run_at, id limit 1 for update skip locked)
    returning j.*`.execute(db)
  return rows[0]
}

/** Lets go of what a server claimed that ended in the middle: for the only server on a database, as it starts. */
export async function releaseJobs(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ locked_until: null }).where('finished_at', 'is', null).where('locked_until', 'is not', null).execute()
}

/** Marks the job as finished; it will not run again. */
export async function finishJob(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('jobs').set({ finished_at: now, locked_until: null, last_error: null }).where('id', '=', id).execute()
}

/** Records the error and schedules the job to run again at `retryAt`. */
export async function failJob(db: Db, id: number, error: string, retryAt: Date): Promise<void> {
  await db.updateTable('jobs').set({ last_error: error.slice(0, 1_000), locked_until: null, run_at: retryAt }).where('id', '=', id).execute()
}

/** Deletes jobs of the kind that finished before the given moment. */
export async function purgeFinishedJobs(db: Db, kind: string, before: Date): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', kind).where('finished_at', '<', before).execute()
}
