/** The database folds keys as the engine does, and what lookups search in records is folded as the manifest says now. */
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { outsideTransaction } from '../../src/server/store/sql/inside-transaction.ts'
import { createEngine, foldedKey, type CompiledType, type Doc, type Engine, type JsonObject } from '../../src/core/index.ts'
import { createDatabase } from '../../src/server/store/connection/database.ts'
import { foldedKeySql } from '../../src/server/store/documents/look-alikes.ts'
import { recomputeIndexed } from '../../src/server/store/schema/recompute-indexed.ts'
import { runOnServer } from './server-database.ts'
import { COMPANY, KINDS, openTestDatabase, storeRecord, type TestDatabase } from './support.ts'

const TYPE = 'imprest'
const line = (description: string, more: JsonObject = {}): JsonObject => ({ description, supplier: 'Lake\u00a0Cabs', receiptDate: '2026-06-20', amount: 900, ...more })
/** As an earlier version stored it: keys in lower case, but otherwise as written. */
const BEFORE: Doc = {
  detailedImprestLines: [line('КLС–77', { receiptKey: 'КLС–77|lake\u00a0cabs|2026-06-20' }), line('klc-78', { amount: 0, receiptKey: 'klc-78|lake\u00a0cabs|2026-06-20' }), line('ONE-1')],
  receiptKeys: ['КLС–77|lake\u00a0cabs|2026-06-20'], purpose: 'A journey', spent: 77,
}
const AFTER = ['klc-77|lake cabs|2026-06-20', 'one-1|lake cabs|2026-06-20']
/** More records than one batch. */
const MANY = 501

