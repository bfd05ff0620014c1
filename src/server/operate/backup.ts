/**
 * A backup: a folder with a file of JSON lines for each table, compressed, and `backup.json`, which says what is in them and their
 * checksums. It is taken at one moment of the database, beside whoever works, and knows nothing of the database's kind: what the
 * embedded one wrote a PostgreSQL server reads, and the other way round.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip, createGzip } from 'node:zlib'
import type { Database, Tx } from '../store/database.ts'
import { lastNumbers } from '../store/number-series.ts'
import { isDiskFull } from '../store/unavailable.ts'
import { atOneMoment, rowsAsJson, schemaNumber } from '../store/whole-tables.ts'
import { KEPT_TABLES, type KeptTable } from './kept-tables.ts'

const DESCRIPTION = 'backup.json'
const FORMAT = 1
/** Rows that are fetched at a time; those with files in them fewer. */
const ROWS = 500
const ROWS_WITH_FILES = 4

export interface BackedUp { rows: number; sha256: string }
export interface Backup { format: number; product: 'dirisha'; /** Number of the last migration. */ schema: number; takenAt: string; /** Those of its time: an older one lacks what came later. */ tables: Partial<Record<KeptTable, BackedUp>> }

/** Why it cannot be done, for whoever runs the command. */
export class OperationError extends Error { override name = 'OperationError' }

/** Writes the backup into the folder, which must be new or empty. Files and folder are its owner's alone. Throws OperationError, also where there is no room. */
export async function writeBackup(database: Database, folder: string, now: Date): Promise<Backup> {
  try {
    return await writeAll(database, folder, now)
  } catch (error) {
    throw isDiskFull(error) ? new OperationError(`There is not enough room for the backup: ${(error as Error).message}. What stands in ${folder} is no backup; remove it.`) : error
  }
}

async function writeAll(database: Database, folder: string, now: Date): Promise<Backup> {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new OperationError(`${folder} is not empty. Name a folder that is new.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return atOneMoment(database, async (tx) => {
    const tables: Partial<Record<KeptTable, BackedUp>> = {}
    for (const table of KEPT_TABLES) tables[table] = await writeTable(tx, table, path.join(folder, fileOf(table)))
    const backup: Backup = { format: FORMAT, product: 'dirisha', schema: await schemaNumber(tx), takenAt: now.toISOString(), tables }
    // Last, so that what has one is whole.
    writeFileSync(path.join(folder, DESCRIPTION), `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600 })
    return backup
  })
}

/** The file in the folder that holds the table. */
export const fileOf = (table: KeptTable): string => `${table}.jsonl.gz`

async function writeTable(tx: Tx, table: KeptTable, file: string): Promise<BackedUp> {
  const target = await open(file, 'wx', 0o600)
  const sum = createHash('sha256')
  const gzip = createGzip()
  const written = (async () => {
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      sum.update(chunk)
      // Of a write alone a disk that becomes full may take a part.
      await target.writeFile(chunk)
    }
  })()
  // Heard below, where it may be too late for the process.
  written.catch(() => undefined)
  let rows = 0
  try {
    for await (const line of linesOf(tx, table)) {
      rows += 1
      if (!gzip.write(`${line}\n`)) await Promise.race([new Promise<void>((resolve) => { gzip.once('drain', resolve) }), written])
    }
    gzip.end()
    await written
    await target.sync()
  } finally {
    await target.close()
  }
  return { rows, sha256: sum.digest('hex') }
}

async function* linesOf(tx: Tx, table: KeptTable): AsyncGenerator<string> {
  if (table === 'number_series') {
    for (const series of await lastNumbers(tx)) yield JSON.stringify(series)
    return
  }
  yield* rowsAsJson(tx, table, table === 'files' || table === 'images' ? ROWS_WITH_FILES : ROWS)
}

/** What the folder says that is in it. Throws OperationError where it is no backup. */
export function describeBackup(folder: string): Backup {
  const file = path.join(folder, DESCRIPTION)
  if (!existsSync(file)) throw new OperationError(`There is no backup in ${folder}: ${DESCRIPTION} is missing. A backup that broke off has none.`)
  const read = JSON.parse(readFileSync(file, 'utf8')) as Partial<Backup>
  if (read.product !== 'dirisha' || read.format !== FORMAT || read.tables === undefined) throw new OperationError(`${file} describes no backup that this version reads.`)
  return read as Backup
}

/** Reads the whole backup and compares it with its description. Throws OperationError naming what is damaged. */
export async function checkBackup(folder: string): Promise<Backup> {
  const backup = describeBackup(folder)
  for (const table of KEPT_TABLES) {
    const said = backup.tables[table]
    if (said === undefined) continue
    let rows = 0
    const sum = createHash('sha256')
    for await (const chunk of createReadStream(path.join(folder, fileOf(table))).on('error', () => undefined)) sum.update(chunk as Buffer)
    if (sum.digest('hex') !== said.sha256) throw new OperationError(`${fileOf(table)} is not what was written: its checksum differs.`)
    for await (const _ of readLines(folder, table)) rows += 1
    if (rows !== said.rows) throw new OperationError(`${fileOf(table)} holds ${rows} rows of ${said.rows}.`)
  }
  return backup
}

/** The rows of a table, each as JSON text. */
export function readLines(folder: string, table: KeptTable): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path.join(folder, fileOf(table))).pipe(createGunzip()), crlfDelay: Infinity })
}
