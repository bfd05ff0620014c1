/** Labels of referenced records in lists and in summaries for approvers. */
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import { storeRecord } from '../store/support.ts'
import { ONE_KIND, ROOT, startApp, type TestApp } from './harness.ts'

interface Listed { data: (JsonObject & { _labels?: Record<string, string> })[] }

describe.each(ONE_KIND)('labels of referenced records, on %s', (kind) => {
  let test: TestApp
  beforeAll(async () => {
    test = await startApp({ kind, modules: [path.join(ROOT, 'modules'), path.join(ROOT, 'tests/fixtures/modules')] })
  })
  afterAll(() => test.stop())

  const rowsOf = async (email: string, type: string, query = ''): Promise<Listed['data']> => {
    const answer = await (await test.signIn(email)).call('GET', `documents/${type}?limit=100${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Listed>().data
  }
  const store = async (type: string, key: string, data: JsonObject): Promise<void> => void await storeRecord(test.services.database, test.engines.base().type(type), { key, owner: 'MRT-015', data })

  it('a row has the label of each column that shows it, in its own company, and the code alone of a record that is gone', async () => {
    await store('budget-entry', 'BE-GONE', { budget: 'BUD-NOW', account: '9999', date: '2026-02-01', amount: 1 })
    const rows = await rowsOf('mutua@mazingira.example', 'budget-entry')
    const accounts = new Map((await rowsOf('mutua@mazingira.example', 'gl-account')).map(({ no, name }) => [no, name]))
    expect(rows.length).toBeGreaterThan(50)
    for (const { entryNo, account, _labels: labels } of rows) expect([entryNo, labels?.['account']]).toEqual([entryNo, account === '9999' ? undefined : accounts.get(account)])
  })

  it('a column that says nothing else has the names of masters, and of documents the number alone', async () => {
    const floats = await rowsOf('mutua@mazingira.example', 'petty-cash-bank')
    expect(floats.find(({ code }) => code === 'PC-HQ')).toMatchObject({ custodian: 'MRT-016', _labels: { custodian: 'Mutua Kilonzo' } })
    // What a request is about is no name.
    await store('attendance-log', 'AL-X', { employeeNo: 'MRT-015', requestNo: 'AR-X', logDate: '2026-06-01' })
    await store('attendance-request', 'AR-X', { userLocation: 'Lodwar' })
    expect((await rowsOf('wanjiku@mazingira.example', 'attendance-log')).find(({ requestNo }) => requestNo === 'AR-X')?._labels).toEqual({ employeeNo: 'Wanjiku Kamau' })
  })

  describe('order a list', () => {
    interface Page { data: (JsonObject & { _labels?: Record<string, string> })[]; page: { next: string | null; previous: string | null } }
    const pageOf = async (email: string, query: string): Promise<Page> => {
      const answer = await (await test.signIn(email)).call('GET', `documents/${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<Page>()
    }
    /** What the column shows first: the label, or without one the code. */
    const shown = (field: string) => (row: Page['data'][number]): string => (row._labels?.[field] ?? String(row[field])).toLowerCase()
    // One whose record is gone stands by its code.
    beforeAll(async () => store('petty-cash-bank', 'PC-GONE', { code: 'PC-GONE', name: 'Of nobody', custodian: 'MRT-GONE' }))
    const sorted = (texts: string[]): string[] => texts.toSorted((one, other) => (one < other ? -1 : Number(one > other)))

    it.each([['a column of labels', 'employee', 'department', 'njeri'], ['a column of labels beside codes', 'petty-cash-bank', 'custodian', 'mutua']])('%s, and pages follow one another', async (_, type, field, who) => {
      const email = `${who}@mazingira.example`
      const all = (await pageOf(email, `${type}?limit=1000&sort=${field}`)).data
      expect(all.length).toBeGreaterThan(3)
      expect(all.map(shown(field))).toEqual(sorted(all.map(shown(field))))
      // The codes have another order.
      expect(all.map((row) => String(row[field]))).not.toEqual(sorted(all.map((row) => String(row[field]))))
      const size = Math.ceil(all.length / 4)
      const paged: JsonObject[] = []
      let back: string | null = null
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data, page } = await pageOf(email, `${type}?limit=${size}&sort=${field}&cursor=${cursor}`)
        paged.push(...data)
        cursor = page.next
        back = page.previous
      }
      expect(paged).toEqual(all)
      const before = await pageOf(email, `${type}?limit=${size}&sort=${field}&cursor=${back ?? ''}`)
      expect(before.data).toEqual(all.slice(size * 2, size * 3))
      const descending = (await pageOf(email, `${type}?limit=1000&sort=-${field}`)).data
      expect(descending.map(shown(field))).toEqual(sorted(all.map(shown(field))).toReversed())
    })

    it('a column of codes with labels by the codes', async () => {
      const accounts = (await pageOf('mutua@mazingira.example', 'budget-entry?limit=1000&sort=-budget,account')).data.filter(({ budget }) => budget === 'BUD-NOW').map(({ account }) => String(account))
      expect(accounts).toEqual(sorted(accounts))
    })
  })

  it('an approver reads the label beside the code in the summary', async () => {
    const wanjiku = await test.signIn('wanjiku@mazingira.example')
    const made = await wanjiku.call('POST', 'documents/gate-pass', { visitor: 'Amina', visit_date: '2026-06-20', items: [{ what: 'Laptop' }] })
    const { no } = made.json<{ data: { no: string } }>().data
    expect((await wanjiku.call('POST', `documents/gate-pass/${no}/actions/send`, {})).statusCode).toBe(200)
    const { data } = (await (await test.signIn('otieno@mazingira.example')).call('GET', 'approvals/approvalEntries')).json<{ data: { documentNo: string; summary: object[] }[] }>()
    expect(data.find(({ documentNo }) => documentNo === no)?.summary).toContainEqual({ label: 'Requested by', value: 'MRT-015 · Wanjiku Kamau' })
  })

  it('nobody gets the label of a record that they may not see, or whose label is redacted for them', async () => {
    const { manifest } = test.engines.base().type('gate-pass')
    expect(manifest.list.columns['requested_by']).toMatchObject({ format: 'caption' })
    await store('gate-pass', 'GP-X', { visitor: 'Amina', visit_date: '2026-06-20', requested_by: 'MRT-015', items: [] })
    expect((await rowsOf('njeri@mazingira.example', 'gate-pass')).find(({ no }) => no === 'GP-X')?._labels).toEqual({ requested_by: 'Wanjiku Kamau' })
    const published = await (await test.signIn('admin@mazingira.example')).call('POST', 'admin/overlays', { extends: { id: 'employee', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'set', at: 'permissions.hr.hide', to: ['search_name'] }, { do: 'set', at: 'permissions.employee.hide', to: ['search_name', 'phoneNo', 'gender', 'grade', 'approval_limit', 'approves_any_amount', 'substitute'] }] })
    expect(published.statusCode, published.body).toBe(200)
    expect((await rowsOf('njeri@mazingira.example', 'gate-pass')).find(({ no }) => no === 'GP-X')).toMatchObject({ requested_by: 'MRT-015' })
    expect((await rowsOf('njeri@mazingira.example', 'gate-pass')).find(({ no }) => no === 'GP-X')).not.toHaveProperty('_labels')
    // The order does not disclose it either.
    const numbers = (await rowsOf('njeri@mazingira.example', 'petty-cash-bank', '&sort=custodian')).map(({ custodian }) => String(custodian))
    expect(numbers).toEqual(numbers.toSorted())
  })
})
