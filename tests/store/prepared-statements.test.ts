import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, IN_MEMORY, type Database } from '../../src/server/store/connection/database.ts'
import { KINDS, openTestDatabase, type TestDatabase } from './support.ts'

const MOST = 300
/** How often a statement is seen before it is prepared. */
const TIMES = 3

describe.each(KINDS)('the statements that a connection keeps prepared on %s', (kind) => {
  let db: TestDatabase
  let database: Database
  beforeAll(async () => {
    db = await openTestDatabase(kind)
    database = db.url === undefined ? db.database : await createDatabase({ dataDir: IN_MEMORY, databaseUrl: db.url, poolSize: 1 })
  })
  afterAll(async () => {
    if (database !== db.database) await database.close()
    await db.stop()
  })

  const ask = async (name: string): Promise<void> => {
    const { rows } = await sql`select ${name}::text as ${sql.id(name)}`.execute(database.kysely)
    expect(rows).toEqual([{ [name]: name }])
  }
  const prepared = async (): Promise<string[]> => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database.kysely)
    return rows.map(({ statement }) => statement)
  }
  const often = async (name: string): Promise<void> => {
    for (let time = 0; time < TIMES; time++) await ask(name)
  }
  const text = (name: string): string => `select $1::text as "${name}"`

  it('are those of late, however many there were before', async () => {
    for (let number = 0; number < MOST + 100; number++) {
      await often(`c${number}`)
      await ask('always')
    }
    const now = await prepared()
    expect(now).toContain(text('always'))
    expect(now).toContain(text(`c${MOST + 99}`))
    expect(now).not.toContain(text('c0'))
    expect(now.length).toBeLessThan(MOST + 30)
  })

  it('come back when they are asked for again', async () => {
    await often('c0')
    expect(await prepared()).toContain(text('c0'))
  })

  it('are forgotten after a transaction that failed, too', async () => {
    for (let number = 0; number < 40; number++) {
      const wrong = database.transaction(async (tx) => {
        for (let time = 0; time < TIMES; time++) await sql`select ${'x'}::text as ${sql.id(`t${number}`)}`.execute(tx)
        await sql`select ${'x'}::text::int`.execute(tx)
      })
      await expect(wrong).rejects.toThrow(/integer/)
    }
    const now = await prepared()
    expect(now).toContain(text('t39'))
    expect(now.length).toBeLessThan(MOST + 30)
  })

  it.runIf(kind === 'pglite')('see the columns that a table has now', async () => {
    await sql`create table narrow (a int)`.execute(database.kysely)
    await sql`insert into narrow values (1)`.execute(database.kysely)
    const all = async (): Promise<unknown[]> => (await sql`select * from narrow where a = ${1}`.execute(database.kysely)).rows
    for (let time = 0; time < TIMES; time++) expect(await all()).toEqual([{ a: 1 }])
    await sql`alter table narrow add column b int`.execute(database.kysely)
    for (let time = 0; time < TIMES; time++) expect(await all()).toEqual([{ a: 1, b: null }])
  })
})
