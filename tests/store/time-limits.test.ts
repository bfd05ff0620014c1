import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADVISORY_LOCKS } from '../../src/server/store/transactions/advisory-locks.ts'
import { createDatabase, IN_MEMORY, type Database } from '../../src/server/store/connection/database.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { liftTimeLimit } from '../../src/server/store/connection/time-limit.ts'
import { inSnapshot } from '../../src/server/store/schema/whole-tables.ts'
import { SERVER, runOnServer } from './server-database.ts'
import { noOverlays, openTestDatabase, type TestDatabase } from './support.ts'

/** Shorter than in operation, and each statement of work on the schema takes longer than both. */
const LIMITS = { serverMs: 300, driverMs: 600 }
const SLOW_SECONDS = 1

describe.runIf(SERVER !== undefined)('work on the schema that takes longer than a request may', () => {
  let db: TestDatabase
  let database: Database
  beforeAll(async () => {
    db = await openTestDatabase('postgres')
    database = await createDatabase({ dataDir: IN_MEMORY, databaseUrl: db.url!, poolSize: 1, limits: LIMITS })
  })
  afterAll(async () => {
    await database.close()
    await db.stop()
  })

  const slow = sql`select pg_sleep(${sql.lit(SLOW_SECONDS)})`

  it('a server starts although an index takes long to build', async () => {
    const { rows: [index] } = await sql<{ name: string }>`select indexname as name from pg_indexes where starts_with(indexname, 'dt_') order by 1 limit 1`.execute(database.kysely)
    await sql`drop index ${sql.id(index!.name)}`.execute(database.kysely)
    await runOnServer([
      `create function slow() returns event_trigger language plpgsql as 'begin perform pg_sleep(${SLOW_SECONDS}); end'`,
      'create event trigger slow_indexes on ddl_command_start when tag in (\'CREATE INDEX\') execute function slow()'
    ], db.url)
    await migrate(database, db.engine.catalogue, noOverlays)
    await runOnServer(['drop event trigger slow_indexes'], db.url)
    const { rows } = await sql`select from pg_indexes where indexname = ${index!.name}`.execute(database.kysely)
    expect(rows).toHaveLength(1)
  })

  it('a server waits as long as another one migrates', async () => {
    let isHeld = (): void => undefined
    const held = new Promise<void>((resolve) => { isHeld = resolve })
    const other = db.database.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.migration})`.execute(tx)
      isHeld()
      await slow.execute(tx)
    })
    await held
    await migrate(database, db.engine.catalogue, noOverlays)
    await other
  })

  it('a backup reads a table for as long as that takes', async () => {
    await inSnapshot(database, (tx) => slow.execute(tx))
  })

  it('the limit holds again as soon as the transaction that lifted it has ended', async () => {
    const inTransaction = database.transaction(async (tx) => {
      await liftTimeLimit(tx)
      await slow.execute(tx)
      throw new Error('The work failed.')
    })
    await expect(inTransaction).rejects.toThrow('The work failed.')
    await expect(slow.execute(database.kysely)).rejects.toThrow(/statement timeout/)
  })
})
