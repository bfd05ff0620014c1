/**
 * Databases that already contain what many tests start with. Filling one takes seconds, copying one a moment: the first test that needs it
 * fills it, the others wait for that and copy.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { inject } from 'vitest'
import { IN_MEMORY, createDatabase, databaseOver, type Database } from '../../src/server/store/connection/database.ts'
import { Hints } from '../../src/server/store/connection/hints.ts'
import { PGliteDialect } from '../../src/server/store/embedded/pglite-dialect.ts'
import type { Tables } from '../../src/server/store/sql/tables.ts'
import { Writing } from '../../src/server/store/connection/writing.ts'
import { createServerDatabase } from './server-database.ts'
import { TEMPLATE } from './prepared-folder.ts'

export type Kind = 'pglite' | 'postgres'
export interface PreparedDatabase { database: Database; url: string | undefined; drop(): Promise<void> }
/** Fills a database; a name always stands for the same content. */
export interface Preparation { name: string; fill: (database: Database) => Promise<void>; /** The preparation that it continues from. */ after?: Preparation }

// The embedded database's code is compiled anew in each worker. Tests are too short for V8's optimising compiler to be worth its work.
setFlagsFromString('--liftoff-only')

const INT8 = 20
const NUMERIC = 1700
const WAIT_MS = 100
const MAX_WAIT_MS = 120_000

/** A separate, prepared database. An embedded one is in the folder, if given. */
export async function copyPrepared(kind: Kind, preparation: Preparation, folder = IN_MEMORY): Promise<PreparedDatabase> {
  if (kind === 'postgres') return copyOnServer(await templateOf(preparation))
  const database = await createDatabase({ dataDir: folder, loadDataDir: await dumpOf(preparation) })
  return { database, url: undefined, drop: () => Promise.resolve() }
}

/**
 * Empty. Creating an embedded database takes three seconds of processor time, copying one half a second; most of that goes into its files, of
 * which PostgreSQL's own two templates are two thirds.
 */
const EMPTY: Preparation = {
  name: 'empty',
  fill: async ({ kysely }) => {
    await sql`update pg_database set datistemplate = false, datallowconn = true where datname in ('template0', 'template1')`.execute(kysely)
    for (const name of ['template0', 'template1']) await sql`drop database ${sql.id(name)}`.execute(kysely)
  },
}

/** A separate empty database. An embedded one is in the folder, if given. */
export async function openEmpty(kind: Kind, folder = IN_MEMORY): Promise<PreparedDatabase> {
  return kind === 'postgres' ? copyOnServer(undefined) : copyPrepared(kind, EMPTY, folder)
}

async function dumpOf({ name, fill, after = name === EMPTY.name ? undefined : EMPTY }: Preparation): Promise<Blob> {
  const dump = await madeOnce(`${name}.tar`, async () => {
    const client = new PGlite({ parsers: { [INT8]: Number, [NUMERIC]: Number }, ...(after && { loadDataDir: await dumpOf(after) }) })
    await client.waitReady
    const kysely = new Kysely<Tables>({ dialect: new PGliteDialect(client) })
    await fill(databaseOver('pglite', kysely, new Hints(), { writing: new Writing({ tryWriting: () => Promise.resolve() }), close: () => kysely.destroy() }))
    const content = Buffer.from(await (await client.dumpDataDir('none')).arrayBuffer())
    await kysely.destroy()
    return content
  })
  return new Blob([new Uint8Array(dump)])
}

/** The name of a database on the server without connections. */
async function templateOf({ name, fill, after }: Preparation): Promise<string> {
  return (await madeOnce(`${name}${TEMPLATE}`, async () => {
    const { database, url } = await copyOnServer(after && (await templateOf(after)))
    await fill(database)
    await database.close()
    return Buffer.from(new URL(url).pathname.slice(1))
  })).toString()
}

async function copyOnServer(template: string | undefined): Promise<PreparedDatabase & { url: string }> {
  const { url, drop } = await createServerDatabase(template)
  return { database: await createDatabase({ dataDir: IN_MEMORY, databaseUrl: url }), url, drop }
}

/** The content of the run's file, created by the first caller; creating a lock folder decides who that is. */
async function madeOnce(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const file = path.join(inject('preparedFolder'), name)
  const isFirst = await mkdir(`${file}.lock`).then(() => true, () => false)
  if (isFirst) {
    try {
      await writeFile(`${file}.part`, await make())
      await rename(`${file}.part`, file)
    } catch (error) {
      await writeFile(`${file}.failed`, String(error))
      throw error
    }
  }
  const until = Date.now() + MAX_WAIT_MS
  while (!existsSync(file)) {
    if (existsSync(`${file}.failed`)) throw new Error(`The demo could not be prepared: ${await readFile(`${file}.failed`, 'utf8')}`)
    if (Date.now() > until) throw new Error('The demo was not prepared in time.')
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
  return readFile(file)
}
