/** Figures that the database computes, compared with the same computed in memory over the same documents. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEngine, matches, recordDoc, type CompiledType, type Doc, type FigureValue, type ResolvedLookup, type RuleContext, type StoredRecord } from '../../src/core/index.ts'
import { readFigures } from '../../src/server/commands/figures.ts'
import { insertDocument } from '../../src/server/store/documents/documents.ts'
import { modelFigure } from '../model-figure.ts'
import { KINDS, openTestDatabase, type TestDatabase } from './support.ts'

const TYPE = 'petty-cash'
// `npm run soak` runs more, with another seed in each round.
const RUNS = Number(process.env['FIGURE_RUNS'] ?? 8)
const SEED = Number(process.env['FIGURE_SEED'] ?? 20_261_124)
const CTX: RuleContext = {
  user: { id: '1', email: 'x@y.example', name: 'X', company: 'C', roles: [], isNavuser: false, isApprover: false },
  settings: {}, company: { code: 'C', name: 'C', currency: 'KES', timeZone: 'Africa/Nairobi' }, today: '2026-06-15', ref: () => undefined, lists: {},
}
/** Quarters, whose sums are exact everywhere; texts that people, JavaScript and PostgreSQL's locales each sort differently. */
const amount = fc.integer({ min: -400, max: 400 }).map((quarters) => quarters / 4)
const text = fc.constantFrom('', 'a', 'B', 'b', 'Ä', 'z', '\u{1F600}', '\uFFFD', "o'clock", 'a b')
const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-02', '2026-06-15')
const sometimes = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 4 })
const someDoc = fc.record({ posting_date: sometimes(day), total_amount: sometimes(amount), description: sometimes(text), settled: sometimes(fc.boolean()), employee_no: sometimes(fc.constantFrom('E1', 'E2')), status: fc.constantFrom('Open', 'Released') })

const compared = fc.constantFrom('posting_date', 'total_amount', 'description', 'no', 'status', 'employee_no')
const oneValue = fc.oneof(compared, fc.constant('settled'))
const where = fc.constantFrom('true', 'row.description == doc.description', 'row.total_amount > 0.0 && row.employee_no == "E1"', 'row.status == "Open"', 'row.no in doc.none')
const asked = fc.oneof(
  fc.record({ figure: fc.constant('count' as const), per: sometimes(oneValue), where }),
  fc.record({ figure: fc.constant('sum' as const), field: fc.constant('total_amount'), per: sometimes(oneValue), where }),
  fc.record({ figure: fc.constantFrom('max' as const, 'min' as const), field: compared, per: sometimes(oneValue), where }),
  fc.record({ figure: fc.constantFrom('latest' as const, 'earliest' as const), field: oneValue, by: compared, where }),
)
const TYPES: Record<string, 'number' | 'boolean'> = { total_amount: 'number', settled: 'boolean' }

type Asked = Pick<ResolvedLookup, 'figure' | 'where'> & { field?: string; by?: string; per?: string | undefined }

function lookupOf(name: string, { per, ...given }: Asked, each?: string): ResolvedLookup {
  const isNumber = given.figure === 'count' || given.figure === 'sum'
  return {
    name, of: TYPE, ...given, value: isNumber ? 'number' : TYPES[given.field ?? ''] ?? 'string',
    ...(per !== undefined && { per, group: TYPES[per] ?? 'string' }), ...(each !== undefined && { each }),
  }
}

