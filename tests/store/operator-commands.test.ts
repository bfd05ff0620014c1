/** The operator's commands: what they cannot do ends them quickly with one sentence and exit code 1, and changes nothing. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { watchDemo } from '../../src/server/demo/watch-demo.ts'
import { describeFailure } from '../../src/server/describe-failure.ts'
import { secretsOf } from '../../src/server/hide-secrets.ts'
import { createLog } from '../../src/server/log.ts'
import { boundedRows, checkBackup } from '../../src/server/operate/backup.ts'
import { operate } from '../../src/server/operate/commands.ts'
import { OperationError } from '../../src/server/operate/operation-error.ts'
import { runServer } from '../../src/server/run.ts'
import { appendEvent } from '../../src/server/store/audit/events.ts'
import { createDatabase, type Database } from '../../src/server/store/connection/database.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { openEmpty } from './prepared-database.ts'
import { SERVER, createServerDatabase, runOnServer } from './server-database.ts'
import { mountSmallDisk } from './small-disk.ts'
import { rewriteBackup, type Row } from './rewrite-backup.ts'
import { ONE_KIND, ROOT, enginesOfModules, openTestDatabase, schemaOf } from './support.ts'

const COMMAND = path.join(ROOT, 'dist/src/server/operate/main.js')
const SERVER_COMMAND = path.join(ROOT, 'dist/src/server/main.js')
const RELEASED = path.join(ROOT, 'tests/fixtures/backups/0.1.0')

const SPOILT = JSON.parse(readFileSync(path.join(import.meta.dirname, 'spoilt-backups.json'), 'utf8')) as Spoiling[]

interface Spoiling { name: string; says: string; /** Whether the commands are also run on it. */ isRun?: boolean; isFile?: boolean; /** A file of the folder, `*` for all, `.` for the folder. */ remove?: string; /** A file, and its new size in bytes. */ grow?: [file: string, bytes: number]; cut?: string; flip?: string; write?: string[]; /** Compressed. */ pack?: string[]; /** File, pattern and replacement. */ replace?: string[]; /** The table whose checksum is corrected. */ sum?: string; /** The table that the description omits. */ forget?: string; pipe?: string; folder?: string; /** Its name and target. */ link?: string[] }

let parent: string
beforeAll(() => { parent = mkdtempSync(path.join(tmpdir(), 'dirisha-commands-')) })
afterAll(() => rmSync(parent, { recursive: true, force: true }))

interface Ran { code: number | null; said: string; told: string }

/** Runs in this process, as most do: a separate one takes half a second to start, and reads the modules again. */
async function run(args: string[], environment: Record<string, string>): Promise<Ran> {
  let [said, told] = ['', '']
  const terminal = { engines: await enginesOfModules(), environment: { ...process.env, DATABASE_URL: '', ...environment }, say: (line: string) => { said += `${line}\n` }, complain: (text: string) => { told += `${text}\n` } }
  return { code: await operate(terminal, args), said, told }
}

/** Runs it as an operator does. */
function runAlone(args: string[], environment: Record<string, string>, user?: { uid: number }): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { cwd: ROOT, encoding: 'utf8', timeout: 110_000, env: { ...process.env, DATABASE_URL: '', ...environment }, ...user })
  return { code: status, said: stdout, told: stderr }
}

const IS_ROOT = process.getuid?.() === 0
const NOBODY = 65_534

/** Runs as a user with no more rights than anybody has: root may read and write everywhere. */
async function asAnybody<T>(work: () => Promise<T>): Promise<T> {
  if (!IS_ROOT) return work()
  process.seteuid!(NOBODY)
  try {
    return await work()
  } finally {
    process.seteuid!(0)
  }
}

/** Refused in one line, without a stack or Node's error codes. */
function expectRefused({ code, said, told }: Ran, sentence: RegExp): void {
  expect(told).toMatch(sentence)
  expect([code, said, told.trimEnd().split('\n').length, /ENOENT|SyntaxError|\bat file:/.test(told)]).toEqual([1, '', 1, false])
}

