/**
 * Finds statements that run beside the transaction that they belong to. The embedded database has one connection, so such a statement would
 * wait for its own transaction forever; on a server it takes a second connection, and enough of them at once take all.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<{ isOpen: boolean }>()

/** Runs the work of a transaction: until it is done, no other connection is given to it. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const transaction = { isOpen: true }
  try {
    return await current.run(transaction, work)
  } finally {
    transaction.isOpen = false
  }
}

/** Runs what has nothing to do with the transaction that is open, such as the work of another server in a test. */
export function outsideTransaction<T>(work: () => T): T {
  return current.exit(work)
}

/** Called before a connection is taken. @throws Error inside a transaction: what is called there has to be given it */
export function refuseSecondConnection(): void {
  if (current.getStore()?.isOpen === true) throw new Error('A statement runs beside its transaction, which has to be passed on to it.')
}
