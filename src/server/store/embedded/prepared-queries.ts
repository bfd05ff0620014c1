/** Statements on PGlite that are parsed and planned once. */
import { parse, protocol, type PGlite, type Results } from '@electric-sql/pglite'
import { PreparedStatements, StatementNames, type DriverConnection } from '../sql/statement-names.ts'

const { serialize } = protocol

/** A plan takes tens of kilobytes. */
const MAX_PREPARED = 300
/** What may change the columns of a result, which a statement that is already prepared must keep. */
const CHANGES_COLUMNS = /^\s*(?:alter|drop|do)\b/i

/**
 * Runs frequent statements in one exchange with the database, under a name. PGlite itself (0.5) parses and plans a statement whenever it is
 * sent, and calls the database six times for it: a small query takes more than twice as long.
 */
export class PreparedQueries {
  readonly #postgres: PGlite
  readonly #names = new StatementNames(MAX_PREPARED)
  readonly #prepared = new PreparedStatements(this.#names)
  readonly #known: DriverConnection = { parsedStatements: {} }
  /** The types of each statement's parameters, by its name. */
  readonly #types = new Map<string, number[]>()

  constructor(postgres: PGlite) {
    this.#postgres = postgres
  }

  /** Runs the statement if it is one to keep prepared; undefined if it is not, and was not run. */
  async run<T>(text: string, parameters: readonly unknown[]): Promise<Results<T> | undefined> {
    if (CHANGES_COLUMNS.test(text)) this.#names.takeBackAll()
    const statement = this.#prepared.nameOf(text)
    if (statement === undefined) return undefined
    const types = this.#types.get(statement) ?? await this.#parse(statement, text)
    const values = parameters.map((value, place) => this.#written(value, types[place]))
    const messages = await this.#exchange(serialize.bind({ statement, values }), serialize.describe({ type: 'P' }), serialize.execute({}), serialize.sync())
    return parse.parseResults(messages, this.#postgres.parsers)[0] as Results<T>
  }

  /** The statement that frees what is no longer needed, to be sent outside of a transaction; undefined or empty if there is nothing. */
  unused(): string | undefined {
    const unused = this.#prepared.forget(this.#known)
    if (unused !== undefined) for (const name of this.#types.keys()) if (this.#known.parsedStatements[name] === undefined) this.#types.delete(name)
    return unused
  }

  async #parse(name: string, text: string): Promise<number[]> {
    const types = parse.parseDescribeStatementResults(await this.#exchange(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }), serialize.sync()))
    this.#types.set(name, types)
    this.#known.parsedStatements[name] = text
    return types
  }

  #written(value: unknown, type = 0): string | null {
    if (value === null || value === undefined) return null
    return this.#postgres.serializers[type]?.(value) ?? String(value)
  }

  #exchange(...messages: Uint8Array[]): ReturnType<PGlite['execProtocolStream']> {
    return this.#postgres.execProtocolStream(Buffer.concat(messages))
  }
}
