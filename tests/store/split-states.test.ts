/** A state was split: its stored records move to the state whose condition they meet. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Catalogue, Doc, ResolvedState } from '../../src/core/index.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { KINDS, noOverlays, openTestDatabase, storeRecord, type TestDatabase } from './support.ts'

const TYPE = 'petty-cash'

/** The stored data of each record, and its expected state. */
const RECORDS: [key: string, earlier: string, data: Doc, state: string][] = [
  ['S-1', 'Out', { description: 'paid' }, 'Settled'],
  ['S-2', 'Out', { description: 'late' }, 'Late'],
  ['S-3', 'Out', { total_amount: 900 }, 'Large'],
  ['S-4', 'Out', { description: 'late', total_amount: 900 }, 'Late'],
  ['S-5', 'Out', {}, 'Settled'],
  ['S-6', 'Open', { description: 'late' }, 'Open'],
  ['S-7', 'Gone', { description: 'late' }, 'Late'],
  ['S-8', 'Unheard of', { description: 'late' }, 'Unheard of'],
]

describe.each(KINDS)('stored records of a state that became several, on %s', (kind) => {
  let db: TestDatabase
  let catalogue: Catalogue
  beforeAll(async () => {
    db = await openTestDatabase(kind)
    const type = db.engine.type(TYPE).manifest
    const state = (name: string, was: Record<string, string>, wire: Record<string, string> = {}): [string, ResolvedState] => [name, { name, label: name, initial: false, editable: false, final: true, tone: 'neutral', renamedFrom: [], was, wire: { status: 'Out', ...wire } }]
    const states = { ...type.states, ...Object.fromEntries([state('Settled', { Out: 'true' }), state('Late', { Out: 'doc.description == "late"', Gone: 'true' }, { reference_no: 'L' }), state('Large', { Out: 'doc.total_amount > 500.0' }, { reference_no: '' })]) }
    catalogue = { ...db.engine.catalogue, types: { ...db.engine.catalogue.types, [TYPE]: { ...type, states } } }
    for (const [key, earlier, data] of RECORDS) await storeRecord(db.database, db.engine.type(TYPE), { key, state: earlier, data: { ...data, reference_no: 'before' } })
    await storeRecord(db.database, db.engine.type('fund'), { key: 'S-9', state: 'Out', data: {} })
    await migrate(db.database, catalogue, noOverlays)
  })
  afterAll(() => db.stop())

  const stored = async (): Promise<{ key: string; state: string; rev: number; data: Doc }[]> =>
    (await sql<{ key: string; state: string; rev: number; data: Doc }>`select key, state, rev, data from documents where key like 'S-%' order by key`.execute(db.database.kysely)).rows

  it('each is in the state whose condition it meets first, or in the one for the rest', async () => {
    expect((await stored()).map(({ key, state }) => [key, state])).toEqual([...RECORDS.map(([key, , , state]) => [key, state]), ['S-9', 'Out']])
  })

  it('each has its state in its state field, at the revision that it had', async () => {
    expect((await stored()).slice(0, 8).map(({ data, rev }) => [data['status'], rev])).toEqual(RECORDS.map(([, , , state]) => [state, 1]))
  })

  it('those that moved hold the values that their state sends, and the others are unchanged', async () => {
    expect((await stored()).map(({ data }) => data['reference_no'])).toEqual([undefined, 'L', undefined, 'L', undefined, 'before', 'L', 'before', undefined])
    expect((await stored()).map(({ data }) => data['total_amount'])).toEqual([undefined, undefined, 900, 900, undefined, undefined, undefined, undefined, undefined])
  })

  it('they stay there at the next start', async () => {
    const found = await stored()
    await migrate(db.database, catalogue, noOverlays)
    expect(await stored()).toEqual(found)
  })

  it('views show those that moved under the earlier name of their state', async () => {
    const { rows } = await sql<{ state: string; status: string }>`select document_state as state, status from v_petty_cash where document_key like 'S-%' order by document_key`.execute(db.database.kysely)
    expect(rows).toEqual(RECORDS.map(([, , , state]) => ({ state, status: ['Settled', 'Late', 'Large'].includes(state) ? 'Out' : state })))
  })
})
