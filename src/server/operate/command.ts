/** What the operator's commands share: the database that the environment names, what is told of a failure, and the end of the process. */
import { ConfigError, readConfig, type Config } from '../config.ts'
import { findRoot } from '../find-root.ts'
import { hideIn, secretsOf } from '../hide-secrets.ts'
import { ManifestError } from '../manifests/engine-provider.ts'
import { createDatabase, type Database } from '../store/database.ts'
import { DirectoryInUseError } from '../store/directory-lock.ts'
import { hasEmbedded } from '../store/embedded-folder.ts'
import { MIGRATIONS, NewerSchemaError } from '../store/migrations.ts'
import { sqlState } from '../store/sql-state.ts'
import { isDiskFull, isUnavailable } from '../store/unavailable.ts'
import { isInstalled, schemaNumber } from '../store/whole-tables.ts'
import { OperationError } from './operation-error.ts'

/** No such database, or no way into it. */
const NOT_OPENED = /^(?:3D000|28...)$/

/** Where a command is run: what it takes its settings from, and where its lines go. */
export interface Terminal {
  environment: NodeJS.ProcessEnv
  /** A line of what was done. */
  say: (line: string) => void
  /** Why nothing was done. */
  complain: (text: string) => void
}

/** That of the process. */
export const TERMINAL: Terminal = { environment: process.env, say: (line) => void process.stdout.write(`${line}\n`), complain: (text) => void process.stderr.write(`${text}\n`) }

/** The settings of the environment. Throws ConfigError. */
export function configOf({ environment }: Pick<Terminal, 'environment'>): Config {
  return readConfig(environment, { root: findRoot() })
}

/** Runs `work` on the database that the settings name, made where there is none. Throws OperationError where it cannot be opened. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await createDatabase({ dataDir: config.dataDir, ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }) })
  try {
    await database.kysely.connection().execute(() => Promise.resolve()).catch((error: unknown) => { throw notOpened(error) })
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * The same on a database that holds an installation of this version already. Throws OperationError where there is none, or an older one.
 * `makeNew`: makes one in an empty database.
 */
export async function withInstallation<T>(config: Config, work: (database: Database) => Promise<T>, makeNew?: (database: Database) => Promise<void>): Promise<T> {
  if (makeNew === undefined && config.databaseUrl === undefined && !hasEmbedded(config.dataDir)) throw none(config)
  return withDatabase(config, async (database) => {
    if (makeNew !== undefined && !(await isInstalled(database.kysely))) await makeNew(database)
    await requireSchema(config, database)
    return work(database)
  })
}

async function requireSchema(config: Config, database: Database): Promise<void> {
  if (!(await isInstalled(database.kysely))) throw none(config)
  const found = await schemaNumber(database.kysely)
  const known = MIGRATIONS.at(-1)?.number ?? 0
  if (found > known) throw new NewerSchemaError(found, known)
  if (found < known) throw new OperationError(`The database was last used by an older version: its schema is number ${found}, and this version works with ${known}. Start the server once to bring it up to date, or use the version that it belongs to.`)
}

function none({ databaseUrl, dataDir }: Config): OperationError {
  return new OperationError(databaseUrl === undefined
    ? `There is no database in ${dataDir}. Set DATA_DIR to the folder of the server's database, or DATABASE_URL to the address of its PostgreSQL.`
    : `There is no installation in the database that DATABASE_URL names. Set it to the server's database, or start the server once to set one up.`)
}

function notOpened(error: unknown): unknown {
  if (!NOT_OPENED.test(sqlState(error) ?? '') && !isUnavailable(error)) return error
  return new OperationError(`The database cannot be opened: ${reasonOf(error)}. Check DATABASE_URL, and that PostgreSQL is running.`)
}

function reasonOf(error: unknown): string {
  // Node gathers what each address of a name answered, and says nothing of its own.
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** Runs the command. Answers the code that the process ends with: 1 and a sentence where it cannot be done, 1 and a stack where nobody foresaw why. */
export async function runCommand(terminal: Terminal, work: () => Promise<boolean>): Promise<number> {
  try {
    return (await work()) ? 0 : 1
  } catch (error) {
    terminal.complain(hideIn(tellingOf(error), secretsIn(terminal)))
    return 1
  }
}

const EXPECTED = [OperationError, ConfigError, ManifestError, DirectoryInUseError, NewerSchemaError]

function tellingOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return EXPECTED.some((kind) => error instanceof kind) || isDiskFull(error) ? error.message : (error.stack ?? error.message)
}

function secretsIn(terminal: Terminal): string[] {
  try {
    return secretsOf(configOf(terminal))
  } catch {
    // What is wrong with the settings is told without their values.
    return []
  }
}
