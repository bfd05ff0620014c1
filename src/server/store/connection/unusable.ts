/** Describes, with instructions, why a database cannot be used: when it is opened, and for whatever it refuses afterwards. */
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { sqlState } from '../sql/sql-state.ts'
import { isDiskFull, isUnavailable } from './unavailable.ts'

/** The database cannot be used as it is; the message says what to do. */
export class UnusableDatabaseError extends Error { override name = 'UnusableDatabaseError' }

/** The database does not exist, or authentication failed. */
const NOT_OPENED = /^(?:3D000|28...)$/
/** SQLSTATE insufficient_privilege. */
export const NO_RIGHT = '42501'
/** Read-only: the server is a standby, or was configured so. */
const READ_ONLY = '25006'
/** Required, because any text that users enter must fit. */
const ENCODING = 'UTF8'

/** Resolves if the database responds and is suitable. @throws UnusableDatabaseError otherwise */
export async function requireUsable({ kind, kysely }: Database): Promise<void> {
  const { rows } = await sql<{ name: string; encoding: string }>`select current_database() as name, current_setting('server_encoding') as encoding`.execute(kysely).catch((error: unknown) => {
    throw kind === 'postgres' ? (sentenceOf(error) ?? notOpened(error)) : error
  })
  const { name = '', encoding = ENCODING } = rows[0] ?? {}
  if (encoding !== ENCODING) throw new UnusableDatabaseError(`The database "${name}" has the encoding ${encoding}, which cannot hold every name; it has to be ${ENCODING}. Make another: create database … owner … encoding 'UTF8' template template0, and name it in DATABASE_URL.`)
}

/** The error as a message for the operator; undefined if it has another cause. */
export function asUnusable(error: unknown): UnusableDatabaseError | undefined {
  return error instanceof UnusableDatabaseError ? error : sentenceOf(error)
}

function sentenceOf(error: unknown): UnusableDatabaseError | undefined {
  const [code = '', why] = [sqlState(error), reasonOf(error)]
  if (isDiskFull(error)) return new UnusableDatabaseError(`The disk is full: ${why}. Make room there, then run this again.`)
  if (code === NO_RIGHT) return new UnusableDatabaseError(`The role in DATABASE_URL lacks a right in its database: ${why}. If another role owns the tables, restore and migrate run as that role; npm run migrate -- --for <this role> gives this one its rights. If none is meant to, let this role own the database: alter database … owner to ….`)
  if (code === READ_ONLY) return new UnusableDatabaseError(`The database accepts no changes: ${why}. In DATABASE_URL, name the primary server, not a standby.`)
  return NOT_OPENED.test(code) || isUnavailable(error) ? notOpened(error) : undefined
}

function notOpened(error: unknown): UnusableDatabaseError {
  return new UnusableDatabaseError(`The database cannot be opened: ${reasonOf(error)}. Check DATABASE_URL, and that PostgreSQL is running.`)
}

/** Without a full stop: it becomes part of a sentence. */
function reasonOf(error: unknown): string {
  // Node aggregates the errors of all addresses of a host name, without a message of its own.
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
}
