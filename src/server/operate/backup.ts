/**
 * A backup is a folder with a compressed JSON Lines file for each table and `backup.json`, which lists their row counts and checksums. It
 * is a snapshot of the database at one moment, taken while people work. It does not depend on the kind of database: PostgreSQL can read
 * what the embedded database wrote, and vice versa.
 */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Duplex, pipeline } from 'node:stream'
import { createInterface } from 'node:readline'
import { createGunzip, createGzip } from 'node:zlib'
import { findRoot } from '../find-root.ts'
import { makeFolder } from '../make-folder.ts'
import type { Database, Tx } from '../store/connection/database.ts'
import { MIGRATIONS, tablesAt } from '../store/schema/migrations.ts'
import { lastNumbers } from '../store/documents/number-series.ts'
import { withoutSecret } from '../store/delivery/outbox.ts'
import { damageOf, type DamagedFile } from '../store/files/files.ts'
import { isDiskFull } from '../store/connection/unavailable.ts'
import { inSnapshot, rowsAsJson, schemaNumber } from '../store/schema/whole-tables.ts'
import { KEPT_TABLES, type KeptTable } from './kept-tables.ts'
import { OperationError } from './operation-error.ts'
import { ANOTHER, openRegular, unreadable } from './regular-file.ts'

const DESCRIPTION = 'backup.json'
/** The rights of everybody but the owner in a mode. */
const OTHERS = 0o077
/** In bytes. The server writes a hundredth of this, and the file is read into memory at once. */
const MAX_DESCRIPTION_BYTES = 1_000_000
const FORMAT = 1
/** Rows fetched at a time; fewer for tables that store files. */
const ROWS = 500
const ROWS_WITH_FILES = 4

export interface BackedUp { rows: number; sha256: string }
export interface Backup { format: number; product: 'dirisha'; /** The version that made it; absent from older backups. */ version?: string; /** Number of the last migration. */ schema: number; takenAt: string; /** The tables that existed then: an older backup lacks later ones. */ tables: Partial<Record<KeptTable, BackedUp>> }
/** Files whose content no longer matched their stored checksum when the backup was made. */
interface WithDamage { damaged: DamagedFile[] }
/** A backup whose files were read and match their checksums. `columns`: the columns that the rows of each table contain. */
export interface CheckedBackup extends Backup, WithDamage { folder: string; columns: ReadonlyMap<KeptTable, ReadonlySet<string>> }

/**
 * Writes the backup into the folder, which must be new or empty; only the owner can access folder and files. Damaged files are backed up as
 * they are and reported. @throws OperationError, also if the disk is full
 */
export async function writeBackup(database: Database, folder: string, now: Date): Promise<Backup & WithDamage> {
  try {
    return await writeAll(database, folder, now)
  } catch (error) {
    throw isDiskFull(error) ? new OperationError(`There is not enough room for the backup: ${(error as Error).message}. ${folder} is not a usable backup; delete it.`) : error
  }
}

