/**
 * A queue per document, so that waiting requests hold no connection: who waits for a lock of the database has one meanwhile, and
 * with a handful of them nobody else is answered. Between processes the lock decides; within one its requests wait here.
 */
import type { Database } from '../store/database.ts'
import { Turns } from '../turns.ts'

/** A command in steps: what can be found, and refused, before a transaction is begun, and what runs in it. */
export interface Steps<P, T> {
  prepare: () => Promise<P>
  /** What only one request at a time works on. Who waited is prepared anew, and mostly refused by what the one before did. */
  turn?: (prepared: P) => string | undefined
  work: (prepared: P) => Promise<T>
}

const turnsOf = new WeakMap<Database, Turns>()

/** Runs the steps, the work when nobody else in this process is at it. */
export async function inTurn<P, T>(database: Database, { prepare, turn, work }: Steps<P, T>): Promise<T> {
  const turns = turnsOf.get(database) ?? new Turns()
  turnsOf.set(database, turns)
  const prepared = await prepare()
  const name = turn?.(prepared)
  if (name === undefined) return work(prepared)
  const isFirst = turns.isFree(name)
  return turns.inTurn(name, async () => work(isFirst ? prepared : await prepare()))
}
