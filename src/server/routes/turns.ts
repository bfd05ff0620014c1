/**
 * Turns at what many people act on at once: who waits for a lock of the database holds a connection meanwhile, and with a
 * handful of them nobody else is answered. Between processes the lock decides; within one its requests wait here.
 */
import type { Database } from '../store/database.ts'

/** A command in steps: what can be found, and refused, before a transaction is begun, and what runs in it. */
export interface Steps<P, T> {
  prepare: () => Promise<P>
  /** What only one request at a time works on. Who waited is prepared anew, and mostly refused by what the one before did. */
  turn?: (prepared: P) => string | undefined
  work: (prepared: P) => Promise<T>
}

const busy = new WeakMap<Database, Map<string, Promise<void>>>()

/** Runs the steps, the work when nobody else in this process is at it. */
export async function inTurn<P, T>(database: Database, { prepare, turn, work }: Steps<P, T>): Promise<T> {
  const turns = busy.get(database) ?? new Map<string, Promise<void>>()
  busy.set(database, turns)
  for (;;) {
    const prepared = await prepare()
    const name = turn?.(prepared)
    if (name === undefined) return work(prepared)
    const before = turns.get(name)
    if (before === undefined) return alone(turns, name, () => work(prepared))
    await before
  }
}

async function alone<T>(turns: Map<string, Promise<void>>, name: string, work: () => Promise<T>): Promise<T> {
  let end = (): void => undefined
  turns.set(name, new Promise((resolve) => { end = resolve }))
  try {
    return await work()
  } finally {
    turns.delete(name)
    end()
  }
}
