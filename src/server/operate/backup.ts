/**
 * A backup: a folder with a file of JSON lines for each table, compressed, and `backup.json`, which says what is in them and their
 * checksums. It is taken at one moment of the database, beside whoever works, and knows nothing of the database's kind: what the
 * embedded one wrote a PostgreSQL server reads, and the other way round.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Duplex, pipeline } from 'node:stream'
import { createInterface } from 'node:readline'
import { createGunzip, createGzip } from 'node:zlib'
import type { Database, Tx } from '../store/database.ts'
import { MIGRATIONS, tablesAt } from '../store/migrations.ts'
import { lastNumbers } from '../store/number-series.ts'
import { damageOf, type DamagedFile } from '../store/files.ts'
import { isDiskFull } from '../store/unavailable.ts'
import { atOneMoment, rowsAsJson, schemaNumber } from '../store/whole-tables.ts'
import { KEPT_TABLES, type KeptTable } from './kept-tables.ts'
import { OperationError } from './operation-error.ts'
import { ANOTHER, openRegular, unreadable } from './regular-file.ts'

const DESCRIPTION = 'backup.json'
/** Bytes. What the server writes is a hundredth of it, and it is read at once. */
const MAX_DESCRIPTION_BYTES = 1_000_000
const FORMAT = 1
/** Rows that are fetched at a time; those with files in them fewer. */
const ROWS = 500
const ROWS_WITH_FILES = 4

export interface BackedUp { rows: number; sha256: string }
export interface Backup { format: number; product: 'dirisha'; /** Number of the last migration. */ schema: number; takenAt: string; /** Those of its time: an older one lacks what came later. */ tables: Partial<Record<KeptTable, BackedUp>> }
/** Files whose bytes were not those that had been stored when the backup was made. */
interface WithDamage { damaged: DamagedFile[] }
/** One that was read and found whole. `columns`: those that the rows of each table name. */
export interface CheckedBackup extends Backup, WithDamage { folder: string; columns: ReadonlyMap<KeptTable, ReadonlySet<string>> }

