/**
 * Which statements the database keeps prepared: those seen often and lately. Their number is limited, because the SQL of lists varies with
 * their filters and each connection keeps its own plans.
 */
const SEEN_BEFORE_NAMED = 3
const MAX_COUNTED = 2_000
/** A connection forgets what it no longer needs this many at a time. */
const FORGOTTEN_TOGETHER = 20

interface Named { name: string; lastUse: number }

/** The names of the statements that are prepared now, the same on every connection of a pool. */
export class StatementNames {
  /** How many statements are prepared at the same time. */
  readonly max: number
  readonly #seen = new Map<string, number>()
  /** By text. */
  readonly #named = new Map<string, Named>()
  /** Counts the uses of all names. */
  #uses = 0
  #given = 0

  constructor(max: number) {
    this.max = max
  }

  /** The name to prepare the statement under; undefined if it has rarely been seen. */
  nameOf(text: string): string | undefined {
    const known = this.#named.get(text)
    if (known !== undefined) {
      known.lastUse = ++this.#uses
      return known.name
    }
    const seen = (this.#seen.get(text) ?? 0) + 1
    if (seen >= SEEN_BEFORE_NAMED) return this.#give(text)
    if (this.#seen.size >= MAX_COUNTED) this.#seen.clear()
    this.#seen.set(text, seen)
    return undefined
  }

  /** Whether a name that was given is still in use. */
  isCurrent(text: string, name: string): boolean {
    return this.#named.get(text)?.name === name
  }

  /** Takes back every name: statements are prepared anew, under other names. */
  takeBackAll(): void {
    this.#named.clear()
  }

  #give(text: string): string {
    this.#seen.delete(text)
    if (this.#named.size >= this.max) this.#takeBackOldest()
    const name = `s${this.#given++}`
    this.#named.set(text, { name, lastUse: ++this.#uses })
    return name
  }

  #takeBackOldest(): void {
    let oldest: [text: string, lastUse: number] | undefined
    for (const [text, { lastUse }] of this.#named) if (oldest === undefined || lastUse < oldest[1]) oldest = [text, lastUse]
    if (oldest !== undefined) this.#named.delete(oldest[0])
  }
}

/** What the driver remembers of a connection: the text of each prepared statement, by name. */
export interface DriverConnection { parsedStatements: Record<string, string | undefined> }

/** The statements that one connection has prepared, to be forgotten there when their names are no longer in use. */
export class PreparedStatements {
  readonly #names: StatementNames
  /** Text by name. */
  readonly #prepared = new Map<string, string>()

  constructor(names: StatementNames) {
    this.#names = names
  }

  nameOf(text: string): string | undefined {
    const name = this.#names.nameOf(text)
    if (name !== undefined) this.#prepared.set(name, text)
    return name
  }

  /**
   * The statement that makes the connection forget what it no longer needs; undefined or empty if there is nothing to send. Outside of a
   * transaction only: an aborted one would refuse it. `connection` is the driver's, which remembers the texts too.
   */
  forget(connection: DriverConnection): string | undefined {
    if (this.#prepared.size < this.#names.max + FORGOTTEN_TOGETHER) return undefined
    const gone = [...this.#prepared].filter(([name, text]) => !this.#names.isCurrent(text, name)).map(([name]) => name)
    // The driver does not know a statement that the database refused to prepare.
    const known = gone.filter((name) => connection.parsedStatements[name] !== undefined)
    for (const name of gone) {
      this.#prepared.delete(name)
      delete connection.parsedStatements[name]
    }
    return known.map((name) => `deallocate ${name}`).join('; ')
  }
}
