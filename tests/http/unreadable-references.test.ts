/**
 * For each field of each type that refers to records which the person may not read: a form that names one is answered as if there were no
 * such record, in what it calculates, proposes and says. Covers later types without a line here.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResolvedDocumentType, ResolvedField } from '../../src/core/index.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'

/** As long as the keys of records, and that of none. */
const NONE = 'LV-2026-99999'

describe.each(ONE_KIND)('references to records that the person may not read, on %s', (kind) => {
  let test: TestApp
  let juma: Caller
  let types: ResolvedDocumentType[] = []
  beforeAll(async () => {
    test = await startApp({ kind })
    juma = await test.signIn('juma@mazingira.example')
    types = Object.values(test.services.engines.base().catalogue.types)
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    for (const [type, body] of [
      ['leave-application', { leave_code: 'SICK', start_date: '2026-06-22', leave_days: 2 }], ['petty-cash', { description: 'Taxi' }],
    ] as const) expect([type, (await wanjiku.call('POST', `documents/${type}`, body)).statusCode]).toEqual([type, 201])
  })
  afterAll(() => test.stop())

  const isEntered = ({ readOnly, internal, hidden, ref }: ResolvedField): boolean => !readOnly && !internal && !hidden && ref !== undefined
  /** Records of the type that Juma gets a 404 for. */
  const closedTo = async (type: string): Promise<string[]> => {
    const rows = await test.services.database.kysely.selectFrom('documents').select('key').where('company', '=', 'MRT').where('type', '=', type).limit(20).execute()
    const statuses = await Promise.all(rows.map(async ({ key }) => ({ key, status: (await juma.call('GET', `documents/${type}/${encodeURIComponent(key)}`)).statusCode })))
    return statuses.filter(({ status }) => status === 404).map(({ key }) => key)
  }
  const checked = async (type: string, field: string, key: string): Promise<string> => {
    const { payload } = await juma.call('POST', `documents/${type}/check`, { [field]: key })
    return payload.replaceAll(key, 'KEY').replaceAll(/"requestId":"[^"]*"/g, '')
  }

  it('their form is checked, and saved, as with a key of no record', async () => {
    let tried = 0
    for (const { id, shape, kind: of } of types) {
      if (of === 'ledger') continue
      for (const field of Object.values(shape.fields).filter(isEntered)) {
        const [key] = await closedTo(field.ref?.to ?? '')
        if (key === undefined) continue
        tried += 1
        expect([id, field.name, await checked(id, field.wire, key)]).toEqual([id, field.name, await checked(id, field.wire, NONE)])
        const saved = await juma.call('POST', `documents/${id}`, { [field.wire]: key })
        expect([id, field.name, saved.statusCode]).toEqual([id, field.name, expect.toSatisfy((status: number) => status >= 400 && status < 500)])
      }
    }
    expect(tried).toBeGreaterThan(0)
  })
})
