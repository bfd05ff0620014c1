/** Databases for the store's tests: the same suite on PGlite in memory and, when TEST_DATABASE_URL is set, on PostgreSQL. */
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { CompiledType, Doc, Engine, StoredRecord } from '../../src/core/index.ts'
import { createLog } from '../../src/server/log.ts'
import { createEngineProvider } from '../../src/server/manifests/engine-provider.ts'
import { IN_MEMORY, createDatabase, type Database } from '../../src/server/store/database.ts'
import { insertDocument } from '../../src/server/store/documents.ts'
import { migrate } from '../../src/server/store/migrations.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const COMPANY = 'MRT'
const SERVER = process.env['TEST_DATABASE_URL']

/** The databases that the suite runs on. */
export const KINDS: ('pglite' | 'postgres')[] = SERVER === undefined ? ['pglite'] : ['pglite', 'postgres']
/** For what no database does otherwise than the other, as who may do what: the server where there is one, which is the quicker. */
export const ONE_KIND = KINDS.slice(-1)

export interface TestDatabase {
  database: Database
  engine: Engine
  /** Another pool on the same database; PGlite has only the one. */
  second(): Promise<Database>
  stop(): Promise<void>
}

/** A migrated database of its own. */
export async function openTestDatabase(kind: 'pglite' | 'postgres'): Promise<TestDatabase> {
  const engines = await createEngineProvider({ folders: [path.join(ROOT, 'modules')], root: ROOT, log: createLog('error', true) })
  const engine = engines.base()
  const own = kind === 'postgres' ? await createServerDatabase() : undefined
  const database = await createDatabase({ dataDir: IN_MEMORY, ...(own && { databaseUrl: own.url }) })
  await migrate(database, engine.catalogue)
  const others: Database[] = []
  return {
    database, engine,
    async second() {
      if (!own) return database
      const other = await createDatabase({ dataDir: IN_MEMORY, databaseUrl: own.url })
      others.push(other)
      return other
    },
    async stop() {
      for (const other of others) await other.close()
      await database.close()
      await own?.drop()
    }
  }
}

/** An empty database on the test server, or a copy of one to which nobody is connected. */
export async function createServerDatabase(template = 'template1'): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `store_${randomBytes(6).toString('hex')}`
  await onServer((db) => sql.raw(`create database ${name} template ${template}`).execute(db))
  const url = new URL(SERVER ?? '')
  url.pathname = `/${name}`
  return { url: url.href, drop: () => dropServerDatabase(name) }
}

/** Removes a database of the test server, whoever is connected. */
export function dropServerDatabase(name: string): Promise<void> {
  return onServer((db) => sql.raw(`drop database if exists ${name} with (force)`).execute(db))
}

async function onServer(work: (db: Kysely<unknown>) => Promise<unknown>): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: SERVER ?? '', max: 1 }) }) })
  await work(db)
  await db.destroy()
}

export interface RecordSpec { key: string; state?: string; owner?: string; company?: string; data?: Doc }

/** Stores a record as it is, without rules. */
export async function storeRecord(database: Database, type: CompiledType, spec: RecordSpec): Promise<StoredRecord> {
  const { manifest } = type
  const state = spec.state ?? 'Open'
  const data: Doc = { ...spec.data, [manifest.key]: spec.key, [manifest.stateField]: state, ...(manifest.owner !== undefined && spec.owner !== undefined && { [manifest.owner]: spec.owner }) }
  const stored = await database.transaction((tx) => insertDocument(tx, manifest, {
    company: spec.company ?? COMPANY, key: spec.key, state, owner: spec.owner, data, by: 'test', at: new Date('2026-06-15T09:00:00Z')
  }))
  if (!stored) throw new Error(`${spec.key} is taken.`)
  return stored
}
