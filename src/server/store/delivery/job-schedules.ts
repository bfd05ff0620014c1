/** Up to which day the scheduled runs of each job have been started. */
import { sql } from 'kysely'
import type { Tx } from '../connection/database.ts'

/** The day up to which runs were started, locked until the transaction ends; a job that is new to the company begins after `since`. */
export async function lockSchedule(tx: Tx, { company, type }: { company: string; type: string }, since: string): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    insert into job_schedules (company, type, until) values (${company}, ${type}, ${since}::date)
    on conflict (company, type) do update set until = job_schedules.until returning until::text as until`.execute(tx)
  return rows[0]?.until ?? since
}

/** Notes that the runs up to this day have been started. */
export async function noteSchedule(tx: Tx, { company, type }: { company: string; type: string }, until: string): Promise<void> {
  await sql`update job_schedules set until = ${until}::date where company = ${company} and type = ${type}`.execute(tx)
}
