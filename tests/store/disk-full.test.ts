/**
 * The embedded database on a disk that becomes full: what is acknowledged stays, reading continues, and writing as soon as there is space.
 */
import fs, { existsSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase, type Database } from '../../src/server/store/connection/database.ts'
import { sqlState } from '../../src/server/store/sql/sql-state.ts'
import { openEmpty } from './prepared-database.ts'
import { mountSmallDisk } from './small-disk.ts'

const MEGABYTES = 200
const MAX_LOG_BYTES = 1_000_000

/** A table whose changes are counted, and what the writer was told. */
class Counter {
  acknowledged = 0

  readonly database: () => Database

  constructor(database: () => Database) {
    this.database = database
  }

  async make(): Promise<void> {
    await sql`create table counts (one boolean primary key default true, at integer not null)`.execute(this.database().kysely)
    await sql`create table texts (at integer not null, half integer not null, content text not null)`.execute(this.database().kysely)
    await sql`insert into counts (at) values (0)`.execute(this.database().kysely)
  }

  /** Counts on and writes `bytes` to a table in two halves. */
  async write(bytes: number): Promise<void> {
    await this.database().transaction(async (tx) => {
      const at = this.acknowledged + 1
      await sql`update counts set at = ${at}`.execute(tx)
      for (const half of [1, 2]) await sql`insert into texts select ${at}::integer, ${half}::integer, string_agg(md5(random()::text || number), '') from generate_series(1, ${Math.ceil(bytes / 64)}::integer) as number`.execute(tx)
    })
    this.acknowledged += 1
  }

  /** Counts on and writes only to the log. */
  async log(): Promise<void> {
    await this.database().transaction(async (tx) => {
      await sql`update counts set at = ${this.acknowledged + 1}`.execute(tx)
      await sql`select pg_logical_emit_message(true, 'test', repeat('x', ${MAX_LOG_BYTES}::integer))`.execute(tx)
    })
    this.acknowledged += 1
  }

  /** Repeats until it is refused; returns the error code. */
  async until(work: () => Promise<void>): Promise<string | undefined> {
    for (;;) {
      const refused = await work().then(() => null, (error: unknown) => ({ code: sqlState(error) }))
      if (refused !== null) return refused.code
    }
  }

  async found(): Promise<{ at: number; halves: number }> {
    const { rows } = await sql<{ at: number; halves: number }>`select at, (select count(*) from (select 1 from texts group by at having count(*) <> 2) as torn) as halves from counts`.execute(this.database().kysely)
    return rows[0] ?? { at: -1, halves: -1 }
  }
}

const disk = mountSmallDisk(MEGABYTES)
afterAll(() => disk?.remove())

// Mounting needs root, and more than most containers allow; the log's behaviour without space is tested below everywhere.
describe.skipIf(disk === undefined)('an embedded database on a disk that another program fills (skipped where nothing may be mounted)', () => {
  const folder = path.join(disk?.folder ?? '', 'data')
  let database: Database
  const counter = new Counter(() => database)
  const told: (string | undefined)[] = []
  const open = (): Promise<Database> => createDatabase({ dataDir: folder, onWriting: (why) => told.push(sqlState(why)) })
  beforeAll(async () => {
    const { database: made } = await openEmpty('pglite', folder)
    await made.close()
    database = await open()
    await counter.make()
    await vi.waitFor(() => { expect(existsSync(path.join(folder, 'reserve'))).toBe(true) }, 10_000)
  })
  afterAll(() => database.close())

  it.each([
    ['its tables have no room', () => counter.write(100_000)],
    ['its log has no room', () => counter.log()],
  ])('it refuses to write, still reads and loses nothing when %s', async (_, work) => {
    told.length = 0
    await counter.write(100)
    expect(await database.canWrite()).toBe(true)
    disk?.fill()
    expect(await counter.until(work)).toBe('53100')
    // Also if the freed space is immediately taken by others.
    disk?.fill()
    expect(await counter.found()).toEqual({ at: counter.acknowledged, halves: 0 })
    expect(await counter.until(work)).toBe('53100')
    expect(await database.canWrite()).toBe(false)
    disk?.free()
    await vi.waitFor(async () => { expect(await database.canWrite()).toBe(true) }, 10_000)
    for (let more = 0; more < 20; more += 1) await work()
    expect(told).toEqual(['53100', undefined])
    await database.close()
    database = await open()
    expect(await counter.found()).toEqual({ at: counter.acknowledged, halves: 0 })
  })

  it('it says why it does not open when there is no room at all, and opens when there is', async () => {
    await database.close()
    disk?.fill()
    expect(await open().catch(sqlState)).toBe('53100')
    disk?.free()
    database = await open()
    await counter.write(100)
    expect(await counter.found()).toEqual({ at: counter.acknowledged, halves: 0 })
  })
})

describe('an embedded database whose log has no room', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-full-'))
  let database: Database
  const counter = new Counter(() => database)
  beforeAll(async () => {
    ;({ database } = await openEmpty('pglite', folder))
    await counter.make()
    await vi.waitFor(() => { expect(existsSync(path.join(folder, 'reserve'))).toBe(true) }, 10_000)
  })
  afterEach(() => { vi.restoreAllMocks() })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Until the mocks are restored no segment of the log can be started. */
  function refuseSegments(isRefused: () => boolean): void {
    const write = fs.writeSync as (...args: unknown[]) => number
    vi.spyOn(fs, 'writeSync').mockImplementation((...args: unknown[]) => {
      if (isRefused() && readlinkSync(`/proc/self/fd/${String(args[0])}`).includes('/xlogtemp')) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      return write(...args)
    })
  }

  it('it uses its reserve: writes are refused, reading continues, and writing resumes when there is room', async () => {
    const reserve = path.join(folder, 'reserve')
    refuseSegments(() => existsSync(reserve))
    expect(await counter.until(() => counter.log())).toBe('53100')
    expect(existsSync(reserve)).toBe(false)
    expect(await counter.found()).toEqual({ at: counter.acknowledged, halves: 0 })
    vi.restoreAllMocks()
    await vi.waitFor(async () => { expect(await database.canWrite()).toBe(true) }, 10_000)
    expect(existsSync(reserve)).toBe(true)
    await counter.log()
  })

  it('it ends without a reserve, as PostgreSQL does, instead of hanging, and is opened again with all that was acknowledged', async () => {
    refuseSegments(() => true)
    expect(await counter.until(() => counter.log())).toBe('57P02')
    await expect(counter.log()).rejects.toThrow(/ended by itself|no space is left/)
    vi.restoreAllMocks()
    await vi.waitFor(async () => { expect(await database.canWrite()).toBe(true) }, 20_000)
    expect(await counter.found()).toEqual({ at: counter.acknowledged, halves: 0 })
    await counter.log()
  })
})
