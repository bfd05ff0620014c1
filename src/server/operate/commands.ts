/** The operator's commands. */
import path from 'node:path'
import { shownText } from '../../core/index.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import { secretsOf } from '../hide-secrets.ts'
import { createLog } from '../log.ts'
import { translationsOf } from '../languages/read-translations.ts'
import type { ManagedEngines } from '../manifests/engine-provider.ts'
import { createPrinter } from '../print/printer.ts'
import { createSeedRecords } from '../seed/create-seed-records.ts'
import type { Log, Services } from '../services.ts'
import type { Database } from '../store/connection/database.ts'
import { outboxSize } from '../store/delivery/outbox.ts'
import type { DamagedFile } from '../store/files/files.ts'
import { prepareDatabase } from '../store/schema/prepare-database.ts'
import { grantToServer, whyUnfit } from '../store/schema/server-role.ts'
import { schemaNumber } from '../store/schema/whole-tables.ts'
import { checkBackup, writeBackup, type Backup } from './backup.ts'
import { argumentsOf, configOf, enginesOf, runCommand, withDatabase, withInstallation, type Terminal } from './command.ts'
import { OperationError } from './operation-error.ts'
import { restoreBackup } from './restore.ts'
import { addCompany, makeAdministrator } from './set-up.ts'
import { verifyDatabase } from './verify.ts'

const USAGE = 'Usage: npm run backup -- <folder>, npm run restore -- <folder>, npm run verify, npm run verify -- <folder of a backup>, npm run migrate, npm run company -- <code> <name>, or npm run administrator -- <e-mail> <name>'
const BACKUP_USAGE = 'Usage: npm run backup -- <folder>, a new or empty folder'
const RESTORE_USAGE = 'Usage: npm run restore -- <folder that npm run backup wrote>, with --without-mail if the messages that wait in it must not be sent'
const VERIFY_USAGE = 'Usage: npm run verify for the database, or npm run verify -- <folder> for one backup'
const NO_FOLDER = 'The folder is missing.'
const MIGRATE_USAGE = 'Usage: npm run migrate, with --for <role> for a server that connects to PostgreSQL as another role'
const COMPANY_USAGE = 'Usage: npm run company -- MRT "Ministry of Roads" --currency KES --time-zone Africa/Nairobi, with --windows-accounts if people sign in with Windows accounts'
const ADMINISTRATOR_USAGE = 'Usage: npm run administrator -- somebody@example.org "First Last", with --company MRT (repeatable) if not of all companies'

const DAMAGED_NEXT = 'Restore it from an older backup, or ask the person who attached it; and find out why the database changed (docs/operating.md, Damage).'
const BROKEN_NEXT = 'Find out who could write to the database, and compare with the seals in a log kept elsewhere (docs/operating.md, Damage).'

const rowsIn = ({ tables }: Pick<Backup, 'tables'>): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function contentsOf(made: Pick<Backup, 'tables'>): string {
  const rows = (table: 'documents' | 'events' | 'files', one: string): string => counted(made.tables[table]?.rows ?? 0, one)
  return `${rows('documents', 'record')}, ${rows('events', 'event')}, ${rows('files', 'file')}; ${counted(rowsIn(made), 'row')} in all`
}

async function backup(terminal: Terminal, words: string[]): Promise<boolean> {
  const folder = folderOf(argumentsOf(words, { options: {}, max: 1, missing: NO_FOLDER, usage: BACKUP_USAGE, environment: terminal.environment }))
  return withInstallation(configOf(terminal), async (database) => {
    const { damaged, ...made } = await writeBackup(database, folder, new Date())
    printDamaged(terminal, damaged)
    terminal.say(`Backed up to ${folder}: ${contentsOf(made)}.`)
    if (damaged.length > 0) terminal.say(`The backup is complete, and ${counted(damaged.length, 'file')} in it ${isOrAre(damaged.length)} as damaged as in the database.`)
    return damaged.length === 0
  })
}

