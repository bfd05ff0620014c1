/**
 * Statements have a time limit, except those that build the schema or read whole tables, which take longer the more is stored. It is lifted
 * by the statements below only: the driver has a limit of its own, which the pool lifts when it sees them.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../sql/tables.ts'

const LIFT_IN_TRANSACTION = 'set local statement_timeout = 0'
const LIFT = 'set statement_timeout = 0'
const RESTORE = 'reset statement_timeout'

/** Lifts the limit until the transaction ends. */
export async function liftTimeLimit(tx: Tx): Promise<void> {
  await sql.raw(LIFT_IN_TRANSACTION).execute(tx)
}

/** Runs the work on a connection without the limit. */
export async function withoutTimeLimit(db: Db, work: () => Promise<void>): Promise<void> {
  await sql.raw(LIFT).execute(db)
  try {
    await work()
  } finally {
    await sql.raw(RESTORE).execute(db)
  }
}

/** Whether the limit is lifted on one connection, by the statements that it was sent. */
export class TimeLimit {
  #isLiftedInSession = false
  #isLiftedInTransaction = false

  get isLifted(): boolean {
    return this.#isLiftedInSession || this.#isLiftedInTransaction
  }

  /** Called with each statement before it is sent. */
  noticed(text: string): void {
    if (text === LIFT) this.#isLiftedInSession = true
    if (text === RESTORE) this.#isLiftedInSession = false
    if (text === LIFT_IN_TRANSACTION) this.#isLiftedInTransaction = true
  }

  /** Called when a transaction has ended. */
  transactionEnded(): void {
    this.#isLiftedInTransaction = false
  }
}
