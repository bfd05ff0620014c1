import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALWAYS, type Catalogue } from '../../src/core/index.ts'
import { countEntries } from '../../src/server/store/approvals/approval-entries.ts'
import { readChanged } from '../../src/server/store/documents/changed-documents.ts'
import type { Database, Tx } from '../../src/server/store/connection/database.ts'
import { findDocument } from '../../src/server/store/documents/documents.ts'
import { listDocuments } from '../../src/server/store/lists/list-documents.ts'
import { MIGRATIONS, migrate } from '../../src/server/store/schema/migrations.ts'
import { findEmployeeByEmail } from '../../src/server/store/users/people.ts'
import { listRecords, loadRecords } from '../../src/server/store/lists/references.ts'
import { findSession } from '../../src/server/store/sign-in/sessions.ts'
import { partitionOf } from '../../src/server/store/schema/type-partitions.ts'
import { usesOf } from '../../src/server/store/documents/uses.ts'
import { openEmpty } from './prepared-database.ts'
import { COMPANY, KINDS, ONE_KIND, engineOfModules, noOverlays, openTestDatabase, storeRecord, type TestDatabase } from './support.ts'

/** An arbitrary type that holds the standing delegations. */
const DELEGATIONS = 'delegations'
const HOLDER = { number: 'E1', delegations: [], roles: [] }

describe.each(KINDS)('documents in a partition for each type, on %s', (kind) => {
  let db: TestDatabase
  beforeAll(async () => {
    db = await openTestDatabase(kind)
  })
  afterAll(() => db.stop())

  /** Names of the partitions that the database read, or planned to. */
  const touchedBy = (ask: (tx: Tx) => Promise<unknown>): Promise<string[]> => db.database.transaction(async (tx) => {
    await ask(tx)
    const { rows } = await sql<{ name: string }>`
      select distinct l.relation::regclass::text as name from pg_locks l join pg_inherits h on h.inhrelid = l.relation
      where l.pid = pg_backend_pid() and h.inhparent = 'documents'::regclass order by 1`.execute(tx)
    return rows.map(({ name }) => name)
  })

  const organisation = (): Catalogue['organisation'] => db.engine.catalogue.organisation
  const QUESTIONS: [string, (tx: Tx) => Promise<unknown>, string[]][] = [
    ['a record', (tx) => findDocument(tx, { company: COMPANY, type: 'petty-cash', key: 'X' }, ALWAYS), ['petty-cash']],
    ['records of two types', (tx) => loadRecords(tx, COMPANY, [{ type: 'fund', key: 'X' }, { type: 'currency', key: 'Y' }, { type: 'fund', key: 'Z' }]), ['currency', 'fund']],
    ['a master', (tx) => listRecords(tx, COMPANY, 'fund', []), ['fund']],
    ['what changed', (tx) => readChanged(tx, { company: COMPANY, type: 'imprest', key: 'X' }), ['imprest']],
    ['a page of a list', (tx) => {
      const { manifest } = db.engine.type('petty-cash')
      return listDocuments(tx, { manifest, company: COMPANY, rows: ALWAYS, sort: [{ field: manifest.shape.fields['no']!, descending: true }], filters: [], search: undefined, listedColumns: [], cursor: undefined, limit: 8, holder: HOLDER })
    }, [DELEGATIONS, 'petty-cash']],
    ['an employee', (tx) => findEmployeeByEmail(tx, organisation(), 'a@b.example'), ['employee']],
    ['a session', (tx) => findSession(tx, 'none', new Date(), organisation()), [DELEGATIONS, 'employee']],
    ['a search of the inbox', (tx) => {
      const { manifest } = db.engine.type('petty-cash')
      return countEntries(tx, organisation(), { company: COMPANY, search: { words: ['taxi'], titles: {}, fields: [{ manifest, names: ['description'] }] } })
    }, ['employee', 'petty-cash']],
    ['what uses a record', (tx) => usesOf(tx, db.engine.catalogue, { company: COMPANY, type: 'allocation-code', key: 'X' }), ['petty-cash']]
  ]
  it.each(QUESTIONS)('the query for %s reads only the partitions of its types', async (_, ask, types) => {
    const own = types.map((type) => partitionOf(type === DELEGATIONS ? organisation().delegations?.type ?? '' : type))
    expect((await touchedBy(ask)).filter((name) => !own.includes(name))).toEqual([])
  })

  it('the indexes of a manifest are only on the partition of its type', async () => {
    const { rows } = await sql<{ place: string }>`select distinct tablename as place from pg_indexes where indexname like 'dt\\_petty-cash\\_%'`.execute(db.database.kysely)
    expect(rows.map(({ place }) => place)).toEqual([partitionOf('petty-cash')])
  })

  it('a record is in the partition of its type', async () => {
    await storeRecord(db.database, db.engine.type('fund'), { key: 'F-9', state: '' })
    expect((await sql<{ key: string }>`select key from documents_of_fund`.execute(db.database.kysely)).rows).toEqual([{ key: 'F-9' }])
  })
})