async function restore(terminal: Terminal, words: string[]): Promise<boolean> {
  const read = argumentsOf(words, { options: { 'without-mail': { type: 'boolean', default: false } } as const, max: 1, missing: NO_FOLDER, usage: RESTORE_USAGE, environment: terminal.environment })
  const folder = folderOf(read)
  const config = configOf(terminal)
  // Checked before a database is created for it.
  const checked = await checkBackup(folder)
  const engines = await enginesOf(terminal, config)
  return withDatabase(config, async (database) => {
    await restoreBackup(database, checked, { engines, log: logOf(config), name: nameOf(config), withoutMail: read.values['without-mail'] })
    const schema = await schemaNumber(database.kysely)
    terminal.say(`Restored the backup of ${checked.takenAt}: ${contentsOf(checked)}${schema === checked.schema ? '' : `, brought from schema ${checked.schema} to ${schema}`}. Everyone has to sign in again.`)
    const queued = await outboxSize(database)
    if (read.values['without-mail']) terminal.say('The messages that were queued in it will not be sent.')
    else if (queued > 0) terminal.say(`${counted(queued, 'message')} queued in it will be sent once a server with SMTP_URL starts. To send none, restore into an empty database with --without-mail.`)
    const isWhole = printVerified(terminal, await verifyDatabase(database))
    if (!isWhole) terminal.say('Everything in the backup was restored; anything reported above as damaged or broken was already so when the backup was made.')
    return isWhole
  })
}

async function verify(terminal: Terminal, words: string[]): Promise<boolean> {
  const { positionals: [named] } = argumentsOf(words, { options: {}, max: 1, usage: VERIFY_USAGE, environment: terminal.environment })
  if (named === undefined) return withInstallation(configOf(terminal), async (database) => printVerified(terminal, await verifyDatabase(database)))
  const made = await checkBackup(path.resolve(named))
  printDamaged(terminal, made.damaged)
  terminal.say(`The backup of ${made.takenAt} is intact: ${counted(rowsIn(made), 'row')}, schema ${made.schema}${made.version === undefined ? '' : `, made by version ${made.version}`}.`)
  if (made.damaged.length > 0) terminal.say(`It contains what the database contained: ${counted(made.damaged.length, 'file')} ${made.damaged.length === 1 ? 'was' : 'were'} damaged already.`)
  return made.damaged.length === 0
}

/** Prints the result; returns whether everything is intact. */
function printVerified(terminal: Terminal, { chain, files, damaged }: Awaited<ReturnType<typeof verifyDatabase>>): boolean {
  printDamaged(terminal, damaged)
  if (chain.broken !== undefined) terminal.say(`BROKEN: the audit trail was changed: seal ${chain.broken.number}, events ${chain.broken.from} to ${chain.broken.upto}. Everything before that is as it was written. ${BROKEN_NEXT}`)
  else if (chain.seals === 0) terminal.say(`The audit trail has no seal yet: ${counted(chain.open, 'event')} to be sealed.`)
  else terminal.say(`The audit trail is intact: ${counted(chain.sealed, 'event')} under ${counted(chain.seals, 'seal')}, ${chain.open} not sealed yet. Last seal ${chain.hash}.`)
  terminal.say(filesSentence(files, damaged.length))
  return chain.broken === undefined && damaged.length === 0
}

function filesSentence(files: number, damaged: number): string {
  if (damaged > 0) return `Files: ${damaged} of ${files} ${isOrAre(damaged)} damaged.`
  if (files === 0) return 'Files: there are none.'
  return files === 1 ? 'Files: the only one is intact.' : `Files: all ${files} are intact.`
}

function printDamaged(terminal: Terminal, damaged: DamagedFile[]): void {
  for (const { name, document, id } of damaged) terminal.say(`DAMAGED: the file ${name} (${id}) of ${document} is not what was stored. ${DAMAGED_NEXT}`)
}

const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')

/** The database as an operator knows it. */
function nameOf({ databaseUrl, dataDir }: Config): string {
  return databaseUrl === undefined ? `The database in ${dataDir}` : `The database "${decodeURIComponent(new URL(databaseUrl).pathname.slice(1))}"`
}