function spoil(folder: string, { isFile, remove, grow, cut, flip, write, pack, replace, sum, forget, pipe, folder: made, link }: Spoiling): void {
  const inside = (name: string): string => path.join(folder, name)
  const change = (name: string, work: (content: Buffer) => Buffer | string): void => writeFileSync(inside(name), work(readFileSync(inside(name))))
  cpSync(RELEASED, folder, { recursive: true })
  if (isFile === true) {
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'x')
    return
  }
  if (remove === '*') for (const name of readdirSync(folder)) rmSync(inside(name))
  else if (remove !== undefined) rmSync(inside(remove), { recursive: true })
  if (grow !== undefined) truncateSync(inside(grow[0]), grow[1])
  if (cut !== undefined) change(cut, (content) => content.subarray(0, content.length / 2))
  if (flip !== undefined) change(flip, (content) => Buffer.from(content.map((byte, index) => (index === content.length - 20 ? byte ^ 1 : byte))))
  if (write !== undefined) writeFileSync(inside(write[0]!), write[1]!)
  if (pack !== undefined) writeFileSync(inside(pack[0]!), gzipSync(pack[1]!))
  if (replace !== undefined) change(replace[0]!, (content) => content.toString().replace(new RegExp(replace[1]!), replace[2]!))
  if (sum !== undefined || forget !== undefined) {
    change('backup.json', (content) => {
      const description = JSON.parse(content.toString()) as { tables: Record<string, { sha256: string }> }
      if (sum !== undefined) description.tables[sum]!.sha256 = createHash('sha256').update(readFileSync(inside(`${sum}.jsonl.gz`))).digest('hex')
      if (forget !== undefined) delete description.tables[forget]
      return JSON.stringify(description)
    })
  }
  if (pipe !== undefined) execFileSync('mkfifo', [inside(pipe)])
  if (made !== undefined) mkdirSync(inside(made))
  if (link !== undefined) symlinkSync(link[1]!, inside(link[0]!))
}

