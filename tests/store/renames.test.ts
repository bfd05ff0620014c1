import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue } from '../../src/core/index.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { drawNumber } from '../../src/server/store/documents/number-series.ts'
import { COMPANY, KINDS, noOverlays, openTestDatabase, storeRecord, type TestDatabase } from './support.ts'

/** Columns with such a name that contain no document type. */
const OTHERS = ['files.media_type', 'images.media_type']
/** Those that do: adopt-renames.ts declares how each is treated, and does not compile without. */
const OF_TYPES = ['approval_entries.type', 'calendar_feeds.type', 'documents.type', 'events.type', 'files.type', 'job_results.type', 'job_schedules.type', 'notifications.type', 'number_series.type', 'overlays.type']

describe.each(KINDS)('a rename of a document type on %s', (kind) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openTestDatabase(kind)
  })
  afterAll(() => db.stop())

  /** The catalogue with a type under another id. */
  const renamed = (from: string, to: string): Catalogue => {
    const { [from]: type, ...types } = db.engine.catalogue.types
    if (type === undefined) throw new Error(`There is no ${from}.`)
    return { ...db.engine.catalogue, types: { ...types, [to]: { ...type, id: to, renamedFrom: [...type.renamedFrom, from] } } }
  }

  it('it covers every column that names a document type', async () => {
    const { rows } = await sql<{ place: string }>`
      select c.relname || '.' || a.attname as place from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attname ~ '(^|_)types?$'`.execute(db.database.kysely)
    expect(rows.map(({ place }) => place).sort()).toEqual([...OF_TYPES, ...OTHERS].sort())
  })

  it('its number series continues after the higher number when a process with the earlier manifest still drew numbers', async () => {
    const draw = (type: string, times: number): Promise<number> => db.database.transaction(async (tx) => {
      let last = 0
      for (let n = 0; n < times; n += 1) last = await drawNumber(tx, { company: COMPANY, type, period: '2026' })
      return last
    })
    const named = async (): Promise<unknown[]> => (await sql<{ type: string }>`select type from number_series where company = ${COMPANY} and type in ('fund', 'purse')`.execute(db.database.kysely)).rows.map(({ type }) => type)
    await draw('fund', 3)
    await migrate(db.database, renamed('fund', 'purse'), noOverlays)
    expect([await named(), await draw('purse', 2)]).toEqual([['purse'], 5])
    await draw('fund', 7)
    await migrate(db.database, renamed('fund', 'purse'), noOverlays)
    expect([await named(), await draw('purse', 1)]).toEqual([['purse'], 8])
    await migrate(db.database, renamed('fund', 'purse'), noOverlays)
    expect([await named(), await draw('purse', 1)]).toEqual([['purse'], 9])
    await sql`delete from number_series where type = 'purse'`.execute(db.database.kysely)
  })

  it('it renames the types that records list, each once and in its place, and nothing else in them', async () => {
    const held = db.engine.catalogue.organisation.delegations
    if (held?.types === undefined) throw new Error('The organisation says which types a delegation is for.')
    const type = db.engine.type(held.type)
    const note = 'fund'
    await storeRecord(db.database, type, { key: 'D-1', state: '', data: { [held.types]: ['currency', 'fund', 'purse'], note } })
    await storeRecord(db.database, type, { key: 'D-2', state: '', data: { note } })
    await migrate(db.database, renamed('fund', 'purse'), noOverlays)
    const { rows } = await sql<{ data: Record<string, unknown> }>`select data from documents where type = ${held.type} and key in ('D-1', 'D-2') order by key`.execute(db.database.kysely)
    expect(rows.map(({ data }) => [data[held.types!], data['note']])).toEqual([[['currency', 'purse'], note], [undefined, note]])
  })
})
