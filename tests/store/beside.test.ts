/** Statements that run beside the transaction that they belong to. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outsideTransaction } from '../../src/server/store/sql/inside-transaction.ts'
import { KINDS, openTestDatabase, type TestDatabase } from './support.ts'

describe.each(KINDS)('a statement beside its transaction, on %s', (kind) => {
  let db: TestDatabase
  beforeAll(async () => { db = await openTestDatabase(kind) })
  afterAll(() => db.stop())
  const ask = (): Promise<unknown> => sql`select 1`.execute(db.database.kysely)

  it('is refused, and the transaction is rolled back', async () => {
    const work = db.database.transaction(async (tx) => {
      await sql`create table beside (id int)`.execute(tx)
      await ask()
    })
    await expect(work).rejects.toThrow('A statement runs beside its transaction, which has to be passed on to it.')
    expect((await sql`select to_regclass('beside') as name`.execute(db.database.kysely)).rows).toEqual([{ name: null }])
  })

  it('runs before it, after it, and in work that has nothing to do with it', async () => {
    await ask()
    const later = await db.database.transaction(async (tx) => {
      await sql`select 1`.execute(tx)
      const waits = outsideTransaction(() => ask())
      return { waits, afterwards: () => ask() }
    })
    await Promise.all([later.waits, later.afterwards()])
  })
})
