/** Databases of their own on the server that TEST_DATABASE_URL names. */
import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

export const SERVER = process.env['TEST_DATABASE_URL']

/** SQLSTATE object_in_use. */
const IN_USE = '55006'

/** An empty database on the test server, or a copy of one to which nobody is connected. */
export async function createServerDatabase(template = 'template1'): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `store_${randomBytes(6).toString('hex')}`
  // Copying files takes less of the processor than writing every page to the log.
  await onServer((db) => sql.raw(`create database ${name} template ${template} strategy file_copy`).execute(db))
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

async function onServer(work: (db: Kysely<unknown>) => Promise<unknown>): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: SERVER ?? '', max: 1 }) }) })
  await work(db)
  await db.destroy()
}
