/** The connection pool of a PostgreSQL server, with the store's type parsers and prepared statements for frequent queries. */
import pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { beginAlone, beginWith } from './begin-with.ts'
import { hasLargeValue, queryLarge } from './large-values.ts'
import { PreparedStatements, StatementNames, type DriverConnection } from '../sql/statement-names.ts'
import { TimeLimit } from './time-limit.ts'

const INT8 = 20
const NUMERIC = 1700
/** A plan takes tens of kilobytes on each connection; a person's ordinary work on one document type, about ten statements. */
const MAX_PREPARED = 300
/** The longest that a timer can wait, 24 days: the driver takes 0 for its own default. */
const NO_LIMIT_MS = 2 ** 31 - 1

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
  const names = new StatementNames(MAX_PREPARED)
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
  const prepared = new PreparedStatements(names)
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
    const name = values.length > 0 ? prepared.nameOf(text) : undefined
    limit.noticed(text)
    const statement = { text, values: [...values], ...(name !== undefined && { name }), ...(limit.isLifted && { query_timeout: NO_LIMIT_MS }) }
    if (text === 'commit' || text === 'rollback') limit.transactionEnded()
    const isLarge = hasLargeValue(values)
    if (isFirst && values.length > 0 && !limit.isLifted && !isLarge) return beginWith(client, statement)
    if (isFirst) await beginNow()
    return isLarge ? queryLarge(client, statement) : client.query(statement)
  }
  const query = (text: string, values?: readonly unknown[]): Promise<unknown> => run(text, values).catch(rethrow)
  const release = (): void => {
    const forgetting = prepared.forget((client as unknown as { connection: DriverConnection }).connection)
    // The next statement follows without waiting; a connection that fails here is lost for it, too.
    if (forgetting !== undefined && forgetting !== '') client.query(forgetting).catch(() => undefined)
    client.release()
  }
  return { query, release } as PostgresPoolClient
}
