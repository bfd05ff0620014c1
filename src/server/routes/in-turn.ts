/**
 * A queue per document, so that waiting requests hold no database connection. A request that waits for a database lock occupies one, and
 * with a handful of those no other request can be served. Across processes the database lock decides; within one process, requests queue
 * here.
 */
import type { Database } from '../store/connection/database.ts'
import { Turns } from '../turns.ts'

/** A command in steps: what can be looked up, and refused, before a transaction starts, and what runs in it. */
export interface Steps<P, T> {
  prepare: () => Promise<P>
  /**
   * Names what only one request at a time may work on. A request that had to wait is prepared again, and usually refused because of what
   * the previous one did.
   */
  turn?: (prepared: P) => string | undefined
  work: (prepared: P) => Promise<T>
}

const turnsOf = new WeakMap<Database, Turns>()

/** Runs the steps; `work` starts when no other request in this process is working under the same name. */
export async function inTurn<P, T>(database: Database, { prepare, turn, work }: Steps<P, T>): Promise<T> {
  const turns = turnsOf.get(database) ?? new Turns()
  turnsOf.set(database, turns)
  const prepared = await prepare()
  const name = turn?.(prepared)
  if (name === undefined) return work(prepared)
  const isFirst = turns.isFree(name)
  return turns.inTurn(name, async () => work(isFirst ? prepared : await prepare()))
}
