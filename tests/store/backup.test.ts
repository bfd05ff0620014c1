/** A backup of either database, restored into either, contains everything; the audit trail shows who tampered with it. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLog } from '../../src/server/log.ts'
import { checkBackup, writeBackup } from '../../src/server/operate/backup.ts'
import { KEPT_TABLES, TABLES_NOT_KEPT } from '../../src/server/operate/kept-tables.ts'
import { restoreBackup } from '../../src/server/operate/restore.ts'
import { verifyDatabase } from '../../src/server/operate/verify.ts'
import type { Database } from '../../src/server/store/connection/database.ts'
import { sealEvents } from '../../src/server/store/audit/event-seals.ts'
import { queueNotices, withoutSecret } from '../../src/server/store/delivery/outbox.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { KINDS, ONE_KIND, ROOT, startApp, type TestApp } from '../http/harness.ts'
import { openEntry, raise, raiseAndSend } from '../http/petty-cash-cases.ts'
import { openEmpty } from './prepared-database.ts'
import { rewriteBackup } from './rewrite-backup.ts'
import { mountSmallDisk } from './small-disk.ts'
import { enginesOfModules, schemaOf } from './support.ts'

const SECRET = 'https://portal.example/auth/decide/FHB1mnG6DxuT6l2bg1'

const folders: string[] = []
function newFolder(): string {
  const parent = mkdtempSync(path.join(tmpdir(), 'dirisha-backup-'))
  folders.push(parent)
  return path.join(parent, 'backup')
}
afterAll(() => { for (const folder of folders) rmSync(folder, { recursive: true, force: true }) })

/** Every row of the backed-up tables, sorted, without codes and links; number series without their sequences. */
async function contents({ kysely }: Database): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of KEPT_TABLES) {
    if (table === 'number_series') continue
    const { rows } = await sql<{ line: string }>`select to_jsonb(t)::text as line from ${sql.table(table)} t order by 1`.execute(kysely)
    found[table] = rows.map(({ line }) => table === 'outbox' ? JSON.stringify(withoutSecret(JSON.parse(line) as Record<string, unknown>)) : line)
  }
  return found
}

/** Lets earlier writes settle, as minutes would. */
async function sealAll(database: Database): Promise<void> {
  await sealEvents(database)
  // Other databases of the server have running transactions, too, for which it waits.
  await vi.waitFor(async () => {
    await sql`update event_seal_mark set noted_at = noted_at - interval '1 hour'`.execute(database.kysely)
    expect((await sealEvents(database)).length).toBeGreaterThan(0)
  }, { timeout: 60_000, interval: 200 })
}