describe.each(ONE_KIND)('a database from before there were partitions, on %s', (kind) => {
  let catalogue: Catalogue
  let earlier: Database
  let drop = async (): Promise<void> => {}
  beforeAll(async () => {
    catalogue = (await engineOfModules()).catalogue
    ;({ database: earlier, drop } = await openEmpty(kind))
    await sql`create table migrations (number integer primary key, name text not null, at timestamptz not null default now())`.execute(earlier.kysely)
    for (const { number, name, statements } of MIGRATIONS.filter((one) => one.number < 7)) {
      for (const statement of statements) await sql.raw(statement).execute(earlier.kysely)
      await sql`insert into migrations (number, name) values (${number}, ${name})`.execute(earlier.kysely)
    }
    for (const [type, key] of [['petty-cash', 'PC-1'], ['fund', 'F-1'], ['of-a-module-that-is-gone', 'G-1'], ['delegation', 'D-1']] as const) {
      await sql`insert into documents (company, type, key, state, manifest_hash, data, created_by, updated_by, rev)
        values (${COMPANY}, ${type}, ${key}, 'Open', 'h', '{"description": "Taxi", "pettyCashLinesAPI": [{"amount": 900}]}', 'test', 'test', 7)`.execute(earlier.kysely)
    }
    await sql`create view v_petty_cash as select key from documents`.execute(earlier.kysely)
  })
  afterAll(async () => {
    await earlier.close()
    await drop()
  })

  const standing = async (): Promise<string[]> => {
    const { rows } = await sql<{ place: string; key: string; rev: number }>`select tableoid::regclass::text as place, key, rev from documents order by key`.execute(earlier.kysely)
    return rows.map(({ place, key, rev }) => `${key} rev ${rev} in ${place}`)
  }

  it('every record is moved to the partition of its type', async () => {
    await migrate(earlier, catalogue, noOverlays)
    expect(await standing()).toEqual(['D-1 rev 7 in documents_of_standing_delegation', 'F-1 rev 7 in documents_of_fund', 'G-1 rev 7 in documents_other', 'PC-1 rev 7 in documents_of_petty_cash'])
    expect((await sql<{ key: string }>`select document_key as key from v_petty_cash`.execute(earlier.kysely)).rows).toEqual([{ key: 'PC-1' }])
  })

  it('its views lack what the manifest hides from a role, and have empty columns for what an overlay hides, also those of lines', async () => {
    const columns = async (view: string): Promise<string[]> => {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ${view}`.execute(earlier.kysely)
      return rows.map(({ name }) => name)
    }
    const { employee } = catalogue.types
    const { hide } = employee!.permissions['employee']!
    expect([hide.length > 0, (await columns('v_employee')).filter((name) => hide.includes(name)), (await columns('v_employee')).includes('search_name')]).toEqual([true, [], true])
    expect((await columns('v_record_change')).filter((name) => ['summary', 'reason'].includes(name))).toEqual(['reason'])
    expect(await columns('v_record_change_changes')).toEqual([])
    const petty = catalogue.types['petty-cash']!
    const lines = Object.values(petty.shape.fields).find(({ line }) => line !== undefined)!.name
    const ofLines = `v_petty_cash_${lines.toLowerCase()}`
    expect([await columns('v_petty_cash'), await columns(ofLines)]).toEqual([expect.arrayContaining(['description']), expect.arrayContaining(['amount'])])
    const hiding = (...hidden: string[]): Promise<void> => migrate(earlier, catalogue, () => Promise.resolve(new Map([['petty-cash', { fields: new Map(hidden.map((path) => [path, new Set([COMPANY])])), state: new Set<string>() }]])))
    const values = async (): Promise<unknown[]> => (await sql<{ description: string | null; amount: number | null }>`select v.description, l.amount::float from v_petty_cash v, ${sql.table(ofLines)} l`.execute(earlier.kysely)).rows
    const before = [await columns('v_petty_cash'), await columns(ofLines), await values()]
    expect(before[2]).toEqual([{ description: 'Taxi', amount: 900 }])
    await hiding('description', `${lines}.amount`)
    expect([await columns('v_petty_cash'), await columns(ofLines), await values()]).toEqual([before[0], before[1], [{ description: null, amount: null }]])
    await migrate(earlier, catalogue, noOverlays)
    expect(await values()).toEqual(before[2])
  })

  it('the records of a module are moved to its partition when the module comes back', async () => {
    const fund = catalogue.types['fund']
    if (!fund) throw new Error('There is a type that stands for the one that comes back.')
    await migrate(earlier, { ...catalogue, types: { ...catalogue.types, 'of-a-module-that-is-gone': { ...fund, id: 'of-a-module-that-is-gone' } } }, noOverlays)
    expect(await standing()).toContain('G-1 rev 7 in documents_of_of_a_module_that_is_gone')
  })

  it('a second record with the same key is refused', async () => {
    const write = sql`insert into documents (company, type, key, state, manifest_hash, data, created_by, updated_by) values (${COMPANY}, 'fund', 'F-1', 'Open', 'h', '{}', 'test', 'test')`.execute(earlier.kysely)
    await expect(write).rejects.toThrow(/duplicate key/)
  })
})

describe('the name of a partition', () => {
  it('it fits, and differs for long names that begin alike', () => {
    const long = 'a-very-long-name-of-a-document-type-that-somebody-may-well-think-of'
    expect(new Set([`${long}-one`, `${long}-two`, 'fund'].map(partitionOf)).size).toBe(3)
    expect(Math.max(...[`${long}-one`, `${long}-two`].map((type) => partitionOf(type).length))).toBeLessThanOrEqual(63)
  })
})
