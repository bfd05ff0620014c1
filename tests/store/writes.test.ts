import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALWAYS, type CompiledType } from '../../src/core/index.ts'
import { claimJob, addJob } from '../../src/server/store/delivery/jobs.ts'
import { findDocument, updateDocument } from '../../src/server/store/documents/documents.ts'
import { claimKey, keepAnswer } from '../../src/server/store/requests/idempotency.ts'
import { appendEvent } from '../../src/server/store/audit/events.ts'
import { drawGapless, drawNumber, formatNumber } from '../../src/server/store/documents/number-series.ts'
import { addFiles, damagedFiles, listFiles, readFile, type NewFile } from '../../src/server/store/files/files.ts'
import { claimOutbox, queueNotices } from '../../src/server/store/delivery/outbox.ts'
import type { Database, Tx } from '../../src/server/store/connection/database.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { COMPANY, KINDS, noOverlays, openTestDatabase, storeRecord, type TestDatabase } from './support.ts'

const NOW = new Date('2026-06-15T09:00:00Z')

describe.each(KINDS)('writes on %s', (kind) => {
  let db: TestDatabase
  let type: CompiledType
  let pools: [Database, Database]

  beforeAll(async () => {
    db = await openTestDatabase(kind)
    type = db.engine.type('petty-cash')
    pools = [db.database, await db.second()]
  })
  afterAll(() => db.stop())

  /** Draws from both pools at the same time; every tenth transaction is rolled back. Returns the committed numbers. */
  async function drawMany(draw: (tx: Tx) => Promise<number>): Promise<number[]> {
    const draws = Array.from({ length: 40 }, (_, index) => pools[index % 2]!.transaction(async (tx) => {
      const number = await draw(tx)
      if (index % 10 === 9) throw new Error('undone')
      return number
    }).catch(() => 0))
    return (await Promise.all(draws)).filter((number) => number > 0)
  }

  it('a file of many pieces is stored as it was sent, beside others, and not at all if its transaction fails', async () => {
    const owner = { company: COMPANY, type: 'petty-cash', key: 'PC-FILES' }
    const files = [2_500_003, 10, 524_288, 1_100_000].map((size, at): NewFile & { id: string } => {
      const content = randomBytes(size)
      return { id: randomUUID(), name: `${at}.bin`, mediaType: 'application/octet-stream', sha256: createHash('sha256').update(content).digest('hex'), content }
    })
    const add = (tx: Tx): Promise<void> => addFiles(tx, { ...owner, field: '' }, files, 'somebody')
    await expect(db.database.transaction(async (tx) => {
      await add(tx)
      throw new Error('undone')
    })).rejects.toThrow('undone')
    expect(await listFiles(db.database.kysely, owner)).toEqual([])
    // At once, though each is written in turns.
    await db.database.transaction(async (tx) => { await Promise.all(files.map((file) => addFiles(tx, { ...owner, field: '' }, [file], 'somebody'))) })
    for (const { id, content } of files) expect((await readFile(db.database.kysely, owner, id))?.content.equals(content)).toBe(true)
    expect(await damagedFiles(db.database.kysely)).toEqual([])
  })

  it('each number of a series is drawn once, by several processes and despite rollbacks', async () => {
    const series = { company: COMPANY, type: 'petty-cash', period: '2026' }
    const numbers = await drawMany((tx) => drawNumber(tx, series))
    expect(new Set(numbers).size).toBe(36)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(40)
    expect(await db.database.transaction((tx) => drawNumber(tx, series))).toBeGreaterThan(Math.max(...numbers))
    expect(formatNumber('PC-{YYYY}-{00000}', '2026-06-15', 7)).toBe('PC-2026-00007')
  })

  it('a series without gaps leaves out no number despite rollbacks', async () => {
    const series = { company: COMPANY, type: 'petty-cash-ledger', period: '2026' }
    const numbers = await drawMany((tx) => drawGapless(tx, series))
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1))
    expect(await db.database.transaction((tx) => drawGapless(tx, series, 3))).toBe(37)
    expect(await db.database.transaction((tx) => drawGapless(tx, series))).toBe(40)
  })

  it('a series continues after its last number when it gets a sequence, and when it may no longer have gaps', async () => {
    const series = { company: COMPANY, type: 'imprest', period: '2025' }
    await db.database.kysely.insertInto('number_series').values({ ...series, last_used: 41, sequence: null }).execute()
    const draw = (): Promise<number> => db.database.transaction((tx) => drawNumber(tx, series))
    expect([await draw(), await draw()]).toEqual([42, 43])
    const gapless = (): Promise<number> => db.database.transaction((tx) => drawGapless(tx, series))
    expect([await gapless(), await gapless(), await draw()]).toEqual([44, 45, 46])
  })

  it('a series whose numbers show no year continues after the highest number of all years', async () => {
    for (const [period, last] of [['2024', 12], ['2025', 7]] as const) await db.database.kysely.insertInto('number_series').values({ company: COMPANY, type: 'budget-entry', period, last_used: last, sequence: null }).execute()
    expect(await db.database.transaction((tx) => drawNumber(tx, { company: COMPANY, type: 'budget-entry', period: '' }))).toBe(13)
    await db.database.kysely.deleteFrom('number_series').where('type', '=', 'budget-entry').where('period', '=', '').execute()
    // This year's numbers come from a sequence.
    await db.database.kysely.insertInto('number_series').values({ company: COMPANY, type: 'budget-entry', period: '2026', last_used: 500, sequence: null }).execute()
    expect(await db.database.transaction((tx) => drawNumber(tx, { company: COMPANY, type: 'budget-entry', period: '2026' }))).toBe(501)
    expect(await db.database.transaction((tx) => drawNumber(tx, { company: COMPANY, type: 'budget-entry', period: '2026' }))).toBe(502)
    expect(await db.database.transaction((tx) => drawGapless(tx, { company: COMPANY, type: 'budget-entry', period: '' }))).toBe(503)
  })

  it('a second write of the same revision is refused', async () => {
    const record = await storeRecord(db.database, type, { key: 'PC-2026-90001', owner: 'E1' })
    const change = { state: 'Open', owner: 'E1', by: 'test', at: NOW }
    const written = await Promise.all(pools.map((pool, index) => pool.transaction((tx) => (
      updateDocument(tx, type.manifest, { company: COMPANY, key: record.key }, record.rev, { ...change, data: { ...record.data, description: `writer ${index}` } })
    ))))
    expect(written.filter((one) => one !== undefined)).toHaveLength(1)
    const stored = await findDocument(db.database.kysely, { company: COMPANY, type: 'petty-cash', key: record.key }, ALWAYS)
    expect(stored).toMatchObject({ rev: 2, data: written.find((one) => one !== undefined)!.data })
  })

  it('one of several requests with the same key acts, and the others get its response', async () => {
    const acted: number[] = []
    const ask = (pool: Database, index: number): Promise<string> => pool.transaction(async (tx) => {
      const claim = await claimKey(tx, 'u1', 'key', 'hash', NOW)
      if (claim !== 'claimed') return claim.body
      acted.push(index)
      await keepAnswer(tx, 'u1', 'key', { request_hash: 'hash', status: 200, body: `by ${index}` })
      return `by ${index}`
    })
    const answers = await Promise.all([0, 1, 2, 3].map((index) => ask(pools[index % 2]!, index)))
    expect(acted).toHaveLength(1)
    expect(new Set(answers)).toEqual(new Set([`by ${acted[0]}`]))
  })

  it('each job and each message is handed to one process', async () => {
    for (let index = 0; index < 6; index += 1) await addJob(db.database.kysely, { kind: 'test', runAt: NOW, uniqueKey: `job ${index}` })
    expect(await addJob(db.database.kysely, { kind: 'test', runAt: NOW, uniqueKey: 'job 1' })).toBe(false)
    const jobs = await Promise.all(Array.from({ length: 8 }, (_, index) => claimJob(pools[index % 2]!.kysely, NOW, 60)))
    const taken = jobs.flatMap((job) => job?.id ?? [])
    expect(new Set(taken).size).toBe(taken.length)
    await queueNotices(db.database.kysely, Array.from({ length: 5 }, (_, index) => ({ company: COMPANY, recipient: `${index}@x.example`, subject: 's', text: 't' })))
    const later = new Date(Date.now() + 1_000)
    const messages = (await Promise.all(pools.map((pool) => claimOutbox(pool.kysely, 3, later)))).flat().map((message) => message.id)
    expect(new Set(messages).size).toBe(messages.length)
  })

  it('the audit trail can be neither changed nor deleted', async () => {
    await appendEvent(db.database.kysely, { company: COMPANY, type: 'petty-cash', key: 'x', kind: 'created', actor: 'u', ip: null, at: NOW })
    await expect(db.database.kysely.updateTable('events').set({ kind: 'other' }).execute()).rejects.toThrow('never changed')
    await expect(db.database.kysely.deleteFrom('events').execute()).rejects.toThrow('never changed')
  })

  it('two processes can migrate the database again at the same time', async () => {
    await Promise.all(pools.map((pool) => migrate(pool, db.engine.catalogue, noOverlays)))
    const view = await db.database.kysely.selectFrom('documents').select('key').where('key', '=', 'PC-2026-90001').execute()
    expect(view).toHaveLength(1)
  })
})