describe.each(KINDS)('a backup of %s', (kind) => {
  let test: TestApp
  let folder: string
  beforeAll(async () => {
    test = await startApp({ kind })
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    const otieno = await test.signIn('otieno@mazingira.example')
    const { no } = await raiseAndSend(wanjiku)
    await otieno.call('POST', 'approvals/approve', { entryNo: (await openEntry(otieno, no)).entryNo })
    await raise(wanjiku, { description: 'Ünïcode “quotes” \\ and\nlines' })
    await queueNotices(test.services.database.kysely, [{ company: 'MRT', recipient: 'otieno@mazingira.example', subject: 'Decide', text: SECRET, html: SECRET, holds: 'decision' }])
    await sealAll(test.services.database)
    folder = newFolder()
    await writeBackup(test.services.database, folder, test.clock.now())
  })
  afterAll(() => test.stop())

  it('it is complete, readable by its owner alone, and not overwritten by another', async () => {
    expect([statSync(folder).mode & 0o077, statSync(path.join(folder, 'files.jsonl.gz')).mode & 0o077]).toEqual([0, 0])
    const { tables } = await checkBackup(folder)
    expect([tables.documents, tables.files, tables.event_seals].map((one) => (one?.rows ?? 0) > 0)).toEqual([true, true, true])
    await expect(writeBackup(test.services.database, folder, test.clock.now())).rejects.toThrow(/is not empty/)
  })

  it.each(KINDS.filter((one) => one !== kind || KINDS.length === 1))('it is restored into an empty %s with every row and an intact audit trail', async (target) => {
    const { database, url, drop } = await openEmpty(target)
    try {
      await restoreBackup(database, await checkBackup(folder), { engines: test.engines, log: test.services.log })
      expect(await contents(database)).toEqual(await contents(test.services.database))
      const { chain, damaged, files } = await verifyDatabase(database)
      expect([chain.broken, damaged, files > 0, chain.sealed > 0]).toEqual([undefined, [], true, true])
      await expect(restoreBackup(database, await checkBackup(folder), { engines: test.engines, log: test.services.log })).rejects.toThrow(/already holds records/)
      if (url === undefined) return
      // A server on it: users sign in again, and the next number continues the series.
      const restored = await startApp({ database: url })
      const first = await raise(await restored.signIn('wanjiku@mazingira.example'))
      const last = await raise(await test.signIn('wanjiku@mazingira.example'))
      expect(first.no).toBe(last.no)
      await sealAll(restored.services.database)
      expect((await verifyDatabase(restored.services.database)).chain.broken).toBeUndefined()
      await restored.stop()
    } finally {
      await database.close()
      await drop()
    }
  })

  it('it holds no code or link of a mail that was not sent yet, and none of an older backup is restored', async () => {
    expect(gunzipSync(readFileSync(path.join(folder, 'outbox.jsonl.gz'))).toString()).not.toMatch(SECRET)
    const older = newFolder()
    cpSync(folder, older, { recursive: true })
    rewriteBackup(older, 'outbox', (rows) => { for (const row of rows) if (row['is_secret'] === true) Object.assign(row, { text: SECRET, html: SECRET, sent_at: null, attempts: 2 }) })
    const { database, drop } = await openEmpty(kind)
    try {
      await restoreBackup(database, await checkBackup(older), { engines: test.engines, log: test.services.log })
      const messages = await database.kysely.selectFrom('outbox').select(['subject', 'text', 'html', 'sent_at', 'attempts']).where('is_secret', '=', true).execute()
      expect(messages.map(({ subject }) => subject)).toContain('Decide')
      for (const message of messages) expect(message).toMatchObject({ text: 'This message contained a code or a link for one person, which backups do not keep.', html: null, sent_at: expect.any(Date) as Date, attempts: 0 })
    } finally {
      await database.close()
      await drop()
    }
  })

  it('a restore without the module of its records keeps them, and names their types', async () => {
    const { database, drop } = await openEmpty(kind)
    const other = newFolder()
    cpSync(folder, other, { recursive: true })
    rewriteBackup(other, 'documents', (rows) => { for (const row of rows) if (row['type'] === 'petty-cash') row['type'] = 'robot' })
    const warned: unknown[] = []
    try {
      await restoreBackup(database, await checkBackup(other), { engines: test.engines, log: { ...test.services.log, warn: (about) => { warned.push(about) } } })
      expect(warned).toContainEqual({ types: ['robot'] })
    } finally {
      await database.close()
      await drop()
    }
  })

  it('it holds every table that is not listed as left out', async () => {
    const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'`.execute(test.services.database.kysely)
    expect(rows.map(({ name }) => name).sort()).toEqual([...KEPT_TABLES, ...Object.keys(TABLES_NOT_KEPT)].sort())
  })

  it.runIf(kind === ONE_KIND[0])('it fails with a message where there is not enough room, and leaves no usable backup (passes where nothing may be mounted)', async () => {
    const disk = mountSmallDisk(1)
    if (disk === undefined) return
    disk.fill()
    await expect(writeBackup(test.services.database, path.join(disk.folder, 'backup'), test.clock.now())).rejects.toThrow(/not enough room.* is not a usable backup; delete it\.$/)
    await expect(checkBackup(path.join(disk.folder, 'backup'))).rejects.toThrow(/no backup in/)
    disk.remove()
  })

  it.runIf(kind === ONE_KIND[0])('an older program refuses the database of a newer one, and changes nothing', async () => {
    const { kysely } = test.services.database
    await sql`insert into migrations (number, name) values (900, 'of the future')`.execute(kysely)
    const before = [await contents(test.services.database), await schemaOf(test.services.database)]
    await expect(migrate(test.services.database, test.engines.base().catalogue, test.engines.hiddenByOverlays)).rejects.toThrow(/newer version of Dirisha: its schema is number 900/)
    expect([await contents(test.services.database), await schemaOf(test.services.database)]).toEqual(before)
    await sql`delete from migrations where number = 900`.execute(kysely)
  })

  it('the audit trail is sealed further after its mark was set by a clock that was ahead', async () => {
    const { kysely } = test.services.database
    await raise(await test.signIn('wanjiku@mazingira.example'))
    await sql`update event_seal_mark set noted_at = now() + interval '80 years'`.execute(kysely)
    await sealEvents(test.services.database)
    const { rows } = await sql<{ isAhead: boolean }>`select noted_at > clock_timestamp() as "isAhead" from event_seal_mark`.execute(kysely)
    expect(rows).toEqual([{ isAhead: false }])
    await sealAll(test.services.database)
    expect((await verifyDatabase(test.services.database)).chain.broken).toBeUndefined()
  })

  it('the audit trail cannot be emptied or changed, and verification says where it was changed in spite of its triggers', async () => {
    const { kysely } = test.services.database
    for (const attempt of [sql`truncate events`, sql`truncate event_seals`, sql`delete from events`, sql`delete from event_seals`, sql`update events set actor = 'x'`, sql`update event_seals set hash = 'x'`]) {
      await expect(attempt.execute(kysely)).rejects.toThrow(/never changed/)
    }
    expect((await verifyDatabase(test.services.database)).chain.broken).toBeUndefined()
    const meddle = async (change: typeof attempts[number]): Promise<void> => {
      await sql`alter table events disable trigger user`.execute(kysely)
      await change.execute(kysely)
      await sql`alter table events enable trigger user`.execute(kysely)
    }
    const attempts = [sql`update events set reason = 'Never said' where id = 2`, sql`update events set reason = null where id = 2`, sql`delete from events where id = 3`]
    await meddle(attempts[0]!)
    expect((await verifyDatabase(test.services.database)).chain.broken).toMatchObject({ number: 1 })
    await meddle(attempts[1]!)
    expect((await verifyDatabase(test.services.database)).chain.broken).toBeUndefined()
    await meddle(attempts[2]!)
    expect((await verifyDatabase(test.services.database)).chain.broken).toMatchObject({ number: 1 })
    await sql`update files set content = 'x' where id = (select min(id::text) from files)::uuid`.execute(kysely)
    expect((await verifyDatabase(test.services.database)).damaged).toHaveLength(1)
  })
})

