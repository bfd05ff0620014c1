/** Waits for those who began before something was written, and may not have seen it. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../connection/database.ts'

const LOOK_EVERY_MS = 50
/** No command takes longer than a statement may. */
const END_WITHIN_MS = 30_000

/**
 * Resolves once every transaction of this role that was open on PostgreSQL when this was called has ended: whoever began later sees what was
 * committed before the call, and whoever began earlier has committed what the caller reads next. The embedded database has one at a time.
 */
export async function earlierTransactionsEnd({ kind, kysely }: Pick<Database, 'kind' | 'kysely'>): Promise<void> {
  if (kind !== 'postgres') return
  const until = performance.now() + END_WITHIN_MS
  let began: string | undefined
  do {
    const { rows: [found] } = await sql<{ now: string; open: number }>`
      with at as materialized (select coalesce(${began ?? null}::timestamptz, clock_timestamp()) as now)
      select at.now::text as now, (select count(*)::int from pg_stat_activity
        where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and xact_start < at.now) as open
      from at`.execute(kysely)
    began ??= found?.now
    if ((found?.open ?? 0) === 0) return
    await setTimeout(LOOK_EVERY_MS)
  } while (performance.now() < until)
}
