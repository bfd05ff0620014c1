/**
 * The commands of whoever looks after an installation, with the environment of the server:
 * `npm run backup -- <folder>`, `npm run restore -- <folder>`, `npm run verify` (the database), `npm run verify -- <folder>` (a backup),
 * `npm run company -- <code> <name>` and `npm run administrator -- <e-mail> <name>`.
 */
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
import { configOfCommand, runCommand, say, withDatabase, withInstallation } from './command.ts'
import { OperationError } from './operation-error.ts'
import { restoreBackup } from './restore.ts'
import { addCompany, makeAdministrator } from './set-up.ts'
import { verifyDatabase } from './verify.ts'

const USAGE = 'Say what to do: npm run backup -- <folder>, npm run restore -- <folder>, npm run verify, npm run verify -- <folder of a backup>, npm run company -- <code> <name>, or npm run administrator -- <e-mail> <name>'
const COMPANY_USAGE = 'Say which: npm run company -- MRT "Ministry of Roads" --currency KES --time-zone Africa/Nairobi, with --windows-accounts where people sign in with those'
const ADMINISTRATOR_USAGE = 'Say who: npm run administrator -- somebody@example.org "First Last", with --company MRT (several times) where not of all companies'

const rowsIn = ({ tables }: Backup): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)

async function backup(folder: string): Promise<void> {
  await withInstallation(configOfCommand(), async (database) => {
    const made = await writeBackup(database, folder, new Date())
    const rows = (table: 'documents' | 'events' | 'files'): number => made.tables[table]?.rows ?? 0
    say(`Backed up to ${folder}: ${rows('documents')} records, ${rows('events')} events, ${rows('files')} files; ${rowsIn(made)} rows in all.`)
  })
}

async function restore(folder: string): Promise<void> {
  const config = configOfCommand()
  // Before a database is made for it.
  const checked = await checkBackup(folder)
  const engines = await enginesOf(config)
  await withDatabase(config, async (database) => {
    await restoreBackup(database, checked, engines.base().catalogue)
    say(`Restored the backup of ${checked.takenAt}: ${rowsIn(checked)} rows. Everybody signs in again.`)
    tellVerified(await verifyDatabase(database))
  })
}

async function verify(folder: string | undefined): Promise<void> {
  if (folder !== undefined) {
    const made = await checkBackup(folder)
    say(`The backup of ${made.takenAt} is whole: ${rowsIn(made)} rows, schema ${made.schema}.`)
    return
  }
  await withInstallation(configOfCommand(), async (database) => tellVerified(await verifyDatabase(database)))
}

function tellVerified({ chain, files, damaged }: Awaited<ReturnType<typeof verifyDatabase>>): void {
  for (const { name, document, id } of damaged) say(`DAMAGED: the file ${name} (${id}) of ${document} is not what was stored.`)
  if (chain.broken !== undefined) say(`BROKEN: the audit trail was changed: seal ${chain.broken.number}, events ${chain.broken.from} to ${chain.broken.upto}. What lies before is as it was written.`)
  else say(`The audit trail is whole: ${chain.sealed} events under ${chain.seals} seals, ${chain.open} not sealed yet. Last seal ${chain.hash}.`)
  say(damaged.length === 0 ? `Files: all ${files} are whole.` : `Files: ${damaged.length} of ${files} are damaged.`)
  if (chain.broken !== undefined || damaged.length > 0) process.exitCode = 1
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

async function company(words: string[]): Promise<void> {
  const options = { currency: { type: 'string', default: 'KES' }, 'time-zone': { type: 'string', default: 'Africa/Nairobi' }, 'windows-accounts': { type: 'boolean', default: false } } as const
  const { positionals: [code = '', name = ''], values } = argumentsOf(words, options, 2, COMPANY_USAGE)
  if (name === '') throw new OperationError(`${COMPANY_USAGE}.`)
  const config = configOfCommand()
  const engines = await enginesOf(config)
  await withInstallation(config, async (database) => {
    const services = servicesOf(config, database, engines)
    await addCompany(services, { code, name: name.trim(), currency: values.currency, timeZone: values['time-zone'], hasWindowsAccounts: values['windows-accounts'] })
    await plantSeeds(services)
    say(`Added the company ${code}: ${name.trim()}, ${values.currency}, ${values['time-zone']}.`)
  }, (database) => migrate(database, engines.base().catalogue))
}

async function administrator(words: string[]): Promise<void> {
  const { positionals: [email = '', name], values } = argumentsOf(words, { company: { type: 'string', multiple: true, default: [] as string[] } } as const, 2, ADMINISTRATOR_USAGE)
  const config = configOfCommand()
  const engines = await enginesOf(config)
  await withInstallation(config, async (database) => {
    const { user, wayIn } = await makeAdministrator(servicesOf(config, database, engines), { email: email.trim(), name: name?.trim(), companies: [...values.company] })
    say(`${user.name} administers ${user.companies.join(', ')}.`)
    if ('link' in wayIn) say(`Set the password within 24 hours, once, at:\n${wayIn.link}`)
    else say('elsewhere' in wayIn ? `They sign in with ${wayIn.elsewhere}.` : `They sign in with the password that they have. Where it is lost: npm run link -- ${user.email}`)
  })
}

function enginesOf(config: Config): Promise<ManagedEngines> {
  return createEngineProvider({ folders: config.modules, root: config.root, log: createLog('error'), ...(config.client !== undefined && { client: config.client }) })
}

function servicesOf(config: Config, database: Database, engines: ManagedEngines): Services {
  const log = createLog(config.logLevel, { secrets: secretsOf(config) })
  return { config, database, engines, log, clock: systemClock, printer: createPrinter(systemClock), isDemo: false, stopping: new AbortController().signal }
}

const COMMANDS: Record<string, ((words: string[]) => Promise<void>) | undefined> = {
  company, administrator,
  backup: (words) => backup(folderOf(words) ?? refuse()),
  restore: (words) => restore(folderOf(words) ?? refuse()),
  verify: (words) => verify(folderOf(words)),
}

function folderOf([given]: string[]): string | undefined {
  return given === undefined ? undefined : path.resolve(given)
}

function refuse(): never {
  throw new OperationError(USAGE)
}

await runCommand(async () => {
  const [command = '', ...words] = process.argv.slice(2)
  await ((Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined) ?? refuse)(words)
})
