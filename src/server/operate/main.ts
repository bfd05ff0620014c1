/**
 * The commands of whoever looks after an installation, with the environment of the server:
 * `npm run backup -- <folder>`, `npm run restore -- <folder>`, `npm run verify` (the database) and `npm run verify -- <folder>` (a backup).
 */
import path from 'node:path'
import { ConfigError, readConfig, type Config } from '../config.ts'
import { findRoot } from '../find-root.ts'
import { createLog } from '../log.ts'
import { createEngineProvider } from '../manifests/engine-provider.ts'
import { createDatabase, type Database } from '../store/database.ts'
import { DirectoryInUseError } from '../store/directory-lock.ts'
import { NewerSchemaError } from '../store/migrations.ts'
import { checkBackup, OperationError, writeBackup, type Backup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { verifyDatabase } from './verify.ts'
import { isDiskFull } from '../store/unavailable.ts'

const USAGE = 'Say what to do: npm run backup -- <folder>, npm run restore -- <folder>, npm run verify, or npm run verify -- <folder of a backup>'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const rowsIn = ({ tables }: Backup): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

async function withDatabase(work: (database: Database, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(process.env, { root: findRoot() })
  const database = await createDatabase({ dataDir: config.dataDir, ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }) })
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}

async function backup(folder: string): Promise<void> {
  await withDatabase(async (database) => {
    const made = await writeBackup(database, folder, new Date())
    const rows = (table: 'documents' | 'events' | 'files'): number => made.tables[table]?.rows ?? 0
    say(`Backed up to ${folder}: ${rows('documents')} records, ${rows('events')} events, ${rows('files')} files; ${rowsIn(made)} rows in all.`)
  })
}

async function restore(folder: string): Promise<void> {
  await withDatabase(async (database, config) => {
    const engines = await createEngineProvider({ folders: config.modules, root: config.root, log: createLog('error'), ...(config.client !== undefined && { client: config.client }) })
    const made = await restoreBackup(database, folder, engines.base().catalogue)
    say(`Restored the backup of ${made.takenAt}: ${rowsIn(made)} rows. Everybody signs in again.`)
    tellVerified(await verifyDatabase(database))
  })
}

async function verify(folder: string | undefined): Promise<void> {
  if (folder !== undefined) {
    const made = await checkBackup(folder)
    say(`The backup of ${made.takenAt} is whole: ${rowsIn(made)} rows, schema ${made.schema}.`)
    return
  }
  await withDatabase(async (database) => tellVerified(await verifyDatabase(database)))
}

function tellVerified({ chain, files, damaged }: Awaited<ReturnType<typeof verifyDatabase>>): void {
  for (const { name, document, id } of damaged) say(`DAMAGED: the file ${name} (${id}) of ${document} is not what was stored.`)
  if (chain.broken !== undefined) say(`BROKEN: the audit trail was changed: seal ${chain.broken.number}, events ${chain.broken.from} to ${chain.broken.upto}. What lies before is as it was written.`)
  else say(`The audit trail is whole: ${chain.sealed} events under ${chain.seals} seals, ${chain.open} not sealed yet. Last seal ${chain.hash}.`)
  say(damaged.length === 0 ? `Files: all ${files} are whole.` : `Files: ${damaged.length} of ${files} are damaged.`)
  if (chain.broken !== undefined || damaged.length > 0) process.exitCode = 1
}

async function run([command, given]: string[]): Promise<void> {
  const folder = given === undefined ? undefined : path.resolve(given)
  if (command === 'verify') return verify(folder)
  if (folder === undefined || (command !== 'backup' && command !== 'restore')) throw new OperationError(USAGE)
  return command === 'backup' ? backup(folder) : restore(folder)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const isExpected = [OperationError, ConfigError, DirectoryInUseError, NewerSchemaError].some((kind) => error instanceof kind) || isDiskFull(error)
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${isExpected ? (error as Error).message : whole}\n`)
  process.exitCode = 1
}
