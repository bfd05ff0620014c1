/** What each of the operator's commands does. */
import path from 'node:path'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { secretsOf } from '../hide-secrets.ts'
import { createLog } from '../log.ts'
import { createEngineProvider } from '../manifests/engine-provider.ts'
import type { ManagedEngines } from '../manifests/engine-provider.ts'
import { createPrinter } from '../print/printer.ts'
import { plantSeeds } from '../seed/plant-seeds.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { migrate } from '../store/migrations.ts'
import { checkBackup, writeBackup, type Backup } from './backup.ts'
import { configOf, runCommand, withDatabase, withInstallation, type Terminal } from './command.ts'
import { OperationError } from './operation-error.ts'
import { restoreBackup } from './restore.ts'
import { addCompany, makeAdministrator } from './set-up.ts'
import { verifyDatabase } from './verify.ts'

const USAGE = 'Say what to do: npm run backup -- <folder>, npm run restore -- <folder>, npm run verify, npm run verify -- <folder of a backup>, npm run company -- <code> <name>, or npm run administrator -- <e-mail> <name>'
const COMPANY_USAGE = 'Say which: npm run company -- MRT "Ministry of Roads" --currency KES --time-zone Africa/Nairobi, with --windows-accounts where people sign in with those'
const ADMINISTRATOR_USAGE = 'Say who: npm run administrator -- somebody@example.org "First Last", with --company MRT (several times) where not of all companies'

const rowsIn = ({ tables }: Backup): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

async function backup(terminal: Terminal, folder: string): Promise<boolean> {
  return withInstallation(configOf(terminal), async (database) => {
    const made = await writeBackup(database, folder, new Date())
    const rows = (table: 'documents' | 'events' | 'files'): number => made.tables[table]?.rows ?? 0
    terminal.say(`Backed up to ${folder}: ${rows('documents')} records, ${rows('events')} events, ${rows('files')} files; ${rowsIn(made)} rows in all.`)
    return true
  })
}

async function restore(terminal: Terminal, folder: string): Promise<boolean> {
  const config = configOf(terminal)
  // Before a database is made for it.
  const checked = await checkBackup(folder)
  const engines = await enginesOf(config)
  return withDatabase(config, async (database) => {
    await restoreBackup(database, checked, engines.base().catalogue)
    terminal.say(`Restored the backup of ${checked.takenAt}: ${rowsIn(checked)} rows. Everybody signs in again.`)
    return tellVerified(terminal, await verifyDatabase(database))
  })
}

async function verify(terminal: Terminal, folder: string | undefined): Promise<boolean> {
  if (folder !== undefined) {
    const made = await checkBackup(folder)
    terminal.say(`The backup of ${made.takenAt} is whole: ${rowsIn(made)} rows, schema ${made.schema}.`)
    return true
  }
  return withInstallation(configOf(terminal), async (database) => tellVerified(terminal, await verifyDatabase(database)))
}

/** Answers whether all is whole. */
function tellVerified(terminal: Terminal, { chain, files, damaged }: Awaited<ReturnType<typeof verifyDatabase>>): boolean {
  for (const { name, document, id } of damaged) terminal.say(`DAMAGED: the file ${name} (${id}) of ${document} is not what was stored.`)
  if (chain.broken !== undefined) terminal.say(`BROKEN: the audit trail was changed: seal ${chain.broken.number}, events ${chain.broken.from} to ${chain.broken.upto}. What lies before is as it was written.`)
  else terminal.say(`The audit trail is whole: ${chain.sealed} events under ${chain.seals} seals, ${chain.open} not sealed yet. Last seal ${chain.hash}.`)
  terminal.say(damaged.length === 0 ? `Files: all ${files} are whole.` : `Files: ${damaged.length} of ${files} are damaged.`)
  return chain.broken === undefined && damaged.length === 0
}

/** What the words after the command say. Throws OperationError with how it is used. */
function argumentsOf<O extends NonNullable<ParseArgsConfig['options']>>(words: string[], options: O, most: number, usage: string): ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>> {
  try {
    const read = parseArgs({ args: words, options, allowPositionals: true })
    if (read.positionals.length >= 1 && read.positionals.length <= most) return read
  } catch {
    // An option that there is not, or without its value.
  }
  throw new OperationError(`${usage}.`)
}

async function company(terminal: Terminal, words: string[]): Promise<boolean> {
  const options = { currency: { type: 'string', default: 'KES' }, 'time-zone': { type: 'string', default: 'Africa/Nairobi' }, 'windows-accounts': { type: 'boolean', default: false } } as const
  const { positionals: [code = '', name = ''], values } = argumentsOf(words, options, 2, COMPANY_USAGE)
  if (name === '') throw new OperationError(`${COMPANY_USAGE}.`)
  const config = configOf(terminal)
  const engines = await enginesOf(config)
  return withInstallation(config, async (database) => {
    const services = servicesOf(config, database, engines)
    await addCompany(services, { code, name: name.trim(), currency: values.currency, timeZone: values['time-zone'], hasWindowsAccounts: values['windows-accounts'] })
    await plantSeeds(services)
    terminal.say(`Added the company ${code}: ${name.trim()}, ${values.currency}, ${values['time-zone']}.`)
    return true
  }, (database) => migrate(database, engines.base().catalogue))
}

async function administrator(terminal: Terminal, words: string[]): Promise<boolean> {
  const { positionals: [email = '', name], values } = argumentsOf(words, { company: { type: 'string', multiple: true, default: [] as string[] } } as const, 2, ADMINISTRATOR_USAGE)
  const config = configOf(terminal)
  const engines = await enginesOf(config)
  return withInstallation(config, async (database) => {
    const { user, wayIn } = await makeAdministrator(servicesOf(config, database, engines), { email: email.trim(), name: name?.trim(), companies: [...values.company] })
    terminal.say(`${user.name} administers ${user.companies.join(', ')}.`)
    if ('link' in wayIn) terminal.say(`Set the password within 24 hours, once, at:\n${wayIn.link}`)
    else terminal.say('elsewhere' in wayIn ? `They sign in with ${wayIn.elsewhere}.` : `They sign in with the password that they have. Where it is lost: npm run link -- ${user.email}`)
    return true
  })
}

function enginesOf(config: Config): Promise<ManagedEngines> {
  return createEngineProvider({ folders: config.modules, root: config.root, log: createLog('error'), ...(config.client !== undefined && { client: config.client }) })
}

function servicesOf(config: Config, database: Database, engines: ManagedEngines): Services {
  const log = createLog(config.logLevel, { secrets: secretsOf(config) })
  return { config, database, engines, log, clock: systemClock, printer: createPrinter(systemClock), isDemo: false, stopping: new AbortController().signal }
}

/** Each answers whether all is as it should be. */
const COMMANDS: Record<string, ((terminal: Terminal, words: string[]) => Promise<boolean>) | undefined> = {
  company, administrator,
  backup: (terminal, words) => backup(terminal, folderOf(words) ?? refuse()),
  restore: (terminal, words) => restore(terminal, folderOf(words) ?? refuse()),
  verify: (terminal, words) => verify(terminal, folderOf(words)),
}

/** Runs the command that the first word names with those that follow. Answers the code that the process ends with. */
export function operate(terminal: Terminal, [command = '', ...words]: string[]): Promise<number> {
  return runCommand(terminal, async () => ((Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined) ?? refuse)(terminal, words))
}

function folderOf([given]: string[]): string | undefined {
  return given === undefined ? undefined : path.resolve(given)
}

function refuse(): never {
  throw new OperationError(USAGE)
}
