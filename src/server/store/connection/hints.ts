/**
 * Notifies listeners in this and all other processes of what was just committed. Hints carry only ids and may be lost if a process dies:
 * listeners read the database, and poll it from time to time.
 *
 * They are gathered during a transaction and sent after its commit, not with it: a transaction that runs NOTIFY takes a lock on the whole
 * PostgreSQL server until its commit is on disk, so that commits queue up behind each other. Measured with 20 connections, that reduces
 * commits per second to between a half and a quarter.
 */

export type Hint =
  /** A document was written or deleted; `by` is a user id. */
  | { kind: 'document'; company: string; type: string; key: string; owner: string | null; by: string }
  | { kind: 'notification'; company: string; user: string; id: number; of: string }
  /** The user has read notifications. */
  | { kind: 'read'; company: string; user: string }
  /** Sessions of the user ended, or their permissions changed. */
  | { kind: 'session'; user: string }
  /** The company's settings were saved. */
  | { kind: 'settings'; company: string }
  /** More records of the company were written than are announced one by one. */
  | { kind: 'many'; company: string }
  /** Hints may have been missed. */
  | { kind: 'gap' }

export type HintListener = (hints: Hint[]) => void

/** Carries hints to other processes that share the database, and theirs to this one. */
export interface Relay {
  send(hints: Hint[]): void
  listen(): void
  /** Resolves when the listening connection is closed; `listen` may be called again. */
  rest(): Promise<void>
  /** Sends the queued hints and shuts down for good. */
  close(): Promise<void>
}

/** A transaction with more hints than this (a bulk import) sends a single gap instead. */
const MAX_AT_ONCE = 200

/** By connection or transaction. */
const gatherers = new WeakMap<object, (hint: Hint) => void>()

/** Sends the hint after the transaction commits; outside of a transaction, at once. */
export function notifyLater(db: object, hint: Hint): void {
  gatherers.get(db)?.(hint)
}

/** The hint listeners of one process. */
export class Hints {
  readonly #listeners = new Set<HintListener>()
  readonly #relay: Relay | undefined

  /** @param makeRelay absent if no other process can share the database */
  constructor(makeRelay?: (take: HintListener) => Relay) {
    this.#relay = makeRelay?.((hints) => this.#deliver(hints))
  }

  /** Hints for writes on the connection outside of a transaction are sent at once. */
  adopt(db: object): void {
    gatherers.set(db, (hint) => this.#publish([hint]))
  }

  /** Gathers the hints of the transaction. Returns the function that publishes them after the commit. */
  gather(tx: object): () => void {
    const gathered: Hint[] = []
    gatherers.set(tx, (hint) => gathered.push(hint))
    return () => this.#publish(gathered)
  }

  /** Returns the function that unsubscribes. The relay listens to other processes as long as there is a listener here. */
  listen(listener: HintListener): () => Promise<void> {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#relay?.listen()
    return async () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) await this.#relay?.rest()
    }
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    await this.#relay?.close()
  }

  #publish(hints: Hint[]): void {
    if (hints.length === 0) return
    const sent: Hint[] = hints.length > MAX_AT_ONCE ? [{ kind: 'gap' }, ...hints.filter((hint) => hint.kind === 'session')] : hints
    this.#deliver(sent)
    this.#relay?.send(sent)
  }

  #deliver(hints: Hint[]): void {
    for (const listener of this.#listeners) listener(hints)
  }
}
