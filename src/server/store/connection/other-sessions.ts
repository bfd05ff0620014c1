/** Who else is connected to the database, for work that nobody may do beside a server. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Sessions of one program and role. */
export interface OtherSessions { program: string; role: string; count: number }

/** Sessions of a program that has just ended are listed for a moment longer. */
const END_WITHIN_MS = 3_000
const LOOK_EVERY_MS = 100

/** The sessions that others have open on the PostgreSQL database; those that are just ending are waited for. */
export async function otherSessions(tx: Tx): Promise<OtherSessions[]> {
  const until = performance.now() + END_WITHIN_MS
  for (;;) {
    // A transaction sees the list as it was at its first look, unless that is dropped.
    await sql`select pg_stat_clear_snapshot()`.execute(tx)
    const found = await openSessions(tx)
    if (found.length === 0 || performance.now() > until) return found
    await setTimeout(LOOK_EVERY_MS)
  }
}

/** Without PostgreSQL's own processes. Which kind of process another role's is, a role without rights over it cannot see. */
async function openSessions(tx: Tx): Promise<OtherSessions[]> {
  const { rows } = await sql<OtherSessions>`
    select coalesce(nullif(application_name, ''), 'a program without a name') as program, usename as role, count(*) as count
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename is not null and coalesce(backend_type, 'client backend') = 'client backend'
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}
