/** Databases for the store's tests: the same suite on PGlite in memory and, if TEST_DATABASE_URL is set, on PostgreSQL. */
import path from 'node:path'
import { sql } from 'kysely'
import type { CompiledType, Doc, Engine, StoredRecord } from '../../src/core/index.ts'
import { createLog } from '../../src/server/log.ts'
import { engineProviderOf, loadManifests, type LoadedManifests, type ManagedEngines } from '../../src/server/manifests/engine-provider.ts'
import type { HiddenByOverlays } from '../../src/server/services.ts'
import { IN_MEMORY, createDatabase, type Database } from '../../src/server/store/connection/database.ts'
import { insertDocument } from '../../src/server/store/documents/documents.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { copyPrepared, type Kind, type Preparation } from './prepared-database.ts'
import { SERVER } from './server-database.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const COMPANY = 'MRT'

/** The databases that the suite runs on. */
export const KINDS: Kind[] = SERVER === undefined ? ['pglite'] : ['pglite', 'postgres']
/** For behaviour that does not depend on the database, such as permissions: the server if there is one, because it is faster. */
export const ONE_KIND = KINDS.slice(-1)

export interface TestDatabase {
  database: Database
  engine: Engine
  /** Of the database on the server; PGlite has none. */
  url: string | undefined
  /** Another pool on the same database; PGlite has only one. */
  second(): Promise<Database>
  stop(): Promise<void>
}

/** What the engines of the repository's modules warned of in this worker, such as a rule that could not be evaluated. */
export const engineWarnings: object[] = []
const log = { ...createLog('error', { isForPeople: true }), warn: (details: object, message?: string): void => { engineWarnings.push({ message, ...details }) } }
const options = { folders: [path.join(ROOT, 'modules')], root: ROOT, log }
let loaded: Promise<LoadedManifests> | undefined

/** Engines of the repository's modules, shared by all files of a worker; overlays published in one are not visible in others. */
export async function enginesOfModules(): Promise<ManagedEngines> {
  loaded ??= loadManifests(options)
  return engineProviderOf(await loaded, options)
}

/** The engine of the repository's modules. */
export async function engineOfModules(): Promise<Engine> {
  return (await enginesOfModules()).base()
}

/** For a database that is migrated for a catalogue alone. */
export const noOverlays: HiddenByOverlays = () => Promise.resolve(new Map())

/** Its relations and migrations: the same twice only if nothing was created, recreated or migrated in between. */
export async function schemaOf({ kysely }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select oid || ' ' || relname as name from pg_class where relnamespace = current_schema()::regnamespace
    union all select 'migration ' || number from migrations order by 1`.execute(kysely)
  return rows.map(({ name }) => name)
}

/** How a database of the repository's modules is migrated. */
export async function migrated(): Promise<Preparation> {
  const { catalogue } = await engineOfModules()
  return { name: 'migrated', fill: (empty) => migrate(empty, catalogue, noOverlays) }
}

/** A separate migrated database, with the engine of the repository's modules. */
export async function openTestDatabase(kind: Kind): Promise<TestDatabase> {
  const engine = await engineOfModules()
  const { database, url, drop } = await copyPrepared(kind, await migrated())
  const others: Database[] = []
  return {
    database, engine, url,
    async second() {
      if (url === undefined) return database
      const other = await createDatabase({ dataDir: IN_MEMORY, databaseUrl: url })
      others.push(other)
      return other
    },
    async stop() {
      for (const other of others) await other.close()
      await database.close()
      await drop()
    }
  }
}

export interface RecordSpec { key: string; state?: string; owner?: string; company?: string; data?: Doc }

/** Stores a record unchanged, without rules. */
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
