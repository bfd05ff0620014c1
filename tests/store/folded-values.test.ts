/** The database folds keys as the engine does, and what lookups search in records is folded as the manifest says now. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldedKey, type Doc, type JsonObject } from '../../src/core/index.ts'
import { foldedKeySql } from '../../src/server/store/look-alikes.ts'
import { recomputeIndexed } from '../../src/server/store/recompute-indexed.ts'
import { COMPANY, KINDS, openTestDatabase, storeRecord, type TestDatabase } from './support.ts'

const line = (description: string, more: JsonObject = {}): JsonObject => ({ description, supplier: 'Lake\u00a0Cabs', receiptDate: '2026-06-20', amount: 900, ...more })
/** As an earlier version stored it: keys in lower case, but otherwise as written. */
const BEFORE: Doc = {
  detailedImprestLines: [line('КLС–77', { receiptKey: 'КLС–77|lake\u00a0cabs|2026-06-20' }), line('klc-78', { amount: 0, receiptKey: 'klc-78|lake\u00a0cabs|2026-06-20' }), line('ONE-1')],
  receiptKeys: ['КLС–77|lake\u00a0cabs|2026-06-20'], purpose: 'A journey', spent: 77,
}

describe.each(KINDS)('folded values on %s', (kind) => {
  let db: TestDatabase
  beforeAll(async () => { db = await openTestDatabase(kind) })
  afterAll(() => db.stop())

  const stored = async (key: string): Promise<{ data: Doc; rev: number; updated_by: string }> =>
    db.database.kysely.selectFrom('documents').select(['data', 'rev', 'updated_by']).where('company', '=', COMPANY).where('type', '=', 'imprest').where('key', '=', key).executeTakeFirstOrThrow()
  const store = (key: string): Promise<unknown> => storeRecord(db.database, db.engine.type('imprest'), { key, state: 'Issued', data: BEFORE })

  it('the database folds keys as the engine does', async () => {
    const keys = Array.from({ length: 0x1100 }, (_, row) => Array.from({ length: 16 }, (__, column) => String.fromCodePoint(row * 16 + column)).filter((sign) => !/[\0\p{Surrogate}]/u.test(sign)).join(''))
    const { rows } = await sql<{ key: string; folded: string }>`select key, ${sql.raw(foldedKeySql('key'))} as folded from unnest(${keys}::text[]) as keys (key)`.execute(db.database.kysely)
    expect(rows.filter(({ key, folded }) => folded !== foldedKey(key))).toEqual([])
    expect(rows).toHaveLength(keys.length)
  })

  it('indexed values are recomputed once, with the values that they are computed from, and nothing else changes', async () => {
    await store('I-1')
    await recomputeIndexed(db.database, db.engine)
    const { data, rev, updated_by } = await stored('I-1')
    expect(data).toEqual({
      ...BEFORE, no: 'I-1', stage: 'Issued', receiptKeys: ['klc-77|lake cabs|2026-06-20', 'one-1|lake cabs|2026-06-20'],
      detailedImprestLines: [line('КLС–77', { receiptKey: 'klc-77|lake cabs|2026-06-20' }), line('klc-78', { amount: 0 }), line('ONE-1', { receiptKey: 'one-1|lake cabs|2026-06-20' })],
    })
    expect([rev, updated_by]).toEqual([1, 'test'])
    await store('I-2')
    await recomputeIndexed(db.database, db.engine)
    expect((await stored('I-2')).data['receiptKeys']).toEqual(BEFORE['receiptKeys'])
  })
})