describe.each(SPOILT.map((spoiling) => [spoiling.name, spoiling] as const))('a spoilt backup, %s,', (_, spoiling) => {
  const newFolder = (): string => {
    const folder = mkdtempSync(path.join(parent, 'spoilt-'))
    spoil(folder, spoiling)
    return folder
  }

  it('it is refused with a sentence', async () => {
    const error = await checkBackup(newFolder()).then(() => undefined, (thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperationError)
    const { message } = error as OperationError
    expect(message).toMatch(new RegExp(spoiling.says))
    expect(message).not.toMatch(/\n|ENOENT|SyntaxError/)
  })

  it.runIf(spoiling.isRun)('restore and verify refuse it before a database is made', async () => {
    const folder = newFolder()
    const dataDir = mkdtempSync(path.join(parent, 'data-'))
    expectRefused(await run(['restore', folder], { DATA_DIR: dataDir }), new RegExp(spoiling.says))
    expect(readdirSync(dataDir)).toEqual([])
    expectRefused(await run(['verify', folder], { DATA_DIR: dataDir }), new RegExp(spoiling.says))
  })
})

describe.each([['verify'], ['backup', 'new']])('the command %s', (command, ...more) => {
  const args = (): string[] => [command, ...more.map((name) => path.join(parent, name))]

  it('it is refused without a database, and makes none', async () => {
    for (const dataDir of [path.join(parent, 'nowhere'), parent]) {
      expectRefused(await run(args(), { DATA_DIR: dataDir }), /^There is no database in \S+\. Set DATA_DIR to the folder of the server's database, or DATABASE_URL/)
      expect(existsSync(path.join(dataDir, 'database'))).toBe(false)
    }
    expect(existsSync(path.join(parent, 'new'))).toBe(false)
  })

  it.runIf(SERVER !== undefined && command === 'verify')('it reports a PostgreSQL that is not there, lacks the database or holds no installation, without a password', async () => {
    const { url, drop } = await createServerDatabase()
    const withPassword = (address: string): string => address.replace('postgres@', 'postgres:Of-the-database@')
    const elsewhere: [address: string, says: RegExp][] = [
      [url, /^There is no installation in the database that DATABASE_URL names\. Set it to the server's database\. A new installation begins with its first company/],
      [url.replace(/\/[^/]*$/, '/none'), /^The database cannot be opened: .*"none" does not exist\. Check DATABASE_URL/],
      ['postgres://postgres@127.0.0.1:1/none', /^The database cannot be opened: .*ECONNREFUSED.*\. Check DATABASE_URL/],
    ]
    for (const [address, says] of elsewhere) {
      const refused = await run(args(), { DATABASE_URL: withPassword(address) })
      expectRefused(refused, says)
      expect(refused.told).not.toContain('Of-the-database')
    }
    await drop()
  })

  it.runIf(SERVER !== undefined && command === 'backup')('it is refused on a database of an older or newer version, and changes nothing', async () => {
    const { database, stop } = await openTestDatabase('postgres')
    const { rows: [at] } = await sql<{ name: string; last: number }>`select current_database() as name, (select max(number) from migrations) as last`.execute(database.kysely)
    const DATABASE_URL = (SERVER ?? '').replace(/\/[^/]*$/, `/${at!.name}`)
    const expectUnchanged = async (says: RegExp): Promise<void> => {
      const before = await schemaOf(database)
      expectRefused(await run(args(), { DATABASE_URL }), says)
      expect([await schemaOf(database), existsSync(path.join(parent, 'new'))]).toEqual([before, false])
    }
    await sql`insert into migrations (number, name) values (900, 'of the future')`.execute(database.kysely)
    await expectUnchanged(/was last used by a newer version of Dirisha/)
    await sql`delete from migrations where number >= ${at!.last}`.execute(database.kysely)
    await expectUnchanged(/was last used by an older version: its schema is number \d+, and this version works with \d+\. Start the server once/)
    await stop()
  })
})

/** The row that replaces another, derived from it. */
/** A released backup with other rows in one table. */
function rewrite(folder: string, table: string, change: (rows: Row[]) => void): void {
  spoil(folder, { name: '', says: '' })
  rewriteBackup(folder, table, change)
}

const REFUSED_ROWS: [name: string, table: string, at: number, change: (row: Row, rows: Row[]) => Row, says: string][] = [
  ['the key of another row', 'users', 3, (row, rows) => ({ ...row, id: rows[0]!['id'] }), 'it has the key of another row \\(users_pkey\\)'],
  ['a value of another type', 'users', 28, (row) => ({ ...row, created_at: 'secretly' }), 'a value is not of the kind of its column'],
  ['a missing value', 'documents', 700, (row) => ({ ...row, key: null }), 'it lacks a value that it needs \\(key.*\\)'],
  ['a null character in a text', 'events', 2, (row) => ({ ...row, reason: 'secret\u0000ly' }), 'a value is not of the kind of its column'],
  ['an unknown company', 'users', 1, (row) => ({ ...row, default_company: 'secretly' }), 'it refers to a row that is not there \\(users_default_company_fkey\\)'],
]

describe('a backup that is restored', () => {
  let place: Record<string, string>
  let open: () => Promise<Database>
  let drop: () => Promise<void>
  beforeAll(async () => {
    // Its effect does not depend on the database: uses the faster one.
    const dataDir = path.join(parent, 'restored')
    const empty = await openEmpty(ONE_KIND[0]!, dataDir)
    await empty.database.close()
    drop = empty.drop
    place = { DATA_DIR: dataDir, DATABASE_URL: empty.url ?? '' }
    open = () => createDatabase({ dataDir, ...(empty.url !== undefined && { databaseUrl: empty.url }) })
  })
  afterAll(() => drop())

  it.each(REFUSED_ROWS)('a row with %s is named, and nothing is restored', async (_, table, at, change, says) => {
    const folder = mkdtempSync(path.join(parent, 'refused-'))
    rewrite(folder, table, (rows) => { rows[at] = change(rows[at]!, rows) })
    // The next is restored into the same one, which is possible only if it is empty.
    const refused = await run(['restore', folder], place)
    expectRefused(refused, new RegExp(`^Row ${at + 1} of ${table}\\.jsonl\\.gz is refused by the database: ${says}\\. Nothing was restored\\. .* use another backup\\.$`, 'm'))
    expect(refused.told).not.toContain('secret')
  }, 60_000)

  it('a text that is too long to be sorted is reported with its table and index, and nothing is restored', async () => {
    const folder = mkdtempSync(path.join(parent, 'refused-'))
    rewrite(folder, 'documents', (rows) => {
      const row = rows.find(({ type }) => type === 'petty-cash')!
      row['data'] = { ...row['data'] as Row, description: randomBytes(9000).toString('base64') }
    })
    const refused = await run(['restore', folder], place)
    expectRefused(refused, new RegExp(`^Rows of documents\\.jsonl\\.gz cannot be found by their fields\\. The index dt_petty-cash_description_order_\\w+ of \\S*petty.cash\\S* is refused by the database: a value is too long\\. Nothing was restored\\. .* use another backup\\.$`, 'm'))
  }, 60_000)

  it('a column that its table lacks is named instead of left out', async () => {
    const folder = mkdtempSync(path.join(parent, 'refused-'))
    rewrite(folder, 'companies', (rows) => { rows[0] = { ...rows[0], 'x"; drop table users; --': 1 } })
    expectRefused(await run(['restore', folder], place), /^companies\.jsonl\.gz contains a column that its table lacks: "x\\"; drop table users; --"\. Nothing was restored\. /)
  }, 60_000)

  it('a process of its own restores it, says so and ends', () => {
    const { code, said, told } = runAlone(['restore', RELEASED], place)
    expect([told, code, /^Restored the backup of .* rows in all, brought from schema \d+ to \d+\. Everyone has to sign in again\.\n/.test(said)]).toEqual(['', 0, true])
  }, 120_000)

  it('it is not restored into a database that holds records', async () => {
    const named = SERVER === undefined ? `in ${place['DATA_DIR']}` : `"${new URL(place['DATABASE_URL']!).pathname.slice(1)}"`
    expectRefused(await run(['restore', RELEASED], place), new RegExp(`^The database ${named} already holds records\\. Restore into an empty one`))
  })

  it('the verification says in whole sentences how much is there', async () => {
    const { said } = await run(['verify'], place)
    const [trail = '', files = ''] = said.split('\n')
    expect(trail).toMatch(/^The audit trail (is intact: \d+ events? under (1 seal|\d+ seals), \d+ not sealed yet\. Last seal \S+\.|has no seal yet: \d+ events to be sealed\.)$/)
    expect(files).toMatch(/^Files: (all \d+ are|the only one is) intact\.$/)
  })

  it('a backup into an empty folder that others may read opens that to its owner alone', async () => {
    const folder = mkdtempSync(path.join(parent, 'open-'))
    chmodSync(folder, 0o755)
    expect((await run(['backup', folder], place)).code).toBe(0)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it.runIf(SERVER !== undefined && IS_ROOT)('a backup into an empty folder of another user is refused, because its owner could read it', async () => {
    const folder = mkdtempSync(path.join(parent, 'foreign-'))
    chmodSync(folder, 0o777)
    chmodSync(parent, 0o711)
    expectRefused(await asAnybody(() => run(['backup', folder], place)), /^Others may read the folder \S+, and only its owner can change that\. Name a folder that is new/)
    chmodSync(parent, 0o700)
    expect(readdirSync(folder)).toEqual([])
  }, 60_000)

  it('a damaged file is backed up and restored with the rest, and every command names it', async () => {
    const again = path.join(parent, 'again')
    expect(await run(['backup', again], place)).toMatchObject({ code: 0, told: '' })
    expectRefused(await run(['backup', again], place), /is not empty\. Name a folder that is new\./)
    expect(await run(['verify', again], {})).toMatchObject({ code: 0, told: '' })

    const database = await open()
    const { rows: [changed] } = await sql<{ id: string }>`update files set content = 'x' where id = (select min(id::text) from files)::uuid returning id`.execute(database.kysely)
    await database.close()
    const damage = new RegExp(`^DAMAGED: the file .* \\(${changed!.id}\\) of \\S+ \\S+ is not what was stored\\. Restore it from an older backup`, 'm')
    const folder = path.join(parent, 'with-damage')
    const other = await openEmpty(ONE_KIND[0]!, path.join(parent, 'target'))
    await other.database.close()
    const target = { DATA_DIR: path.join(parent, 'target'), DATABASE_URL: other.url ?? '' }
    const told = {
      backup: await run(['backup', folder], place),
      folder: await run(['verify', folder], {}),
      restore: await run(['restore', folder], target),
      database: await run(['verify'], target),
    }
    await other.drop()
    for (const [what, { code, said, told: complained }] of Object.entries(told)) expect([what, code, said.match(new RegExp(damage, 'gm'))?.length, complained]).toEqual([what, 2, 1, ''])
    expect(told.backup.said).toMatch(/\nThe backup is complete, and 1 file in it is as damaged as in the database\.\n$/)
    expect(told.folder.said).toMatch(/\nThe backup of \S+ is intact: .*\nIt contains what the database contained: 1 file was damaged already\.\n$/)
    expect(told.restore.said).toMatch(/^Restored the backup of [\s\S]*\nFiles: 1 of \d+ is damaged\.\nEverything in the backup was restored; /)
  }, 120_000)

  it('a changed audit trail is reported with what to do', async () => {
    const database = await open()
    for (const statement of ['alter table events disable trigger user', "insert into event_seals (number, upto, events, hash) values ((select coalesce(max(number), 0) + 1 from event_seals), (select max(id) from events), 1, 'x')"]) await sql.raw(statement).execute(database.kysely)
    await database.close()
    const { code, said } = await run(['verify'], place)
    expect([code, /^BROKEN: the audit trail was changed: seal \d+, .* Find out who could write to the database/m.test(said)]).toEqual([2, true])
  })
})

describe('an embedded database', () => {
  let dataDir: string
  beforeAll(async () => {
    dataDir = path.join(parent, 'embedded')
    await (await openEmpty('pglite', dataDir)).database.close()
  })

  it('it is filled from a backup, once, and verified', async () => {
    const place = { DATA_DIR: dataDir }
    expect(await run(['restore', RELEASED], place)).toMatchObject({ code: 0, told: '' })
    expectRefused(await run(['restore', RELEASED], place), new RegExp(`^The database in ${dataDir} already holds records\\. Restore into an empty one`))
    expect(await run(['verify'], place)).toMatchObject({ code: 0, told: '' })
  }, 60_000)

  it('it is not backed up while the server uses it, and the command says to stop the server', async () => {
    const database = await createDatabase({ dataDir })
    expectRefused(await run(['backup', path.join(parent, 'beside')], { DATA_DIR: dataDir }), /is in use: .* Stop the server, then run this again\. With PostgreSQL/)
    await database.close()
  })
})

describe('the limit of the length of a row', () => {
  const passed = async (chunks: string[]): Promise<number> => {
    let count = 0
    for await (const _ of boundedRows(10)(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) count += 1
    return count
  }

  it.each([[['0123456789\n', '0123456789\n']], [['01234', '56789', '\n0123', '456789\n0']], [['']]])('no row of %j is too long', async (chunks) => {
    expect(await passed(chunks)).toBe(chunks.length)
  })

  it.each([[['0123456789x']], [['0123456789', 'x\n']], [['0\n01234', '567', '89x\n']]])('a row of %j is too long', async (chunks) => {
    await expect(passed(chunks)).rejects.toThrow('a row is longer than 0.00001 MB')
  })
})

describe.runIf(SERVER !== undefined)('a PostgreSQL database that is not suitable', () => {
  const inDatabase = async (work: (url: string) => Promise<void>, more?: string): Promise<void> => {
    const { url, drop } = await createServerDatabase('template0', more)
    try {
      await work(url)
    } finally {
      await drop()
    }
  }
  const tablesIn = async (url: string): Promise<string[]> => {
    const database = await createDatabase({ dataDir: parent, databaseUrl: url })
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(database.kysely)
    await database.close()
    return rows.map(({ name }) => name)
  }
  /** By restore and by the first company, which open it as the server does. */
  const expectRefusedByCommands = async (url: string, says: RegExp): Promise<void> => {
    expectRefused(await run(['restore', RELEASED], { DATABASE_URL: url }), says)
    expectRefused(await run(['company', 'MRT', 'Ministry'], { DATABASE_URL: url }), says)
  }

  it('a missing right of the role is reported', () => inDatabase(async (url) => {
    const role = `role_${path.basename(new URL(url).pathname)}`
    await runOnServer([`create role ${role} login`])
    const says = /^The role in DATABASE_URL lacks a right in its database: permission denied for schema public\. If another role owns the tables, restore and migrate run as that role/
    const asRole = url.replace('postgres@', `${role}@`)
    await expectRefusedByCommands(asRole, says)
    const config = readConfig({ DATABASE_URL: asRole, DEMO: '0', PORT: '0' }, { root: ROOT })
    const error = await runServer(config, createLog('silent'), { engines: await enginesOfModules() }).then(() => undefined, (thrown: unknown) => thrown)
    expectRefused({ code: 1, said: '', told: describeFailure(error, secretsOf(config)) }, says)
    expect(await tablesIn(url)).toEqual([])
    await runOnServer([`drop role ${role}`])
  }), 60_000)

  it.each([['wares', 'create table wares (id integer)'], ['migrations', 'create table migrations (id integer, migration text)']])('a database with the table %s of something else is refused and left as it is', (name, statement) => inDatabase(async (url) => {
    await runOnServer([statement], url)
    await expectRefusedByCommands(url, new RegExp(`^The database "\\w+" contains tables of something else, such as ${name}\\. Name a database of its own`))
    expect(await tablesIn(url)).toEqual([name])
  }), 60_000)

  it('an empty installation is refused as long as it has a table of something else', () => inDatabase(async (url) => {
    const database = await createDatabase({ dataDir: parent, databaseUrl: url })
    const engines = await enginesOfModules()
    await migrate(database, engines.base().catalogue, engines.hiddenByOverlays)
    await database.close()
    await runOnServer(['create table wares (id integer)'], url)
    expectRefused(await run(['restore', RELEASED], { DATABASE_URL: url }), /such as wares\./)
    await runOnServer(['drop table wares'], url)
    expect((await run(['restore', RELEASED], { DATABASE_URL: url })).code).toBe(0)
  }), 60_000)

  it('a database whose encoding is not UTF8 is refused', () => inDatabase(async (url) => {
    await expectRefusedByCommands(url, /^The database "\w+" has the encoding SQL_ASCII, .* it has to be UTF8\./)
  }, "encoding 'SQL_ASCII' locale 'C'"), 60_000)
})

describe.runIf(SERVER !== undefined)('a restore into PostgreSQL', () => {
  let url: string
  let drop: () => Promise<void>
  beforeEach(async () => { ({ url, drop } = await createServerDatabase('template0')) })
  afterEach(() => drop())

  interface Line { level: string; message: string }
  async function startServer(databaseUrl = url): Promise<{ lines: Line[]; stop: () => Promise<void> }> {
    const lines: Line[] = []
    const write = (level: string) => (_: object, message = '') => void lines.push({ level, message })
    const config = readConfig({ DATABASE_URL: databaseUrl, DEMO: '0', PORT: '0', HOST: '127.0.0.1' }, { root: ROOT })
    delete config.host
    const server = await runServer(config, { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }, { engines: await enginesOfModules() })
    return { lines, stop: () => server.stop() }
  }
  const onDatabase = async <T>(work: (database: Database) => Promise<T>, address = url): Promise<T> => {
    const database = await createDatabase({ dataDir: parent, databaseUrl: address })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  it('it is refused while a server is connected, and possible once that is stopped', async () => {
    const server = await startServer()
    expectRefused(await run(['restore', RELEASED], { DATABASE_URL: url }), /^The database "\w+" is in use: dirisha as postgres \(\d+ sessions?\)\. Stop every server and program that is connected to it, then run this again\. In psql, select \* from pg_stat_activity .* shows who is connected/)
    await server.stop()
    expect((await run(['restore', RELEASED], { DATABASE_URL: url })).code).toBe(0)
  }, 60_000)

  it('a server that starts meanwhile waits for it, and then serves the demo to this machine only', async () => {
    const restored = run(['restore', RELEASED], { DATABASE_URL: url })
    const hasBegun = sql<{ has: boolean }>`select exists (select from pg_locks l join pg_database d on d.oid = l.database where d.datname = ${path.basename(new URL(url).pathname)} and l.mode = 'AccessExclusiveLock') as has`
    await onDatabase(({ kysely }) => vi.waitFor(async () => { expect((await hasBegun.execute(kysely)).rows[0]?.has).toBe(true) }, { timeout: 30_000, interval: 20 }), SERVER)
    const server = await startServer()
    expect((await restored).told).toBe('')
    expect(server.lines.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^Only this machine is served: the database holds the demo/))
    await server.stop()
  }, 60_000)

  it.each([
    ['a restore', [['restore', RELEASED]]], ['a first company', [['company', 'MRT', 'Ministry']]], ['a restore of an earlier version over an empty installation', [['migrate'], ['restore', RELEASED]]],
  ])('a server of a role that does not own the tables starts after %s without a warning, with the rights that migrate grants', async (_what, commands) => {
    const name = path.basename(new URL(url).pathname)
    const [owner, role] = [`owner_${name}`, `role_${name}`]
    await runOnServer([`create role ${owner} login`, `create role ${role} login`, `alter database ${name} owner to ${owner}`, `grant ${role} to ${owner}`])
    const asOwner = url.replace('postgres@', `${owner}@`)
    try {
      const [command = [], ...more] = commands
      expect((await run(command, { DATABASE_URL: asOwner, LOG_LEVEL: 'error' })).code).toBe(0)
      expect(await run(['migrate', '--for', role], { DATABASE_URL: asOwner, LOG_LEVEL: 'error' })).toMatchObject({ code: 0, told: '' })
      for (const next of more) expect(await run(next, { DATABASE_URL: asOwner, LOG_LEVEL: 'error' })).toMatchObject({ code: 0, told: '' })
      const rights = await onDatabase(({ kysely }) => sql<{ writes: boolean; changes: boolean }>`select has_table_privilege(${role}, 'documents', 'update') as writes, has_table_privilege(${role}, 'events', 'update') as changes`.execute(kysely))
      expect(rights.rows).toEqual([{ writes: true, changes: false }])
      const server = await startServer(url.replace('postgres@', `${role}@`))
      await server.stop()
      expect(server.lines.filter(({ level, message }) => level === 'warn' || /recomputed/.test(message))).toEqual([])
    } finally {
      await drop()
      await runOnServer([`drop role ${owner}, ${role}`])
    }
  }, 60_000)

  it.each([
    ['holds the demo all at once', false, /^The database now holds the demo, whose passwords are public, and did not at the start\. The server ends/],
    ['no longer holds the demo', true, /^The database no longer holds the demo, so it is another than at the start\. The server ends/],
  ])('a server whose database %s ends, and not before', async (_, heldDemo, says) => {
    const { database, stop } = await openTestDatabase('postgres')
    const event = { company: '', type: 'demo', key: null, kind: 'loaded', actor: 'test', ip: null, at: new Date() }
    if (heldDemo) await appendEvent(database.kysely, event)
    const [told, onChange, looked] = [[] as string[], vi.fn<() => void>(), vi.spyOn(database.kysely, 'selectFrom')]
    const unwatch = watchDemo({ database, log: { ...createLog('silent'), error: (_, message = '') => void told.push(message) } }, heldDemo, onChange, 20)
    await vi.waitFor(() => { expect(looked.mock.calls.length).toBeGreaterThan(2) })
    expect(onChange).not.toHaveBeenCalled()
    if (heldDemo) await sql`alter table events disable trigger user; delete from events`.execute(database.kysely)
    else await appendEvent(database.kysely, event)
    await vi.waitFor(() => { expect(onChange).toHaveBeenCalled() })
    unwatch()
    expect(told).toEqual([expect.stringMatching(says)])
    await stop()
  })
})

describe('a DATA_DIR that cannot be used', () => {
  it.runIf(process.platform === 'linux').each([
    ['the file system does not create it', '/proc/none', /^The folder \/proc\/none of the embedded database cannot be created: no such file or directory\. Set DATA_DIR to a folder/],
    ['it would be below a file', path.join(ROOT, 'package.json', 'data'), /^The folder \S+ of the embedded database cannot be created: not a directory\. Set DATA_DIR/],
    ['it is a file', path.join(ROOT, 'package.json'), /DATA_DIR.*which is a file/s],
    ['its parent belongs to somebody else', '/usr/none', /^The folder \/usr\/none of the embedded database cannot be created: permission denied\. Set DATA_DIR to a folder/],
  ])('a restore and a server end with a sentence where %s', async (_, DATA_DIR, says) => {
    const { code, told } = await asAnybody(() => run(['restore', RELEASED], { DATA_DIR }))
    expect([code, told, /\bat file:|\bat .*:\d+/.test(told)]).toEqual([1, expect.stringMatching(says), false])
    const engines = await enginesOfModules()
    const starting = async (): Promise<void> => void await runServer(readConfig({ DATA_DIR, DEMO: '0', PORT: '0' }, { root: ROOT }), createLog('silent'), { engines })
    const error = await asAnybody(() => starting().then(() => undefined, (thrown: unknown) => thrown))
    expect(describeFailure(error, [])).toMatch(says)
  })

  // In a process of its own: the rights of the folder are those of the real user.
  it.runIf(process.platform === 'linux')('a restore ends with a sentence where it belongs to somebody else', () => {
    const { code, told } = runAlone(['restore', RELEASED], { DATA_DIR: '/usr' }, IS_ROOT ? { uid: NOBODY } : undefined)
    expect([code, told, /\bat file:|\bat .*:\d+/.test(told)]).toEqual([1, expect.stringMatching(/^The folder \/usr of the embedded database cannot be used: permission denied\. Run this as the user who owns the folder/), false])
  }, 60_000)

  it.runIf(IS_ROOT)('a verification by a user who may not read it says so, instead of that there is none', async () => {
    const folder = path.join(parent, 'unread')
    mkdirSync(path.join(folder, 'database'), { recursive: true, mode: 0o700 })
    chmodSync(parent, 0o711)
    expectRefused(await asAnybody(() => run(['verify'], { DATA_DIR: folder })), /^The folder \S+ of the embedded database cannot be read: permission denied\. Run this as the user who runs the server, and check DATA_DIR\.$/m)
    chmodSync(parent, 0o700)
  })
})

it.each([
  [[], 3, '3 messages queued in it will be sent once a server with SMTP_URL starts\\. To send none, restore into an empty database with --without-mail\\.\\n'],
  [['--without-mail'], 0, 'The messages that were queued in it will not be sent.\n'],
])('a restore with the options %j leaves %i messages to be sent', async (options, waiting, says) => {
  const folder = mkdtempSync(path.join(parent, 'mails-'))
  rewrite(folder, 'outbox', (rows) => { for (const row of rows.slice(0, 3)) row['sent_at'] = null })
  const dataDir = path.join(parent, 'mailed')
  const empty = await openEmpty(ONE_KIND[0]!, dataDir)
  await empty.database.close()
  const { code, said } = await run(['restore', folder, ...options], { DATA_DIR: dataDir, DATABASE_URL: empty.url ?? '' })
  expect([code, said]).toEqual([0, expect.stringMatching(new RegExp(`^Restored the backup of .*\\. Everyone has to sign in again\\.\\n${says}The audit trail`))])
  const database = await createDatabase({ dataDir, ...(empty.url !== undefined && { databaseUrl: empty.url }) })
  expect(await database.kysely.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()).toHaveLength(waiting)
  await database.close()
  await empty.drop()
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

it('an option that npm kept for itself is not left out in silence', async () => {
  const dataDir = path.join(parent, 'kept-by-npm')
  const { code, told } = await run(['restore', RELEASED], { DATA_DIR: dataDir, npm_config_without_mail: 'true' })
  expect([code, told]).toEqual([1, expect.stringMatching(/^npm took --without-mail for an option of its own, because the -- before the arguments is missing\. Usage: npm run restore -- </)])
  expect(existsSync(dataDir)).toBe(false)
})

it('a restore without enough room says so once (passes where nothing may be mounted)', async () => {
  const disk = mountSmallDisk(100)
  if (disk === undefined) return
  const { code, told } = runAlone(['restore', RELEASED], { DATA_DIR: path.join(disk.folder, 'data') })
  disk.remove()
  expect([code, told]).toEqual([1, 'The disk is full: no space is left for the embedded database, which needs about 200 MB in addition to its records. Make room there, then run this again.\n'])
}, 60_000)

/** Starts the server, which is expected to fail. */
function start(environment: Record<string, string>): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER_COMMAND], { cwd: ROOT, encoding: 'utf8', timeout: 60_000, env: { ...process.env, DEMO: '0', PORT: '0', LOG_LEVEL: 'error', ...environment } })
  return { code: status, said: stdout, told: stderr }
}

it('a server whose PostgreSQL is not there says so without a stack or a password', () => {
  const refused = start({ DATABASE_URL: 'postgres://postgres:Of-the-database@127.0.0.1:1/none' })
  expectRefused(refused, /^The database cannot be opened: .*ECONNREFUSED.*\. Check DATABASE_URL, and that PostgreSQL is running\./)
  expect(refused.told).not.toContain('Of-the-database')
}, 60_000)

it('a server that is still starting ends on SIGTERM, as nothing else would end it in a container', async () => {
  const mute = createServer((socket) => { socket.on('error', () => undefined) })
  mute.listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const { port } = mute.address() as AddressInfo
  const server = spawn(process.execPath, [SERVER_COMMAND], { cwd: ROOT, stdio: 'ignore', env: { ...process.env, DEMO: '0', PORT: '0', DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/none` } })
  const ended = once(server, 'exit')
  await once(mute, 'connection')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  mute.close()
}, 60_000)

describe.runIf(SERVER !== undefined)('a server whose role does not own the tables', () => {
  let made: Awaited<ReturnType<typeof createServerDatabase>>
  let [owner, server] = ['', '']
  const as = (role: string): string => Object.assign(new URL(made.url), { username: role }).href
  beforeAll(async () => {
    const suffix = randomBytes(4).toString('hex')
    ;[owner, server] = [`owner_${suffix}`, `server_${suffix}`]
    await runOnServer([`create role ${server} login`, `create role ${owner} login`, `grant ${server} to ${owner}`])
    made = await createServerDatabase('template1', `owner ${owner}`)
  })
  afterAll(async () => {
    await runOnServer([`drop owned by ${owner}`, `drop owned by ${server}`], made.url)
    await made.drop()
    await runOnServer([`drop role ${owner}`, `drop role ${server}`])
  })

  it.each([
    ['missing', () => 'nobody_here', /There is no role "nobody_here"\. Create it first: create role nobody_here login/],
    ['a superuser', () => 'postgres', /The role "postgres" is a superuser, who may change everything\. Nothing was changed\./],
    ['the owner', () => owner, /may do what "owner_\w+" may, which owns the tables and could change the audit trail\. Nothing was changed\./],
  ])('has no role that is %s', async (_name, role, says) => {
    expectRefused(await run(['migrate', '--for', role()], { DATABASE_URL: as(owner) }), says)
  })

  it('gets its rights by migrate, which the commands of an operator need, and changes neither the tables nor the audit trail', async () => {
    const prepared = await run(['migrate', '--for', server], { DATABASE_URL: as(owner) })
    expect([prepared.code, prepared.told, prepared.said]).toEqual([0, '', expect.stringMatching(/ is up to date: schema \d+\.\nA server that connects as server_\w+ reads and writes records, and cannot change the tables or the audit trail\.\n$/)])
    expect(await run(['company', 'MRT', 'Ministry of Roads'], { DATABASE_URL: as(server) })).toMatchObject({ code: 0, told: '' })
    expect(await run(['administrator', 'amina@roads.example', 'Amina Yusuf'], { DATABASE_URL: as(server) })).toMatchObject({ code: 0, told: '' })
    const database = await createDatabase({ dataDir: '', databaseUrl: as(server) })
    for (const attempt of [
      'delete from events', `update events set actor = 'x'`, 'truncate events', 'delete from event_seals', 'alter table events disable trigger all', 'drop trigger events_append_only on events', 'drop table events',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$', 'set session_replication_role = replica', `set role ${owner}`,
    ]) await expect(sql.raw(attempt).execute(database.kysely), attempt).rejects.toThrow(/permission denied|must be owner/)
    await database.close()
    // Again, as before each new version.
    expect(await run(['migrate', '--for', server], { DATABASE_URL: as(owner) })).toMatchObject({ code: 0, told: '' })
  })

  it('is none on the embedded database', async () => {
    expectRefused(await run(['migrate', '--for', 'dirisha'], { DATA_DIR: path.join(parent, 'nowhere') }), /^Roles are those of PostgreSQL: /)
  })
})

it('an administrator is refused before there is a company', async () => {
  expectRefused(await run(['administrator', 'amina@roads.example', 'Amina'], { DATA_DIR: path.join(parent, 'nowhere') }), /A new installation begins with its first company: npm run company -- /)
})

it.each([
  [[], /^Usage: npm run backup/], [['restroe', 'x'], /^Usage: npm run backup/],
  [['restore'], /^The folder is missing\. Usage: npm run restore -- /], [['backup'], /^The folder is missing\. Usage: npm run backup -- /],
  [['restore', 'b1', 'b2'], /^Unexpected argument "b2"\. Usage: /], [['verify', 'b1', 'b2'], /^Unexpected argument "b2"\. Usage: npm run verify /],
  [['restore', '--force', 'b1'], /^There is no option --force\. Usage: /], [['backup', 'b1', '-f'], /^There is no option -f\. Usage: /],
  [['migrate', 'dirisha'], /^Unexpected argument "dirisha"\. Usage: npm run migrate/],
  [['company', 'MRT', 'Ministry', '--currency'], /^The option --currency is not used like that\. Usage: /],
])('the arguments %j are refused with the usage', async (args, says) => {
  expectRefused(await run(args, { DATA_DIR: path.join(parent, 'nowhere') }), says)
})

it('an unexpected argument of the command for a link is refused with the usage', () => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(ROOT, 'dist/src/server/hand-out-link.js'), 'a@b.example', 'c@d.example'], { cwd: ROOT, encoding: 'utf8', timeout: 60_000 })
  expect([status, stderr]).toEqual([1, 'Unexpected argument "c@d.example". Usage: npm run link -- somebody@example.org.\n'])
})
