/**
 * What was committed just now, told to whoever listens in this and in every other process. Hints carry ids only and may be
 * lost with a process that dies: who acts on them reads the database, and looks again now and then.
 *
 * They are gathered while a transaction runs and sent when it has committed, not with it: a transaction that notifies takes
 * a lock of the whole PostgreSQL server until its commit is on the disk, so that commits queue up behind each other. Measured
 * with 20 connections that halves to quarters what the server commits in a second.
 */

export type Hint =
  /** A document was written or deleted; `by` is a user id. */
  | { kind: 'document'; company: string; type: string; key: string; owner: string | null; by: string }
  | { kind: 'notification'; company: string; user: string; id: number; of: string }
  /** The person has read notifications. */
  | { kind: 'read'; company: string; user: string }
  /** Sessions of the person ended, or what they may do changed. */
  | { kind: 'session'; user: string }
  /** The company's settings were saved. */
  | { kind: 'settings'; company: string }
  /** Something may have been missed. */
  | { kind: 'gap' }

export type HintListener = (hints: Hint[]) => void

/** Carries hints to other processes that share the database, and theirs to this one. */
export interface Relay {
  send(hints: Hint[]): void
  listen(): void
  /** Resolves when the listening connection is closed; `listen` may be called again. */
  rest(): Promise<void>
  /** Sends what waits and ends for good. */
  close(): Promise<void>
}

/** More of one transaction than this (a bulk import) are told as a gap. */
const MAX_AT_ONCE = 200

/** By connection or transaction. */
const gatherers = new WeakMap<object, (hint: Hint) => void>()

/** Tells the hint when the transaction has committed; at once outside of one. */
export function notifyLater(db: object, hint: Hint): void {
  gatherers.get(db)?.(hint)
}

/** Listeners of one process. */
export class Hints {
  readonly #listeners = new Set<HintListener>()
  readonly #relay: Relay | undefined

  /** @param makeRelay absent where no other process can have the database */
  constructor(makeRelay?: (take: HintListener) => Relay) {
    this.#relay = makeRelay?.((hints) => this.#deliver(hints))
  }

  /** What is written on the connection outside of a transaction is told at once. */
  adopt(db: object): void {
    gatherers.set(db, (hint) => this.#publish([hint]))
  }

  /** Gathers what `work` tells in the transaction. Answers how to publish it once it has committed. */
  gather(tx: object): () => void {
    const gathered: Hint[] = []
    gatherers.set(tx, (hint) => gathered.push(hint))
    return () => this.#publish(gathered)
  }

  /** Answers how to stop. Other processes are listened to as long as somebody listens here. */
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
