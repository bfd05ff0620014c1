/** Separate databases on the server that TEST_DATABASE_URL names. */
import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

export const SERVER = process.env['TEST_DATABASE_URL']

/** SQLSTATE object_in_use. */
const IN_USE = '55006'

/** Creates an empty database on the test server, or a copy of one without connections. `more`: further options of the statement. */
export async function createServerDatabase(template = 'template1', more = ''): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `store_${randomBytes(6).toString('hex')}`
  // Copying files takes less processor time than writing every page to the log.
  await onServer((db) => sql.raw(`create database ${name} template ${template} strategy file_copy ${more}`).execute(db))
  const url = new URL(SERVER ?? '')
  url.pathname = `/${name}`
  return { url: url.href, drop: () => dropServerDatabase(name) }
}

/** Drops a database of the test server, even if it has connections. */
export function dropServerDatabase(name: string): Promise<void> {
  return onServer(async (db) => {
    try {
      // The server waits five seconds for closing connections: a pool reports its end before its connections have ended, and would log each
      // one that is terminated from here.
      await sql.raw(`drop database if exists ${name}`).execute(db)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === IN_USE)) throw error
      await sql.raw(`drop database ${name} with (force)`).execute(db)
    }
  })
}

/** Runs the statements on a database of the test server, or on the one that TEST_DATABASE_URL names. */
export function runOnServer(statements: string[], url = SERVER): Promise<void> {
  return onServer(async (db) => { for (const statement of statements) await sql.raw(statement).execute(db) }, url)
}

async function onServer(work: (db: Kysely<unknown>) => Promise<unknown>, url = SERVER): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url ?? '', max: 1 }) }) })
  await work(db)
  await db.destroy()
}