async function writeAll(database: Database, folder: string, now: Date): Promise<Backup & WithDamage> {
  if (existsSync(folder) && !statSync(folder).isDirectory()) throw new OperationError(`${folder} is a file. Name a folder that is new.`)
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new OperationError(`${folder} is not empty. Name a folder that is new.`)
  openToOwnerOnly(folder)
  return inSnapshot(database, async (tx) => {
    const tables: Partial<Record<KeptTable, BackedUp>> = {}
    const damaged: DamagedFile[] = []
    for (const table of KEPT_TABLES) tables[table] = await writeTable(tx, table, path.join(folder, fileOf(table)), damaged)
    const backup: Backup = { format: FORMAT, product: 'dirisha', version: ownVersion(), schema: await schemaNumber(tx), takenAt: now.toISOString(), tables }
    // Written last, so that a backup with this file is complete.
    writeFileSync(path.join(folder, DESCRIPTION), `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600 })
    return { ...backup, damaged }
  })
}

function ownVersion(): string {
  return (JSON.parse(readFileSync(path.join(findRoot(), 'package.json'), 'utf8')) as { version: string }).version
}

/** Creates the folder unless it is there. */
function openToOwnerOnly(folder: string): void {
  try {
    makeFolder(folder, 0o700)
  } catch (error) {
    throw new OperationError(`The folder ${folder} cannot be created: ${(error as Error).message}. Name one that is writable.`)
  }
  if ((statSync(folder).mode & OTHERS) === 0) return
  try {
    chmodSync(folder, 0o700)
  } catch {
    throw new OperationError(`Others may read the folder ${folder}, and only its owner can change that. Name a folder that is new, or one that the user who runs this owns.`)
  }
}

/** The file in the backup folder that holds the table. */
export const fileOf = (table: KeptTable): string => `${table}.jsonl.gz`

/** Appends damaged files to `damaged`. */
async function writeTable(tx: Tx, table: KeptTable, file: string, damaged: DamagedFile[]): Promise<BackedUp> {
  const target = await open(file, 'wx', 0o600)
  const sum = createHash('sha256')
  const gzip = createGzip()
  const written = (async () => {
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      sum.update(chunk)
      // A plain `write` may write only a part when the disk fills up.
      await target.writeFile(chunk)
    }
  })()
  // The rejection is handled below, but possibly later than Node ends the process for an unhandled one.
  written.catch(() => undefined)
  let rows = 0
  try {
    for await (const line of linesOf(tx, table)) {
      rows += 1
      if (table === 'files') damaged.push(...damageOf(parsed(line) ?? {}))
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
  for await (const line of rowsAsJson(tx, table, table === 'files' || table === 'images' ? ROWS_WITH_FILES : ROWS)) yield asKept(table, line)
}

/** The row as a backup holds it. */
function asKept(table: KeptTable, line: string): string {
  const row = table === 'outbox' ? parsed(line) : undefined
  return row === undefined ? line : JSON.stringify(withoutSecret(row))
}

/** Reads the backup's description. @throws OperationError if the folder holds no backup, or one of a newer version */
async function describeBackup(folder: string): Promise<Backup> {
  if (!existsSync(folder)) throw new OperationError(`There is no folder ${folder}. Name the one that npm run backup wrote.`)
  if (!statSync(folder).isDirectory()) throw new OperationError(`${folder} is a file. Name the folder that npm run backup wrote.`)
  const file = path.join(folder, DESCRIPTION)
  const handle = await openRegular(file)
  if (handle === undefined) throw new OperationError(`There is no backup in ${folder}: ${DESCRIPTION} is missing. An interrupted backup has no such file; use another one.`)
  const description = parsed(await readDescription(handle, file))
  if (description?.['product'] !== 'dirisha') throw new OperationError(`${file} does not describe a backup of Dirisha: it is damaged, or something else. ${ANOTHER}`)
  const { format, version, schema, takenAt, tables } = description as unknown as Partial<Backup>
  const newest = MIGRATIONS.at(-1)?.number ?? 0
  if (typeof format === 'number' && format > FORMAT) throw newer(folder, `format ${format}, where this version reads ${FORMAT}`)
  if (typeof schema === 'number' && schema > newest) throw newer(folder, `schema ${schema}, where this version knows up to ${newest}`)
  if (format !== FORMAT || !isCount(schema) || typeof takenAt !== 'string' || !areTables(tables)) throw new OperationError(`${file} is damaged: it does not say what is in the backup. ${ANOTHER}`)
  requireTables(file, schema, tables)
  return { format, product: 'dirisha', ...(typeof version === 'string' && { version }), schema, takenAt, tables }
}

/** Closes the file. Reads a limited size, since a file that is not ours may be as large as the disk. */
async function readDescription(handle: FileHandle, file: string): Promise<string> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of handle.createReadStream({ end: MAX_DESCRIPTION_BYTES })) chunks.push(chunk as Buffer)
  } catch (error) {
    throw unreadable(file, error)
  }
  const content = Buffer.concat(chunks)
  if (content.length > MAX_DESCRIPTION_BYTES) throw new OperationError(`${file} does not describe a backup of Dirisha: it is larger than ${MAX_DESCRIPTION_BYTES / 1_000_000} MB. ${ANOTHER}`)
  return content.toString()
}

/** Compares with the tables of the schema version: a table missing from both the folder and the description would go unnoticed. */
function requireTables(file: string, schema: number, tables: Backup['tables']): void {
  const known = tablesAt(schema)
  const missing = KEPT_TABLES.filter((table) => known.has(table) && tables[table] === undefined)
  if (missing.length > 0) throw new OperationError(`The backup is incomplete: ${DESCRIPTION} does not mention ${missing.map(fileOf).join(', ')}, which a backup of its version contains. ${ANOTHER}`)
  const later = KEPT_TABLES.filter((table) => !known.has(table) && tables[table] !== undefined)
  if (later.length > 0) throw new OperationError(`${file} is damaged: a backup of its version has no ${later.map(fileOf).join(', ')}. ${ANOTHER}`)
}

function newer(folder: string, how: string): OperationError {
  return new OperationError(`The backup in ${folder} was made by a newer version of Dirisha (${how}). Use that version to restore it.`)
}

/** Parses a JSON object; undefined if the text is not one. */
function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as Record<string, unknown> : undefined
  } catch {
    return undefined
  }
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

function areTables(value: unknown): value is Backup['tables'] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value as Record<string, Partial<BackedUp> | null>) : []
  return entries.length > 0 && entries.every(([name, said]) => (KEPT_TABLES as readonly string[]).includes(name) && isCount(said?.rows) && typeof said?.sha256 === 'string')
}

/** Reads the whole backup and compares it with its description. @throws OperationError naming what is missing or damaged */
export async function checkBackup(folder: string): Promise<CheckedBackup> {
  const backup = await describeBackup(folder)
  const damaged: DamagedFile[] = []
  const columns = new Map<KeptTable, Set<string>>()
  for (const table of KEPT_TABLES) {
    const expected = backup.tables[table]
    if (expected === undefined) continue
    const named = new Set<string>()
    columns.set(table, named)
    if ((await checksumOf(folder, table)) !== expected.sha256) throw notAsWritten(table, 'its checksum differs')
    const rows = await countRows(folder, table, { damaged, named })
    if (rows !== expected.rows) throw notAsWritten(table, `it holds ${rows} of ${expected.rows} rows`)
  }
  return { ...backup, folder, damaged, columns }
}

function notAsWritten(table: KeptTable, how: string): OperationError {
  return new OperationError(`${fileOf(table)} is not what was written: ${how}. ${ANOTHER}`)
}

async function openTable(folder: string, table: KeptTable): Promise<FileHandle> {
  const handle = await openRegular(path.join(folder, fileOf(table)))
  if (handle === undefined) throw new OperationError(`The backup is incomplete: ${fileOf(table)} is missing. ${ANOTHER}`)
  return handle
}

async function checksumOf(folder: string, table: KeptTable): Promise<string> {
  const handle = await openTable(folder, table)
  const sum = createHash('sha256')
  try {
    for await (const chunk of handle.createReadStream()) sum.update(chunk as Buffer)
  } catch (error) {
    throw unreadable(path.join(folder, fileOf(table)), error)
  }
  return sum.digest('hex')
}

/** Appends damaged files to `damaged`. */
async function countRows(folder: string, table: KeptTable, { damaged, named }: { damaged: DamagedFile[]; named: Set<string> }): Promise<number> {
  let rows = 0
  try {
    for await (const line of readLines(folder, table)) {
      const row = parsed(line)
      if (row === undefined) throw notAsWritten(table, `row ${rows + 1} is not a row`)
      for (const column of Object.keys(row)) named.add(column)
      if (table === 'files') damaged.push(...damageOf(row))
      rows += 1
    }
  } catch (error) {
    throw error instanceof OperationError ? error : notAsWritten(table, error instanceof Error ? error.message : String(error))
  }
  return rows
}

/** In bytes. Database rows are smaller, and Node cannot hold a string twice as long. */
const MAX_ROW_BYTES = 256_000_000

/** Passes chunks through and fails at a line longer than `max` bytes. */
export function boundedRows(max: number): (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  return async function* (chunks) {
    let length = 0
    for await (const chunk of chunks) {
      const first = chunk.indexOf('\n')
      if (length + (first === -1 ? chunk.length : first) > max) throw new Error(`a row is longer than ${max / 1_000_000} MB`)
      length = first === -1 ? length + chunk.length : chunk.length - 1 - chunk.lastIndexOf('\n')
      yield chunk
    }
  }
}

/**
 * The rows of a table, each as JSON text, as a backup of this version holds them: older ones kept more. @throws errors from reading or
 * decompressing, and OperationError if the table's file is not a regular file
 */
export async function* readLines(folder: string, table: KeptTable): AsyncGenerator<string> {
  const handle = await openTable(folder, table)
  const unpacked = createGunzip()
  let failure: Error | undefined
  // Readline is not notified when its input fails: it would wait for more, or end as if that were all.
  const input = pipeline(handle.createReadStream(), unpacked, Duplex.from(boundedRows(MAX_ROW_BYTES)), (error) => {
    failure = error ?? undefined
    if (error) lines.close()
  })
  const lines = createInterface({ input, crlfDelay: Infinity })
  for await (const line of lines) yield asKept(table, line)
  if (failure !== undefined) throw failure
}
