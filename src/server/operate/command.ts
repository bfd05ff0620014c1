/** Shared by the operator's commands: opening the configured database, reporting failures and the exit code. */
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { readConfig, type Config } from '../config.ts'
import { findRoot } from '../find-root.ts'
import { secretsOf } from '../hide-secrets.ts'
import { createLog } from '../log.ts'
import { createEngineProvider, type ManagedEngines } from '../manifests/engine-provider.ts'
import { createDatabase, type Database } from '../store/connection/database.ts'
import { DirectoryInUseError } from '../store/embedded/directory-lock.ts'
import { hasEmbedded } from '../store/embedded/embedded-folder.ts'
import { MIGRATIONS, NewerSchemaError } from '../store/schema/migrations.ts'
import { requireUsable } from '../store/connection/unusable.ts'
import { isInstalled, schemaNumber } from '../store/schema/whole-tables.ts'
import { describeFailure } from '../describe-failure.ts'
import { OperationError } from './operation-error.ts'

/** Where a command runs: the source of its settings, and where its output goes. */
export interface Terminal {
  environment: NodeJS.ProcessEnv
  /** The engines for its settings, if already created. */
  engines?: ManagedEngines
  /** Prints a line about what was done. */
  say: (line: string) => void
  /** Prints why nothing was done. */
  complain: (text: string) => void
}

/** The terminal of this process. */
export const TERMINAL: Terminal = { environment: process.env, say: (line) => void process.stdout.write(`${line}\n`), complain: (text) => void process.stderr.write(`${text}\n`) }

/** Reads the settings from the environment. @throws ConfigError */
export function configOf({ environment }: Pick<Terminal, 'environment'>): Config {
  return readConfig(environment, { root: findRoot() })
}

/** The engines for the terminal's settings. @throws ManifestError */
export async function enginesOf({ engines }: Terminal, config: Config): Promise<ManagedEngines> {
  return engines ?? createEngineProvider({ folders: config.modules, root: config.root, log: createLog('error'), ...(config.client !== undefined && { client: config.client }) })
}

/**
 * Runs `work` on the configured database, creating it if there is none. @throws OperationError or UnusableDatabaseError if it cannot be
 * used
 */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await createDatabase({ dataDir: config.dataDir, ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }) }).catch((error: unknown) => {
    // Does not suggest another folder, as the message for a server does: that would be another database.
    throw error instanceof DirectoryInUseError ? new OperationError(`The database in ${config.dataDir} is in use: an embedded database serves one process at a time. Stop the server, then run this again. With PostgreSQL (DATABASE_URL) commands run beside the server.`) : error
  })
  try {
    await requireUsable(database)
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Like withDatabase, but on a database that already holds an installation of this version. `makeNew` creates one in an empty database.
 * @throws OperationError if there is none, or an older one
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
    ? `There is no database in ${dataDir}. Set DATA_DIR to the folder of the server's database, or DATABASE_URL to the address of its PostgreSQL. ${BEGIN}`
    : `There is no installation in the database that DATABASE_URL names. Set it to the server's database. ${BEGIN}`)
}

const BEGIN = 'A new installation begins with its first company: npm run company -- CODE "Name of the organisation". One that was backed up begins with npm run restore -- <folder>.'

/** Exit codes: 1 if nothing was done, with a message; 2 if everything was done but some of the data read is damaged. */
const [DONE, REFUSED, DAMAGE_FOUND] = [0, 1, 2]

/** Runs the command, which returns whether all data it read is intact. Returns the exit code. */
export async function runCommand(terminal: Terminal, work: () => Promise<boolean>): Promise<number> {
  try {
    return (await work()) ? DONE : DAMAGE_FOUND
  } catch (error) {
    terminal.complain(describeFailure(error, secretsIn(terminal)))
    return REFUSED
  }
}

interface Wording<O> { options: O; /** Most positional arguments allowed. */ max: number; /** Message if there is no positional argument; if absent, none is required. */ missing?: string; /** How the command is used. */ usage: string; environment: NodeJS.ProcessEnv }

/**
 * Parses the arguments of a command. Without `--` before them, npm keeps the options for itself and passes only the rest on.
 * @throws OperationError with the usage, also for unknown options
 */
export function argumentsOf<O extends NonNullable<ParseArgsConfig['options']>>(words: string[], { options, max, missing, usage, environment }: Wording<O>): ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>> {
  const refuse = (why: string): never => { throw new OperationError(`${why} ${usage}.`.trim()) }
  const taken = Object.keys(options).find((name) => environment[`npm_config_${name.replaceAll('-', '_')}`] !== undefined)
  if (taken !== undefined) refuse(`npm took --${taken} for an option of its own, because the -- before the arguments is missing.`)
  const read = ((): ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>> => {
    try {
      return parseArgs({ args: words, options, allowPositionals: true })
    } catch (error) {
      return refuse(whyOf(error))
    }
  })()
  if (read.positionals.length > max) refuse(`Unexpected argument "${read.positionals[max]}".`)
  if (read.positionals.length === 0 && missing !== undefined) refuse(missing)
  return read
}

/** Rewords Node's messages, which go on to explain arguments that start with a dash. */
function whyOf(error: unknown): string {
  const [, option] = /'(-[^' ]*)[^']*'/.exec(error instanceof Error ? error.message : '') ?? []
  if (option === undefined) return 'The options are wrong.'
  return error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? `There is no option ${option}.` : `The option ${option} is not used like that.`
}

function secretsIn(terminal: Terminal): string[] {
  try {
    return secretsOf(configOf(terminal))
  } catch {
    // Problems with the settings are reported without their values.
    return []
  }
}
