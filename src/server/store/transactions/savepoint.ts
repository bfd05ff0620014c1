import { sql } from 'kysely'
import type { Tx } from '../connection/database.ts'

/**
 * Runs `work` in a savepoint. If it throws, what it did is undone, the locks that it took are released, and the transaction can continue;
 * also after a deadlock, of which PostgreSQL aborts no more than the savepoint.
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint of_work`.execute(tx)
  let result: T
  try {
    result = await work()
  } catch (error) {
    await sql`rollback to savepoint of_work`.execute(tx)
    // Otherwise it would hide the savepoint around it, which has the same name.
    await sql`release savepoint of_work`.execute(tx)
    throw error
  }
  await sql`release savepoint of_work`.execute(tx)
  return result
}