const RELEASED = path.join(ROOT, 'tests/fixtures/backups')

describe.each(readdirSync(RELEASED))('a backup of version %s', (version) => {
  it.each(ONE_KIND)('it is restored into %s and upgraded, and people sign in, find their records and create new ones', async (kind) => {
    const { database, url, drop } = await openEmpty(kind)
    const backup = await checkBackup(path.join(RELEASED, version))
    await restoreBackup(database, backup, { engines: await enginesOfModules(), log: createLog('silent') })
    const counted = await sql<{ documents: number; events: number; files: number }>`select (select count(*)::int from documents) as documents, (select count(*)::int from events) as events, (select count(*)::int from files) as files`.execute(database.kysely)
    expect(counted.rows[0]).toEqual({ documents: backup.tables.documents?.rows, events: backup.tables.events?.rows, files: backup.tables.files?.rows })
    expect((await verifyDatabase(database)).damaged).toEqual([])
    if (url !== undefined) {
      const app = await startApp({ database: url })
      const wanjiku = await app.signIn('wanjiku@mazingira.example')
      const { data } = (await wanjiku.call('GET', 'hrmis/pettycash')).json<{ data: { no: string }[] }>()
      expect(data.length).toBeGreaterThan(3)
      const { no } = await raiseAndSend(wanjiku)
      expect(data.map((one) => one.no)).not.toContain(no)
      await app.stop()
    }
    await database.close()
    await drop()
  })
})
