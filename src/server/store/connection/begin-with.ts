/**
 * Begins a transaction together with its first statement, in one round trip. Both are one group of messages (PostgreSQL manual, 55.2.3
 * Extended Query): if the transaction cannot begin, PostgreSQL skips the statement too.
 */
import pg from 'pg'

const BEGIN = { name: 'begin', text: 'begin' }

interface Connection {
  bind(config: { statement: string }): void
  execute(config: object): void
}

/** Methods that pg calls on a query, which its types omit. */
interface SentQuery {
  prepare(connection: Connection): void
  handleCommandComplete(message: unknown, connection: Connection): void
}

const Query = pg.Query as unknown as new (config: pg.QueryConfig, done: (error: Error | null, result: pg.QueryResult) => void) => SentQuery & pg.Submittable

/** A statement with values, preceded by a `begin` that the connection has already prepared. */
class BeginningQuery extends Query {
  #hasBegun = false

  override prepare(connection: Connection): void {
    connection.bind({ statement: BEGIN.name })
    connection.execute({})
    super.prepare(connection)
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#hasBegun) super.handleCommandComplete(message, connection)
    this.#hasBegun = true
  }
}

/** Begins a transaction on its own, which prepares the connection for `beginWith`. */
export function beginAlone(client: pg.PoolClient): Promise<pg.QueryResult> {
  return client.query(BEGIN)
}

/**
 * Begins a transaction and runs its first statement, which must have values. The connection must have run `beginAlone` before. Rejects if
 * either is refused.
 */
export function beginWith(client: pg.PoolClient, first: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(new BeginningQuery(first, (error, result) => { if (error) reject(error); else resolve(result) }))
  })
}
