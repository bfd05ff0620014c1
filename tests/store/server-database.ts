/** Databases of their own on the server that TEST_DATABASE_URL names. */
import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

export const SERVER = process.env['TEST_DATABASE_URL']

/** SQLSTATE object_in_use. */
const IN_USE = '55006'

/** An empty database on the test server, or a copy of one to which nobody is connected. `more`: what else is said of it as it is made. */
export async function createServerDatabase(template = 'template1', more = ''): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `store_${randomBytes(6).toString('hex')}`
  // Copying files takes less of the processor than writing every page to the log.
  await onServer((db) => sql.raw(`create database ${name} template ${template} strategy file_copy ${more}`).execute(db))
  const url = new URL(SERVER ?? '')
  url.pathname = `/${name}`
  return { url: url.href, drop: () => dropServerDatabase(name) }
}

/** Removes a database of the test server, whoever is connected. */
export function dropServerDatabase(name: string): Promise<void> {
  return onServer(async (db) => {
    try {
      // The server waits five seconds for those who are leaving: a pool says that it has ended before its connections have, and would log each that is ended from here.
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
