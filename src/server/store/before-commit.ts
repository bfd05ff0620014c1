/**
 * What a transaction leaves for its last moment.
 *
 * Work that takes locks for which many wait, so that they are held as shortly as can be: numbers without gaps.
 *
 * Rows that hardly anything in the transaction reads again: the audit trail, notices, mails, links, the answer that is kept. They are
 * gathered and written in one statement, which goes to the database together with the commit: each statement of its own is a
 * way there and back, with the document locked and others waiting for it. Whoever reads them in the transaction calls `writeGathered` first.
 */
import { insertTogether, sendTogether, type Insert } from './insert-together.ts'
import type { Db, Tx } from './tables.ts'

type Work = () => Promise<void>

/** A transaction of thousands of rows (an import) writes them on its way, as soon as so many are gathered. */
const MAX_GATHERED = 100

interface Left { work: Work[]; rows: Insert[] }

const leftBy = new WeakMap<object, Left>()

/** From here on the transaction leaves things for its end, until `finish`. */
export function gatherLeft(tx: Tx): void {
  leftBy.set(tx, { work: [], rows: [] })
}

/** Runs the work when everything else of the transaction is done, in the order in which it was left; a failure undoes the transaction. */
export function beforeCommit(tx: Tx, work: Work): void {
  const left = leftBy.get(tx)
  if (left === undefined) throw new Error('What is left for the end of a transaction needs one.')
  left.work.push(work)
}

/** Inserts the rows with the others of their transaction when it commits; at once outside of one. */
export async function insertLast(db: Db, rows: readonly Insert[]): Promise<void> {
  const left = leftBy.get(db)
  if (left === undefined) return insertTogether(db, rows)
  for (const row of rows) left.rows.push(row)
  if (left.rows.length >= MAX_GATHERED) await writeGathered(db)
}

/** Writes what the transaction has gathered so far: for who reads it in the same transaction. */
export async function writeGathered(db: Db): Promise<void> {
  await insertTogether(db, leftBy.get(db)?.rows.splice(0) ?? [])
}

/**
 * Runs the work that was left, and what that leaves in turn, and sends the gathered rows on their way. Answers once they are
 * sent: `written` rejects where the database refuses them. On PostgreSQL the commit may follow at once: what was refused makes
 * it a rollback (manual, COMMIT).
 */
export async function finish(tx: Tx): Promise<{ written: Promise<void> }> {
  const left = leftBy.get(tx)
  for (let work = left?.work.shift(); work !== undefined; work = left?.work.shift()) await work()
  leftBy.delete(tx)
  const { written } = await sendTogether(tx, left?.rows ?? [])
  // Who awaits it hears of a failure. Until then nobody does, which would end the process.
  written.catch(() => undefined)
  return { written }
}
