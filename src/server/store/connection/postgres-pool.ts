/** The connection pool of a PostgreSQL server, with the store's type parsers and prepared statements for frequent queries. */
import pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { beginAlone, beginWith } from './begin-with.ts'
import { hasLargeValue, queryLarge } from './large-values.ts'
import { TimeLimit } from './time-limit.ts'

const INT8 = 20
const NUMERIC = 1700
const SEEN_BEFORE_NAMED = 3
const MAX_NAMED = 200
const MAX_COUNTED = 2_000
/** The longest that a timer can wait, 24 days: the driver takes 0 for its own default. */
const NO_LIMIT_MS = 2 ** 31 - 1

/**
 * Statements seen often get a name, so that the server keeps them prepared. The number is limited because the SQL of lists varies with
 * their filters.
 */
class StatementNames {
  readonly #seen = new Map<string, number>()
  readonly #names = new Map<string, string>()

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_NAMED) return known
    const seen = (this.#seen.get(text) ?? 0) + 1
    if (seen < SEEN_BEFORE_NAMED) {
      if (this.#seen.size >= MAX_COUNTED) this.#seen.clear()
      this.#seen.set(text, seen)
      return undefined
    }
    this.#seen.delete(text)
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

const PARSERS: Record<number, (text: string) => unknown> = { [INT8]: Number, [NUMERIC]: Number }

function typeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return PARSERS[oid] ?? pg.types.getTypeParser(oid, format)
}

/** How long a statement may take. */
export interface StatementLimits {
  /** Until the server cancels it. */
  serverMs: number
  /** Until the connection counts as dead; longer than the server's limit. */
  driverMs: number
}

const LIMITS: StatementLimits = { serverMs: 30_000, driverMs: 35_000 }

export interface PoolOptions {
  connectionString: string
  /** Maximum number of connections. */
  max: number
  limits?: StatementLimits | undefined
  onLost: (error: Error) => void
  /** Called with whatever a statement or the opening of a connection throws. */
  onFailure: (error: unknown) => void
}

/** Opens a pool. int8 and numeric are read as numbers, jsonb is parsed, and timestamptz becomes a Date. */
export function createPostgresPool({ connectionString, max, limits = LIMITS, onLost, onFailure }: PoolOptions): PostgresPool {
  const pool = new pg.Pool({
    connectionString,
    max,
    statement_timeout: limits.serverMs,
    idle_in_transaction_session_timeout: 60_000,
    query_timeout: limits.driverMs,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: 'dirisha',
    // Statements are sent without waiting for the previous response: a transaction's last statement goes out together with its commit.
    pipeline: true,
    types: { getTypeParser: typeParser as pg.CustomTypesConfig['getTypeParser'] }
  })
  // Without a listener, a connection closed by the server would end the process; the pool itself listens only while the connection is idle.
  pool.on('connect', (client) => { client.on('error', onLost) })
  pool.on('error', () => undefined)
  const names = new StatementNames()
  const reportLoss = (error: unknown): never => {
    onFailure(error)
    throw error
  }
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect().catch(reportLoss)
      const known = wrapped.get(client)
      if (known) return known
      const fresh = wrap(client, names, reportLoss)
      wrapped.set(client, fresh)
      return fresh
    },
    end: () => pool.end()
  }
}

/** The result of a statement that was not sent. */
const NOTHING_DONE = { rows: [], rowCount: null }

function wrap(client: pg.PoolClient, names: StatementNames, rethrow: (error: unknown) => never): PostgresPoolClient {
  let hasBegunAlone = false
  /** A transaction was requested; `begin` is sent with its first statement. */
  let isBeginning = false
  const limit = new TimeLimit()
  const beginNow = async (): Promise<unknown> => {
    const begun = await beginAlone(client)
    hasBegunAlone = true
    return begun
  }
  const run = async (text: string, values: readonly unknown[] = []): Promise<unknown> => {
    if (text === 'begin') {
      if (!hasBegunAlone) return beginNow()
      isBeginning = true
      return NOTHING_DONE
    }
    const isFirst = isBeginning
    isBeginning = false
    if (isFirst && (text === 'commit' || text === 'rollback')) return NOTHING_DONE
    const name = values.length > 0 ? names.nameOf(text) : undefined
    limit.noticed(text)
    const statement = { text, values: [...values], ...(name !== undefined && { name }), ...(limit.isLifted && { query_timeout: NO_LIMIT_MS }) }
    if (text === 'commit' || text === 'rollback') limit.transactionEnded()
    const isLarge = hasLargeValue(values)
    if (isFirst && values.length > 0 && !limit.isLifted && !isLarge) return beginWith(client, statement)
    if (isFirst) await beginNow()
    return isLarge ? queryLarge(client, statement) : client.query(statement)
  }
  const query = (text: string, values?: readonly unknown[]): Promise<unknown> => run(text, values).catch(rethrow)
  return { query, release: () => client.release() } as PostgresPoolClient
}
