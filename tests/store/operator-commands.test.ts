/** The operator's commands: what they cannot do ends them with one sentence and 1, soon, and nothing is made by it. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBackup } from '../../src/server/operate/backup.ts'
import { operate } from '../../src/server/operate/commands.ts'
import { OperationError } from '../../src/server/operate/operation-error.ts'
import { SERVER, createServerDatabase } from './server-database.ts'
import { ROOT, openTestDatabase } from './support.ts'

const COMMAND = path.join(ROOT, 'dist/src/server/operate/main.js')
const RELEASED = path.join(ROOT, 'tests/fixtures/backups/0.1.0')

const SPOILT = JSON.parse(readFileSync(path.join(import.meta.dirname, 'spoilt-backups.json'), 'utf8')) as Spoiling[]

interface Spoiling { name: string; says: string; /** Whether the commands are run on it, too. */ isRun?: boolean; isFile?: boolean; /** A file of the folder, `*` all of them, `.` the folder. */ remove?: string; cut?: string; flip?: string; write?: string[]; /** Compressed. */ pack?: string[]; /** File, pattern and what comes there. */ replace?: string[]; /** The table whose checksum is made right again. */ sum?: string }

let parent: string
beforeAll(() => { parent = mkdtempSync(path.join(tmpdir(), 'dirisha-commands-')) })
afterAll(() => rmSync(parent, { recursive: true, force: true }))

interface Ran { code: number | null; said: string; told: string }

/** In this process, as most are: one of their own takes half a second to start. */
async function run(args: string[], environment: Record<string, string>): Promise<Ran> {
  let [said, told] = ['', '']
  const terminal = { environment: { ...process.env, DATABASE_URL: '', ...environment }, say: (line: string) => { said += `${line}\n` }, complain: (text: string) => { told += `${text}\n` } }
  return { code: await operate(terminal, args), said, told }
}

/** As an operator runs it. */
function runAlone(args: string[], environment: Record<string, string>): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { cwd: ROOT, encoding: 'utf8', timeout: 110_000, env: { ...process.env, DATABASE_URL: '', ...environment } })
  return { code: status, said: stdout, told: stderr }
}

/** Refused in one line, which is no stack and speaks no code of Node's. */
function expectRefused({ code, said, told }: Ran, sentence: RegExp): void {
  expect(told).toMatch(sentence)
  expect([code, said, told.trimEnd().split('\n').length, /ENOENT|SyntaxError|\bat file:/.test(told)]).toEqual([1, '', 1, false])
}

function spoil(folder: string, { isFile, remove, cut, flip, write, pack, replace, sum }: Spoiling): void {
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
  if (cut !== undefined) change(cut, (content) => content.subarray(0, content.length / 2))
  if (flip !== undefined) change(flip, (content) => Buffer.from(content.map((byte, index) => (index === content.length - 20 ? byte ^ 1 : byte))))
  if (write !== undefined) writeFileSync(inside(write[0]!), write[1]!)
  if (pack !== undefined) writeFileSync(inside(pack[0]!), gzipSync(pack[1]!))
  if (replace !== undefined) change(replace[0]!, (content) => content.toString().replace(new RegExp(replace[1]!), replace[2]!))
  if (sum !== undefined) {
    const description = JSON.parse(readFileSync(inside('backup.json'), 'utf8')) as { tables: Record<string, { sha256: string }> }
    description.tables[sum]!.sha256 = createHash('sha256').update(readFileSync(inside(`${sum}.jsonl.gz`))).digest('hex')
    writeFileSync(inside('backup.json'), JSON.stringify(description))
  }
}

describe.each(SPOILT)('$name', (spoiling) => {
  const newFolder = (): string => {
    const folder = mkdtempSync(path.join(parent, 'spoilt-'))
    spoil(folder, spoiling)
    return folder
  }

  it('is refused with a sentence', async () => {
    const error = await checkBackup(newFolder()).then(() => undefined, (thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperationError)
    const { message } = error as OperationError
    expect(message).toMatch(new RegExp(spoiling.says))
    expect(message).not.toMatch(/\n|ENOENT|SyntaxError/)
  })

  it.runIf(spoiling.isRun)('is refused by the commands, before a database is made', async () => {
    const folder = newFolder()
    const dataDir = mkdtempSync(path.join(parent, 'data-'))
    expectRefused(await run(['restore', folder], { DATA_DIR: dataDir }), new RegExp(spoiling.says))
    expect(readdirSync(dataDir)).toEqual([])
    expectRefused(await run(['verify', folder], { DATA_DIR: dataDir }), new RegExp(spoiling.says))
  })
})

describe.each([['verify'], ['backup', 'new']])('%s', (command, ...more) => {
  const args = (): string[] => [command, ...more.map((name) => path.join(parent, name))]

  it('without a database refuses, and makes none', async () => {
    for (const dataDir of [path.join(parent, 'nowhere'), parent]) {
      expectRefused(await run(args(), { DATA_DIR: dataDir }), /^There is no database in \S+\. Set DATA_DIR to the folder of the server's database, or DATABASE_URL/)
      expect(existsSync(path.join(dataDir, 'database'))).toBe(false)
    }
    expect(existsSync(path.join(parent, 'new'))).toBe(false)
  })

  it.runIf(SERVER !== undefined && command === 'verify')('on a PostgreSQL that is not there, lets nobody in or holds nothing refuses, without a password', async () => {
    const { url, drop } = await createServerDatabase()
    const withPassword = (address: string): string => address.replace('postgres@', 'postgres:Of-the-database@')
    const elsewhere: [address: string, says: RegExp][] = [
      [url, /^There is no installation in the database that DATABASE_URL names\./],
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

  it.runIf(SERVER !== undefined && command === 'backup')('on a database of an older or a newer version refuses, and changes nothing', async () => {
    const { database, stop } = await openTestDatabase('postgres')
    const { rows: [at] } = await sql<{ name: string; last: number }>`select current_database() as name, (select max(number) from migrations) as last`.execute(database.kysely)
    const DATABASE_URL = (SERVER ?? '').replace(/\/[^/]*$/, `/${at!.name}`)
    await sql`insert into migrations (number, name) values (900, 'of the future')`.execute(database.kysely)
    expectRefused(await run(args(), { DATABASE_URL }), /was last used by a newer version of Dirisha/)
    await sql`delete from migrations where number >= ${at!.last}`.execute(database.kysely)
    expectRefused(await run(args(), { DATABASE_URL }), /was last used by an older version: its schema is number \d+, and this version works with \d+\. Start the server once/)
    await stop()
  })
})

it('a restore into a database that holds records is refused, and one into an existing empty folder is done and ends', async () => {
  const dataDir = path.join(parent, 'restored')
  mkdirSync(dataDir)
  const first = runAlone(['restore', RELEASED], { DATA_DIR: dataDir })
  expect([first.told, first.code, /^Restored the backup of .* rows\. Everybody signs in again\.\n/.test(first.said)]).toEqual(['', 0, true])
  expectRefused(await run(['restore', RELEASED], { DATA_DIR: dataDir }), /^The database holds records already\. Restore into an empty one/)
  const again = path.join(parent, 'again')
  expect((await run(['backup', again], { DATA_DIR: dataDir })).code).toBe(0)
  expectRefused(await run(['backup', again], { DATA_DIR: dataDir }), /is not empty\. Name a folder that is new\./)
}, 120_000)

it.each([[[]], [['restore']], [['backup']], [['restroe', 'x']]])('said as %j it says what there is', (args) => {
  expectRefused(runAlone(args, {}), /^Say what to do: npm run backup/)
})