describe.each(KINDS)('folded values on %s', (kind) => {
  let db: TestDatabase
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  beforeAll(async () => { db = await openTestDatabase(kind) })
  afterAll(() => db.stop())
  beforeEach(async () => {
    vi.clearAllMocks()
    await sql.raw('delete from documents').execute(db.database.kysely)
    // As before the first start.
    await sql.raw(`comment on table documents_of_${TYPE} is null`).execute(db.database.kysely)
  })

  const recompute = (engine: Engine = db.engine): Promise<void> => recomputeIndexed(db.database, engine, log)
  const stored = async (key: string): Promise<{ data: Doc; rev: number; updated_by: string }> =>
    db.database.kysely.selectFrom('documents').select(['data', 'rev', 'updated_by']).where('company', '=', COMPANY).where('type', '=', TYPE).where('key', '=', key).executeTakeFirstOrThrow()
  const store = (key: string, data: Doc = BEFORE): Promise<unknown> => storeRecord(db.database, db.engine.type(TYPE), { key, state: 'Issued', data })
  /** Copies of a record, by keys that end with a number from 001 on. */
  const storeMany = async (): Promise<void> => {
    await store('I-001')
    await sql`
      insert into documents (company, type, key, state, owner, manifest_hash, data, created_by, updated_by)
      select company, type, 'I-' || lpad(n::text, 3, '0'), state, owner, manifest_hash, data, created_by, updated_by from documents, generate_series(2, ${MANY}::integer) n where type = ${TYPE}`.execute(db.database.kysely)
  }
  /** How many records have which keys of receipts. */
  const counted = async (): Promise<[unknown, number][]> =>
    (await sql<{ keys: unknown; count: number }>`select data->'receiptKeys' as keys, count(*) from documents where type = ${TYPE} group by 1 order by min(key)`.execute(db.database.kysely)).rows.map(({ keys, count }) => [keys, count])
  /** The engine of a version that computes the key of a receipt by another expression. */
  const engineWith = (compute: string): Engine => {
    const catalogue = structuredClone(db.engine.catalogue)
    catalogue.types[TYPE]!.shape.fields['detailedImprestLines']!.line!.fields['receiptKey']!.compute = compute
    return createEngine(catalogue)
  }

  it('the database folds keys as the engine does', async () => {
    const keys = Array.from({ length: 0x1100 }, (_, row) => Array.from({ length: 16 }, (__, column) => String.fromCodePoint(row * 16 + column)).filter((sign) => !/[\0\p{Surrogate}]/u.test(sign)).join(''))
    const { rows } = await sql<{ key: string; folded: string }>`select key, ${sql.raw(foldedKeySql('key'))} as folded from unnest(${keys}::text[]) as keys (key)`.execute(db.database.kysely)
    expect(rows.filter(({ key, folded }) => folded !== foldedKey(key))).toEqual([])
    expect(rows).toHaveLength(keys.length)
  })

  it('indexed values are recomputed once, with the values that they are computed from, and nothing else changes', async () => {
    await store('I-1')
    await recompute()
    const { data, rev, updated_by } = await stored('I-1')
    expect(data).toEqual({
      ...BEFORE, no: 'I-1', stage: 'Issued', receiptKeys: AFTER, receiptNumbers: ['klc-77', 'one-1'],
      detailedImprestLines: [line('КLС–77', { receiptKey: AFTER[0]!, receiptNumber: 'klc-77' }), line('klc-78', { amount: 0 }), line('ONE-1', { receiptKey: AFTER[1]!, receiptNumber: 'one-1' })],
    })
    expect([rev, updated_by]).toEqual([1, 'test'])
    await store('I-2')
    await recompute()
    expect((await stored('I-2')).data['receiptKeys']).toEqual(BEFORE['receiptKeys'])
  })

  it('are recomputed when texts are folded by another Unicode', async () => {
    await recompute()
    await store('I-1')
    const present = Object.getOwnPropertyDescriptor(process, 'versions')!
    try {
      Object.defineProperty(process, 'versions', { ...present, value: { ...process.versions, unicode: '99.0' } })
      await recompute()
    } finally {
      Object.defineProperty(process, 'versions', present)
    }
    expect((await stored('I-1')).data['receiptKeys']).toEqual(AFTER)
  })

  it('stay as stored where their expression fails, which is logged without a value of the record', async () => {
    const spoilt: Doc = { ...BEFORE, detailedImprestLines: [line('KLC-77', { receiptKey: 'kept' }), line('KLC-78', { receiptDate: '2026-99-99', receiptKey: 'kept' })], receiptKeys: ['kept'] }
    await store('I-1', spoilt)
    await store('I-2', { ...spoilt, detailedImprestLines: [line('KLC-77', { receiptKey: 'kept' })] })
    await recompute(engineWith('line.description.folded() + addDays(line.receiptDate, 1.0)'))
    expect((await stored('I-1')).data).toEqual({ ...spoilt, no: 'I-1', stage: 'Issued' })
    expect((await stored('I-2')).data['receiptKeys']).toEqual(['klc-772026-06-21'])
    expect(log.warn.mock.calls).toEqual([[{ type: TYPE, company: COMPANY, no: 'I-1', rule: 'compute detailedImprestLines.receiptKey', code: 'function_failed' }, 'a record keeps its stored values: they could not be recomputed']])
  })

  it('are committed batch by batch, and an interrupted run is begun again', async () => {
    await storeMany()
    const type = db.engine.type(TYPE)
    let left = MANY - 1
    const interrupted: Pick<CompiledType, 'manifest' | 'recomputeIndexed'> = {
      manifest: type.manifest,
      recomputeIndexed: (...given) => {
        if (left === 0) throw new Error('killed')
        left -= 1
        return type.recomputeIndexed(...given)
      },
    }
    await expect(recompute({ ...db.engine, type: (id) => (id === TYPE ? interrupted as CompiledType : db.engine.type(id)) })).rejects.toThrow('killed')
    expect(await counted()).toEqual([[AFTER, MANY - 1], [BEFORE['receiptKeys'], 1]])
    await recompute()
    expect(await counted()).toEqual([[AFTER, MANY]])
    expect(log.info.mock.calls).toMatchObject([[{ type: TYPE, records: MANY }, 'stored values that lookups search were recomputed']])
  })

  it.runIf(kind === 'postgres')('are recomputed by one server after the other, so that records do not end up between two versions', async () => {
    await storeMany()
    const statements: string[] = []
    const second = await createDatabase({ dataDir: '', databaseUrl: db.url!, onStatement: (statement) => statements.push(statement.sql) })
    let runs: Promise<void>[] = []
    // The first server waits for the last record in its second batch, while the second one starts.
    await db.database.transaction(async (tx) => {
      await sql`select 1 from documents where type = ${TYPE} and key = ${`I-${MANY}`} for update`.execute(tx)
      runs = [outsideTransaction(() => recompute(engineWith('"first"')))]
      await outsideTransaction(() => vi.waitFor(async () => expect(await counted()).toEqual([[['first', 'first', 'first'], MANY - 1], [BEFORE['receiptKeys'], 1]]), { timeout: 30_000 }))
      runs.push(outsideTransaction(() => recomputeIndexed(second, engineWith('"second"'), log)))
      await vi.waitFor(() => expect(statements.filter((one) => /pg_try_advisory_lock|for update|update documents/.test(one)).length).toBeGreaterThan(1), { timeout: 30_000 })
      expect(await outsideTransaction(counted)).toEqual([[['first', 'first', 'first'], MANY - 1], [BEFORE['receiptKeys'], 1]])
    })
    await Promise.all(runs)
    expect(await counted()).toEqual([[['second', 'second', 'second'], MANY]])
    await second.close()
  })

  it.runIf(kind === 'postgres')('are recomputed by a role that does not own the tables, at each start', async () => {
    await store('I-1')
    const url = new URL(db.url!)
    url.username = `role_${path.basename(url.pathname)}`
    await runOnServer([`create role ${url.username} login`, `grant usage, create on schema public to ${url.username}`, `grant select, update on all tables in schema public to ${url.username}`], db.url)
    const other = await createDatabase({ dataDir: '', databaseUrl: url.href })
    await recomputeIndexed(other, db.engine, log)
    await other.close()
    expect((await stored('I-1')).data['receiptKeys']).toEqual(AFTER)
    expect(log.warn.mock.calls).toEqual([[{ type: TYPE }, 'stored values are recomputed at each start until the server has been started as the role that owns the tables']])
    await runOnServer([`drop owned by ${url.username}`, `drop role ${url.username}`], db.url)
  })
})