/** Writes the backup into the folder, which must be new or empty. Files and folder are its owner's alone. What is damaged is kept as it is, and reported. Throws OperationError, also where there is no room. */
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
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new OperationError(`The folder ${folder} cannot be made: ${(error as Error).message}. Name one that may be written.`)
  }
  return atOneMoment(database, async (tx) => {
    const tables: Partial<Record<KeptTable, BackedUp>> = {}
    const damaged: DamagedFile[] = []
    for (const table of KEPT_TABLES) tables[table] = await writeTable(tx, table, path.join(folder, fileOf(table)), damaged)
    const backup: Backup = { format: FORMAT, product: 'dirisha', schema: await schemaNumber(tx), takenAt: now.toISOString(), tables }
    // Last, so that what has one is whole.
    writeFileSync(path.join(folder, DESCRIPTION), `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600 })
    return { ...backup, damaged }
  })
}

/** The file in the folder that holds the table. */
export const fileOf = (table: KeptTable): string => `${table}.jsonl.gz`

/** Adds to `damaged` what it finds. */
async function writeTable(tx: Tx, table: KeptTable, file: string, damaged: DamagedFile[]): Promise<BackedUp> {
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
  yield* rowsAsJson(tx, table, table === 'files' || table === 'images' ? ROWS_WITH_FILES : ROWS)
}

/** Reads what the folder says that is in it. Throws OperationError where it is no backup, or that of a newer version. */
async function describeBackup(folder: string): Promise<Backup> {
  if (!existsSync(folder)) throw new OperationError(`There is no folder ${folder}. Name the one that npm run backup wrote.`)
  if (!statSync(folder).isDirectory()) throw new OperationError(`${folder} is a file. Name the folder that npm run backup wrote.`)
  const file = path.join(folder, DESCRIPTION)
  const handle = await openRegular(file)
  if (handle === undefined) throw new OperationError(`There is no backup in ${folder}: ${DESCRIPTION} is missing. An interrupted backup has no such file; use another one.`)
  const description = parsed(await readDescription(handle, file))
  if (description?.['product'] !== 'dirisha') throw new OperationError(`${file} does not describe a backup of Dirisha: it is damaged, or something else. ${ANOTHER}`)
  const { format, schema, takenAt, tables } = description as unknown as Partial<Backup>
  const newest = MIGRATIONS.at(-1)?.number ?? 0
  if (typeof format === 'number' && format > FORMAT) throw newer(folder, `format ${format}, where this version reads ${FORMAT}`)
  if (typeof schema === 'number' && schema > newest) throw newer(folder, `schema ${schema}, where this version knows up to ${newest}`)
  if (format !== FORMAT || !isCount(schema) || typeof takenAt !== 'string' || !areTables(tables)) throw new OperationError(`${file} is damaged: it does not say what is in the backup. ${ANOTHER}`)
  requireTables(file, schema, tables)
  return { format, product: 'dirisha', schema, takenAt, tables }
}

/** Closes the file. One that is no description of ours may be as large as the disk. */
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

/** A table whose file and mention were both lost would be missed by nobody: which there were the schema says. */
function requireTables(file: string, schema: number, tables: Backup['tables']): void {
  const known = tablesAt(schema)
  const missing = KEPT_TABLES.filter((table) => known.has(table) && tables[table] === undefined)
  if (missing.length > 0) throw new OperationError(`The backup is not whole: ${DESCRIPTION} says nothing of ${missing.map(fileOf).join(', ')}, which a backup of its version holds. ${ANOTHER}`)
  const later = KEPT_TABLES.filter((table) => !known.has(table) && tables[table] !== undefined)
  if (later.length > 0) throw new OperationError(`${file} is damaged: a backup of its version has no ${later.map(fileOf).join(', ')}. ${ANOTHER}`)
}

function newer(folder: string, how: string): OperationError {
  return new OperationError(`The backup in ${folder} was made by a newer version of Dirisha (${how}). Use that version to restore it.`)
}

/** The object that the text is as JSON; undefined where it is none. */
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

/** Reads the whole backup and compares it with its description. Throws OperationError naming what is missing or damaged. */
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
  if (handle === undefined) throw new OperationError(`The backup is not whole: ${fileOf(table)} is missing. ${ANOTHER}`)
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

/** Adds to `damaged` what it finds. */
async function countRows(folder: string, table: KeptTable, { damaged, named }: { damaged: DamagedFile[]; named: Set<string> }): Promise<number> {
  let rows = 0
  try {
    for await (const line of readLines(folder, table)) {
      const row = parsed(line)
      if (row === undefined) throw notAsWritten(table, `row ${rows + 1} is no row`)
      for (const column of Object.keys(row)) named.add(column)
      if (table === 'files') damaged.push(...damageOf(row))
      rows += 1
    }
  } catch (error) {
    throw error instanceof OperationError ? error : notAsWritten(table, error instanceof Error ? error.message : String(error))
  }
  return rows
}

/** Bytes. What the database keeps in a row is smaller, and a text of twice as much is more than Node can hold. */
const MAX_ROW_BYTES = 256_000_000

/** Passes on what it is given, line by line, and fails at a line that is longer. */
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

/** The rows of a table, each as JSON text. Throws what reading or unpacking throws, and OperationError where its file is none. */
export async function* readLines(folder: string, table: KeptTable): AsyncGenerator<string> {
  const handle = await openTable(folder, table)
  const unpacked = createGunzip()
  let failure: Error | undefined
  // Readline hears of no failure of what it reads: it would wait for more, or end as if that were all.
  const input = pipeline(handle.createReadStream(), unpacked, Duplex.from(boundedRows(MAX_ROW_BYTES)), (error) => {
    failure = error ?? undefined
    if (error) lines.close()
  })
  const lines = createInterface({ input, crlfDelay: Infinity })
  yield* lines
  if (failure !== undefined) throw failure
}
