import { sql } from 'kysely'
import { outsideTransaction } from '../../src/server/store/sql/inside-transaction.ts'
import type { Database, Tx } from '../../src/server/store/connection/database.ts'

const MAX_WAIT_MS = 5_000

/**
 * The result of `theirs` when it starts after `ours` has written but not yet committed. On PostgreSQL it reads the previous data, and waits
 * at the latest where both write; the embedded database starts it once `ours` has finished.
 */
export async function meanwhile<T>(database: Database, ours: (tx: Tx) => Promise<unknown>, theirs: () => Promise<T>): Promise<T> {
  const { running } = await database.transaction(async (tx) => {
    await ours(tx)
    const running = outsideTransaction(theirs)
    if (database.kind === 'postgres') await Promise.race([running.catch(() => undefined), outsideTransaction(() => untilOneWaits(database))])
    return { running }
  })
  return running
}

/** Resolves when a transaction waits for another's lock; at the latest after five seconds. */
export async function untilOneWaits({ kysely }: Database): Promise<void> {
  const end = Date.now() + MAX_WAIT_MS
  while (Date.now() < end) {
    const { rows } = await sql<{ waits: boolean }>`select exists (select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(kysely)
    if (rows[0]?.waits === true) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