async function migrate(terminal: Terminal, words: string[]): Promise<boolean> {
  const { values: { for: role } } = argumentsOf(words, { options: { for: { type: 'string' } } as const, max: 0, usage: MIGRATE_USAGE, environment: terminal.environment })
  const config = configOf(terminal)
  if (role !== undefined && config.databaseUrl === undefined) throw new OperationError('Roles are those of PostgreSQL: name the database in DATABASE_URL, as the role that owns its tables.')
  const engines = await enginesOf(terminal, config)
  return withDatabase(config, async (database) => {
    const unfit = role === undefined ? undefined : await whyUnfit(database.kysely, role)
    if (unfit !== undefined) throw new OperationError(`${unfit} Nothing was changed.`)
    await prepareDatabase(database, engines, logOf(config))
    terminal.say(`${nameOf(config)} is up to date: schema ${await schemaNumber(database.kysely)}.`)
    if (role === undefined) return true
    await database.transaction((tx) => grantToServer(tx, role))
    terminal.say(`A server that connects as ${role} reads and writes records, and cannot change the tables or the audit trail.`)
    return true
  })
}

async function company(terminal: Terminal, words: string[]): Promise<boolean> {
  const options = { currency: { type: 'string', default: 'KES' }, 'time-zone': { type: 'string', default: 'Africa/Nairobi' }, 'windows-accounts': { type: 'boolean', default: false } } as const
  const { positionals: [code = '', given = ''], values } = argumentsOf(words, { options, max: 2, missing: '', usage: COMPANY_USAGE, environment: terminal.environment })
  const name = shownText(given)
  if (name === '') throw new OperationError(`${COMPANY_USAGE}.`)
  const config = configOf(terminal)
  const engines = await enginesOf(terminal, config)
  return withInstallation(config, async (database) => {
    const services = servicesOf(config, database, engines)
    await addCompany(services, { code, name, currency: values.currency, timeZone: values['time-zone'], hasWindowsAccounts: values['windows-accounts'] })
    await createSeedRecords(services)
    terminal.say(`Added the company ${code}: ${name}, ${values.currency}, ${values['time-zone']}.`)
    return true
  }, (database) => prepareDatabase(database, engines, logOf(config)))
}

async function administrator(terminal: Terminal, words: string[]): Promise<boolean> {
  const { positionals: [email = '', name], values } = argumentsOf(words, { options: { company: { type: 'string', multiple: true, default: [] as string[] } } as const, max: 2, missing: '', usage: ADMINISTRATOR_USAGE, environment: terminal.environment })
  const config = configOf(terminal)
  const engines = await enginesOf(terminal, config)
  return withInstallation(config, async (database) => {
    const { user, wayIn } = await makeAdministrator(servicesOf(config, database, engines), { email: email.trim(), name: name && shownText(name), companies: [...values.company] })
    terminal.say(`${user.name} administers ${user.companies.join(', ')}.`)
    if ('link' in wayIn) terminal.say(`Set the password within 24 hours, once, at:\n${wayIn.link}`)
    else terminal.say('elsewhere' in wayIn ? `They sign in with ${wayIn.elsewhere}.` : `They sign in with their existing password. If it is lost: npm run link -- ${user.email}`)
    return true
  })
}

/** Warnings only: a command says what it did. */
function logOf(config: Config): Log {
  return createLog('warn', { secrets: secretsOf(config) })
}

function servicesOf(config: Config, database: Database, engines: ManagedEngines): Services {
  const log = createLog(config.logLevel, { secrets: secretsOf(config) })
  return { config, database, engines, log, clock: systemClock, printer: createPrinter(systemClock), translations: translationsOf(config), isDemo: false, stopping: new AbortController().signal }
}

/** Each returns whether everything is intact. */
const COMMANDS: Record<string, ((terminal: Terminal, words: string[]) => Promise<boolean>) | undefined> = { migrate, company, administrator, backup, restore, verify }

/** Runs the command named by the first word with the remaining words. Returns the exit code. */
export function operate(terminal: Terminal, [command = '', ...words]: string[]): Promise<number> {
  return runCommand(terminal, async () => ((Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined) ?? refuse)(terminal, words))
}

function folderOf({ positionals: [given = ''] }: { positionals: string[] }): string {
  return path.resolve(given)
}

function refuse(): never {
  throw new OperationError(`${USAGE}.`)
}
