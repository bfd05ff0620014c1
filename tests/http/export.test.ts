/** A list as a file: what a person sees in it, and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raise } from './petty-cash-cases.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'

describe.each(ONE_KIND)('the export of a list, on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  let mutua: Caller
  beforeAll(async () => {
    test = await startApp({ kind })
    ;[wanjiku, mutua] = await Promise.all([test.signIn('wanjiku@mazingira.example'), test.signIn('mutua@mazingira.example')])
    await raise(wanjiku, { description: 'Taxi, Lodwar' })
    await raise(wanjiku, { description: '=1+1' })
    await raise(await test.signIn('achieng@mazingira.example'))
  })
  afterAll(() => test.stop())

  const exported = async (who: Caller, query = '', type = 'petty-cash'): Promise<string[]> => {
    const answer = await who.call('GET', `documents/${type}/export.csv${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    return answer.body.replace(/^\uFEFF/, '').trimEnd().split('\r\n')
  }
  const listed = async (who: Caller, query = ''): Promise<{ no: string; total_amount: number }[]> => (await who.call('GET', `documents/petty-cash${query}`)).json<{ data: { no: string; total_amount: number }[] }>().data

  it('it has the rows of the person’s list in its order, and the columns that this list shows', async () => {
    const [heading, ...lines] = await exported(wanjiku, '?sort=no')
    expect(heading).toMatch(/^#No\.,Status,Description,Posting Date,Total Amount/)
    const rows = await listed(wanjiku, '?sort=no')
    expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ no }) => no))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.every((line) => /,\d{4}-\d\d-\d\d,\d+(\.\d+)?(,|$)/.test(line))).toBe(true)
  })

  it('somebody else’s rows are in it only for who sees them in the list', async () => {
    const [own, all] = [await listed(wanjiku), await listed(mutua)]
    const others = all.filter(({ no }) => own.every((one) => one.no !== no))
    expect(others.length).toBeGreaterThan(0)
    const file = (await exported(wanjiku)).join('\n')
    expect(others.filter(({ no }) => file.includes(no))).toEqual([])
    expect((await exported(mutua)).length).toBe(all.length + 1)
  })

  it('search and filters narrow it as they narrow the list', async () => {
    const [, ...lines] = await exported(wanjiku, '?status=Open&search=taxi')
    expect(lines).toEqual([expect.stringContaining('"Taxi, Lodwar"')])
    expect(await exported(wanjiku, '?status=Open&columns=description&search=%3D1')).toEqual(['Description', "'=1+1"])
    expect((await wanjiku.call('GET', 'documents/petty-cash/export.csv?colour=red')).statusCode).toBe(400)
  })

  it('a person chooses columns of the list, and no others', async () => {
    expect((await exported(wanjiku, '?columns=description,no'))[0]).toBe('Description,#No.')
    expect((await wanjiku.call('GET', 'documents/petty-cash/export.csv?columns=no,budget')).json()).toMatchObject({ code: 'invalid-request' })
    // A repeated column would be written for every row as often as it is named.
    expect((await wanjiku.call('GET', 'documents/petty-cash/export.csv?columns=no,description,no')).json()).toMatchObject({ code: 'invalid-request', message: 'The request could not be understood: "columns" names "no" twice.' })
  })

  it('a column that is hidden from a role is not in its file, whatever it asks for', async () => {
    const admin = await test.signIn('admin@mazingira.example')
    const published = await admin.call('POST', 'admin/overlays', { extends: { id: 'petty-cash', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'set', at: 'permissions.employee.hide', to: ['posting_date'] }] })
    expect(published.statusCode, published.body).toBe(200)
    const after = await test.signIn('wanjiku@mazingira.example')
    const file = await exported(after)
    expect(file[0]).not.toContain('Posting Date')
    expect(file.some((line) => /\d{4}-\d\d-\d\d/.test(line.replaceAll(/PC-\d{4}-\d+/g, '')))).toBe(false)
    expect((await after.call('GET', 'documents/petty-cash/export.csv?columns=posting_date')).statusCode).toBe(400)
  })

  it('the audit trail says who exported how many rows of which list', async () => {
    const before = await test.services.database.kysely.selectFrom('events').select(({ fn }) => fn.countAll<number>().as('count')).where('kind', '=', 'exported').executeTakeFirstOrThrow()
    const lines = await exported(mutua, '?columns=no')
    const events = await test.services.database.kysely.selectFrom('events').selectAll().where('kind', '=', 'exported').orderBy('id').execute()
    expect(events.length).toBe(Number(before.count) + 1)
    expect(events.at(-1)).toMatchObject({ type: 'petty-cash', document_key: null, changes: { rows: lines.length - 1, columns: ['no'] } })
  })
})