describe.each(KINDS)('figures on %s', (kind) => {
  let db: TestDatabase
  let companies = 0
  beforeAll(async () => {
    db = await openTestDatabase(kind)
  })
  afterAll(() => db.stop())

  function typeWith(lookups: ResolvedLookup[]): CompiledType {
    const { catalogue } = db.engine
    const manifest = catalogue.types[TYPE]!
    const shape = { ...manifest.shape, fields: { ...manifest.shape.fields, settled: { ...manifest.shape.fields['description']!, name: 'settled', type: 'boolean' as const } } }
    return createEngine({ ...catalogue, types: { ...catalogue.types, [TYPE]: { ...manifest, shape, lookups: Object.fromEntries(lookups.map((one) => [one.name, one])) } } }).type(TYPE)
  }

  /** Stores the documents for a company of their own; the greatest key is not that of the last. */
  async function store(docs: Doc[]): Promise<{ company: string; records: StoredRecord[] }> {
    companies += 1
    const company = `F${companies}`
    const { manifest } = typeWith([])
    const records = docs.map(({ status, employee_no, ...data }, index): StoredRecord => ({
      key: `${index % 3}-${index}`, state: String(status), rev: 1, data: JSON.parse(JSON.stringify(data)) as Doc, ...(typeof employee_no === 'string' && { owner: employee_no }),
    }))
    await db.database.transaction(async (tx) => {
      for (const { key, state, owner, data } of records) await insertDocument(tx, manifest, { company, key, state, owner, data, by: 'test', at: new Date('2026-06-15T09:00:00Z') })
    })
    return { company, records }
  }

  function model(type: CompiledType, lookup: ResolvedLookup, rows: ReturnType<CompiledType['whereOf']>, records: StoredRecord[]): FigureValue {
    return modelFigure(lookup, records.filter((record) => matches(rows, record, new Set())).map((record) => recordDoc(type.manifest, record)), type.manifest.key)
  }

  it('they equal those computed in memory, for any figures of any documents', async () => {
    await fc.assert(fc.asyncProperty(fc.array(someDoc, { maxLength: 20 }), fc.array(asked, { minLength: 1, maxLength: 12 }), text, async (docs, questions, description) => {
      const lookups = questions.map((question, index) => lookupOf(`f${index}`, question as Asked))
      const type = typeWith(lookups)
      const { company, records } = await store(docs as Doc[])
      const doc = { description }
      const expected = Object.fromEntries(lookups.map((lookup) => [lookup.name, model(type, lookup, type.whereOf('lookup', lookup.name, doc, CTX), records)]))
      const { lookups: figures } = await readFigures(db.database.kysely, company, type, Object.keys(expected), doc, CTX)
      expect(figures).toEqual(expected)
    }), { numRuns: 3 * RUNS, seed: SEED })
  })

  it('they equal those computed in memory for each line', async () => {
    await fc.assert(fc.asyncProperty(fc.array(someDoc, { minLength: 5, maxLength: 20 }), fc.array(asked, { minLength: 1, maxLength: 4 }), fc.array(text, { minLength: 1, maxLength: 4 }), async (docs, questions, texts) => {
      const lookups = questions.map((question, index) => lookupOf(`f${index}`, { ...(question as Asked), where: 'row.description == line.description' }, 'pettyCashLinesAPI'))
      const type = typeWith(lookups)
      const { company, records } = await store(docs as Doc[])
      const doc = { pettyCashLinesAPI: texts.map((description) => ({ description })) }
      const expected = texts.map((_, index) => Object.fromEntries(lookups.map((lookup) => [lookup.name, model(type, lookup, type.whereOfEach(lookup.name, doc, CTX)[index]!, records)])))
      const { lineLookups } = await readFigures(db.database.kysely, company, type, lookups.map(({ name }) => name), doc, CTX)
      expect(lineLookups['pettyCashLinesAPI']).toEqual(expected)
    }), { numRuns: RUNS, seed: SEED })
  })

  it('figures by group cover the first two hundred groups, in their order', async () => {
    const { company } = await store([...Array.from({ length: 230 }, (_, index) => ({ description: `G${String((index * 7) % 230).padStart(3, '0')}`, status: 'Open' })), { status: 'Open' }])
    const type = typeWith([lookupOf('groups', { figure: 'count', per: 'description', where: 'true' })])
    const { lookups } = await readFigures(db.database.kysely, company, type, ['groups'], {}, CTX)
    expect(lookups['groups']).toEqual([{ value: 1 }, ...Array.from({ length: 199 }, (_, index) => ({ group: `G${String(index).padStart(3, '0')}`, value: 1 }))])
  })

  it('they are empty when their condition does not hold', async () => {
    const { company } = await store([{ description: 'a', posting_date: '2026-06-15', total_amount: 4, status: 'Open' }])
    const of = (name: string, given: Asked): ResolvedLookup => ({ ...lookupOf(name, given), when: 'false' })
    const lookups = [of('most', { figure: 'max', field: 'total_amount', where: 'true' }), of('last', { figure: 'latest', field: 'description', by: 'posting_date', where: 'true' }), of('each', { figure: 'count', per: 'description', where: 'true' }), of('count', { figure: 'count', where: 'true' })]
    expect((await readFigures(db.database.kysely, company, typeWith(lookups), lookups.map(({ name }) => name), {}, CTX)).lookups).toEqual({ most: null, last: null, each: [], count: 0 })
  })
})
