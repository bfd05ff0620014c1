import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsShownAtFirst } from '../../src/core/index.ts'
import type { CompiledType, RowPredicate } from '../../src/core/index.ts'
import { countByState, listDocuments, type ListPage, type ListCriteria, type SortField } from '../../src/server/store/lists/list-documents.ts'
import { COMPANY, KINDS, openTestDatabase, storeRecord, type TestDatabase } from './support.ts'

const ALL: RowPredicate = { kind: 'always' }
const OWN: RowPredicate = { kind: 'compare', op: '=', field: { name: 'employee_no', role: 'owner', type: 'string' }, value: 'E1' }
const ASSIGNED: RowPredicate = { kind: 'assigned', actor: 'E1' }

describe.each(KINDS)('lists on %s', (kind) => {
  let db: TestDatabase
  let type: CompiledType

  beforeAll(async () => {
    db = await openTestDatabase(kind)
    type = db.engine.type('petty-cash')
    for (let index = 1; index <= 30; index += 1) {
      const number = String(index).padStart(5, '0')
      await storeRecord(db.database, type, {
        key: `PC-2026-${number}`, state: index % 3 === 0 ? 'Released' : 'Open', owner: index % 2 === 0 ? 'E1' : 'E2',
        data: { description: index % 5 === 0 ? 'Taxi 100% sure' : 'Paper', posting_date: `2026-01-${number.slice(-2)}`, total_amount: (index % 7) * 100 }
      })
    }
    await storeRecord(db.database, type, { key: 'PC-2026-00001', company: 'BML', owner: 'E1' })
    for (const key of ['PC-2026-00001', 'PC-2026-00002']) {
      await db.database.kysely.insertInto('approval_entries').values({
        company: COMPANY, type: 'petty-cash', document_key: key, round: 1, sequence: 1, step: 's', step_title: 'S', mode: 'any', approver: 'E1', sender: 'E2', status: 'Open', due_at: new Date(), rev: 1
      }).execute()
    }
  })
  afterAll(() => db.stop())

  const ask = (more: Partial<ListCriteria> = {}): Promise<ListPage> => listDocuments(db.database.kysely, criteria(more))
  const criteria = (more: Partial<ListCriteria>): ListCriteria => {
    const { fields } = type.manifest.shape
    return { manifest: type.manifest, company: COMPANY, rows: ALL, sort: [{ field: fields['no']!, descending: true }], filters: [], search: undefined, listedColumns: columnsShownAtFirst(type.manifest, ['employee']), cursor: undefined, limit: 8, holder: { number: 'E1', delegations: [], roles: [] }, ...more }
  }
  const keys = (page: ListPage): string[] => page.rows.map((row) => row.record.key)
  const field = (name: string): SortField['field'] => type.manifest.shape.fields[name]!

  it('labels that are shown in place of values order the rows, but not more of them than are counted', async () => {
    const sort: SortField[] = [{ field: field('description'), descending: false, labels: { Paper: 'Writing', 'Taxi 100% sure': 'a cab' } }]
    const descriptions = (page: ListPage) => page.rows.map(({ record }) => record.data['description'])
    expect(descriptions(await ask({ sort, limit: 30 }))).toEqual([...Array.from({ length: 6 }, () => 'Taxi 100% sure'), ...Array.from({ length: 24 }, () => 'Paper')])
    await sql`insert into documents (company, type, key, state, owner, manifest_hash, data, created_by, updated_by)
      select 'MANY', type, key || '-' || n, state, owner, manifest_hash, data, created_by, updated_by from documents, generate_series(1, 334) n where company = ${COMPANY} and type = 'petty-cash'`.execute(db.database.kysely)
    const first = await ask({ company: 'MANY', sort })
    const second = await ask({ company: 'MANY', sort, cursor: first.next ?? '' })
    expect([first.count, first.more, new Set([first, second].flatMap(descriptions)), new Set([first, second].flatMap(keys)).size]).toEqual([10_000, true, new Set(['Paper']), 16])
    await sql`delete from documents where company = 'MANY'`.execute(db.database.kysely)
  })

  it('the pages lead forward through every row once, and back again', async () => {
    const by = (name: string, descending = false): SortField => ({ field: field(name), descending })
    const orders = [[by('no', true)], [by('total_amount')], [by('description', true)], [by('description'), by('total_amount')], [by('status', true), by('total_amount'), by('posting_date', true)], [by('total_amount'), by('no', true), by('description')], [{ ...by('description'), labels: { Paper: 'Writing' } }, by('total_amount', true)]]
    for (const sort of orders) {
      for (const rows of [ALL, { kind: 'or', terms: [OWN, ASSIGNED] } satisfies RowPredicate]) {
        const forward: string[][] = []
        let page = await ask({ sort, rows })
        forward.push(keys(page))
        while (page.next !== null) {
          page = await ask({ sort, rows, cursor: page.next })
          forward.push(keys(page))
        }
        expect(new Set(forward.flat()).size).toBe(forward.flat().length)
        expect(forward.flat()).toHaveLength(page.count)
        const back: string[][] = [keys(page)]
        while (page.previous !== null) {
          page = await ask({ sort, rows, cursor: page.previous })
          back.unshift(keys(page))
        }
        expect(back).toEqual(forward)
      }
    }
  })

  it('rows that are equal in the first field are ordered by the next, each in its own direction, and at last by key', async () => {
    const { rows } = await ask({ sort: [{ field: field('description'), descending: true }, { field: field('total_amount'), descending: false }], limit: 100 })
    const found = rows.map(({ record: { key, data } }) => ({ key, text: String(data['description']), amount: Number(data['total_amount']) }))
    expect(found).toEqual(found.toSorted((a, b) => b.text.localeCompare(a.text) || a.amount - b.amount || b.key.localeCompare(a.key)))
    expect(new Set(found.map(({ text }) => text)).size).toBe(2)
  })

  it('the person’s own and assigned rows are listed once each, of one company only', async () => {
    const page = await ask({ rows: { kind: 'or', terms: [OWN, ASSIGNED] }, limit: 100 })
    expect(keys(page)).toHaveLength(16)
    expect(page.rows.filter((row) => row.hasOpenEntry).map((row) => row.record.key)).toEqual(['PC-2026-00002', 'PC-2026-00001'])
    expect((await ask({ rows: { kind: 'never' }, limit: 100 })).rows).toEqual([])
  })

  it('no row is repeated or skipped when others are added between pages', async () => {
    const first = await ask()
    await storeRecord(db.database, type, { key: 'PC-2026-00099', owner: 'E9' })
    const second = await ask({ cursor: first.next ?? '' })
    await db.database.kysely.deleteFrom('documents').where('key', '=', 'PC-2026-00099').execute()
    expect([...keys(first), ...keys(second)]).toEqual(Array.from({ length: 16 }, (_, index) => `PC-2026-${String(30 - index).padStart(5, '0')}`))
  })

  it('a search ignores case and takes % literally', async () => {
    expect((await ask({ search: 'TAXI', limit: 100 })).rows).toHaveLength(6)
    expect((await ask({ search: '100%', limit: 100 })).rows).toHaveLength(6)
    expect((await ask({ search: '%r', limit: 100 })).rows).toHaveLength(0)
  })

  it.each([
    ['300', 4], ['300.00', 4], ['KES 300.00', 4], ['1,250.50', 1], ['1250.5', 1], ['1,25', 0], ['30', 1], ['2026-00007', 1], ['-300', 0],
  ])('the search %j finds %i rows by amount or by text', async (search, found) => {
    await storeRecord(db.database, type, { key: 'PC-2025-00001', owner: 'E1', data: { description: 'Paper', posting_date: '2025-01-01', total_amount: 1250.5 } })
    try {
      expect((await ask({ search, limit: 100 })).rows).toHaveLength(found)
    } finally {
      await db.database.kysely.deleteFrom('documents').where('key', '=', 'PC-2025-00001').execute()
    }
  })

  it('a search finds no amount that the person may not see', async () => {
    const page = await ask({ search: '300', unsearched: new Set(['total_amount']), limit: 100 })
    expect(page.rows).toEqual([])
  })

  it('a search finds no amount of a column that the person does not have', async () => {
    expect((await ask({ search: '300', limit: 100 })).count).toBe(4)
    expect(await ask({ search: '300', listedColumns: ['no', 'description'], limit: 100 })).toMatchObject({ rows: [], count: 0 })
  })

  it('a list is filtered by a range, and its states are counted under the same row rule', async () => {
    const range = [{ field: field('posting_date'), kind: 'from' as const, value: '2026-01-10' }, { field: field('posting_date'), kind: 'to' as const, value: '2026-01-12' }]
    expect(keys(await ask({ filters: range }))).toEqual(['PC-2026-00012', 'PC-2026-00011', 'PC-2026-00010'])
    const states = ['Open', 'Released', 'Rejected']
    expect(await countByState(db.database.kysely, criteria({}), states)).toEqual({ Open: 20, Released: 10, Rejected: 0 })
    expect(await countByState(db.database.kysely, criteria({ rows: OWN }), states)).toEqual({ Open: 10, Released: 5, Rejected: 0 })
  })

  it.each(['x', 'eyJ', Buffer.from('[1,["a"],"b","other",1]').toString('base64url')])('the forged cursor %s is refused', async (cursor) => {
    await expect(ask({ cursor })).rejects.toMatchObject({ code: 'invalid-cursor' })
  })

  it('row rules select the rows that match', async () => {
    const status = { name: 'status', role: 'state' as const, type: 'string' as const }
    const amount = { name: 'total_amount', role: 'data' as const, type: 'number' as const }
    const text = { name: 'description', role: 'data' as const, type: 'string' as const }
    const cases: [RowPredicate, number][] = [
      [{ kind: 'in', field: status, values: ['Released', 'Paid'] }, 10],
      [{ kind: 'not', term: { kind: 'in', field: status, values: ['Released'] } }, 20],
      [{ kind: 'compare', op: '>=', field: amount, value: 500 }, 8],
      [{ kind: 'and', terms: [OWN, { kind: 'compare', op: '<>', field: status, value: 'Open' }] }, 5],
      [{ kind: 'contains', field: text, value: 'axi' }, 6], [{ kind: 'startsWith', field: text, value: 'Pap' }, 24], [{ kind: 'endsWith', field: text, value: 'sure' }, 6],
      [{ kind: 'has', field: { name: 'reference_no', role: 'data', type: 'string' } }, 0]
    ]
    for (const [rows, expected] of cases) expect((await ask({ rows, limit: 100 })).rows, JSON.stringify(rows)).toHaveLength(expected)
  })
})
