import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Runs `work` before anybody else uses the database. On the embedded one, which has a single connection, its commits do not wait for the
 * disk each: the next commit after it syncs them all.
 */
export async function syncedAtTheEnd({ kind, kysely }: Database, work: () => Promise<void>): Promise<void> {
  if (kind === 'postgres') return work()
  await sql`set synchronous_commit = off`.execute(kysely)
  try {
    await work()
  } finally {
    await sql`reset synchronous_commit`.execute(kysely)
  }
}
