/**
 * Work that a transaction defers to its end.
 *
 * First, work that takes contended locks, so that they are held as briefly as possible: gapless numbers.
 *
 * Second, rows that hardly anything reads again in the same transaction: the audit trail, notifications, mails, links and the idempotent
 * response. They are gathered and written in one statement, which is sent to the database together with the commit. Each separate statement
 * would cost a round trip while the document is locked and others wait for it. Code that reads these rows in the same transaction calls
 * `writeGathered` first.
 */
import { insertTogether, sendTogether, type Insert } from '../sql/insert-together.ts'
import type { Db, Tx } from '../sql/tables.ts'

type Work = () => Promise<void>

/** A transaction with thousands of rows (an import) writes them whenever this many are gathered. */
const MAX_GATHERED = 100

interface Deferred { work: Work[]; rows: Insert[] }

const deferredBy = new WeakMap<object, Deferred>()

/** From here until `finish`, the transaction may defer work and rows. */
export function startDeferring(tx: Tx): void {
  deferredBy.set(tx, { work: [], rows: [] })
}

/** Runs the work at the end of the transaction, in the order it was registered; a failure rolls the transaction back. */
export function beforeCommit(tx: Tx, work: Work): void {
  const deferred = deferredBy.get(tx)
  if (deferred === undefined) throw new Error('Work can be deferred only within a transaction.')
  deferred.work.push(work)
}

/** Inserts the rows with the other deferred rows when the transaction commits; outside of a transaction, inserts them at once. */
export async function insertAtCommit(db: Db, rows: readonly Insert[]): Promise<void> {
  const deferred = deferredBy.get(db)
  if (deferred === undefined) return insertTogether(db, rows)
  for (const row of rows) deferred.rows.push(row)
  if (deferred.rows.length >= MAX_GATHERED) await writeGathered(db)
}

/** Writes the rows that the transaction has gathered so far, for code that reads them in the same transaction. */
export async function writeGathered(db: Db): Promise<void> {
  await insertTogether(db, deferredBy.get(db)?.rows.splice(0) ?? [])
}

/**
 * Runs the deferred work, including what that work defers, and sends the gathered rows. Resolves once they are sent; `written` rejects if
 * the database refuses them. On PostgreSQL the commit may follow at once: after a refused statement it is a rollback (manual, COMMIT).
 */
export async function finish(tx: Tx): Promise<{ written: Promise<void> }> {
  const deferred = deferredBy.get(tx)
  for (let work = deferred?.work.shift(); work !== undefined; work = deferred?.work.shift()) await work()
  deferredBy.delete(tx)
  const { written } = await sendTogether(tx, deferred?.rows ?? [])
  // Code that awaits it still receives the failure. Without this handler, a rejection before then would end the process.
  written.catch(() => undefined)
  return { written }
}
