/** The rows of a list that overlap some days, as its calendar asks for them. */
import { readFileSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KINDS, ROOT, startApp, type Caller, type TestApp } from './harness.ts'
import { asTwo } from './petty-cash-cases.ts'
import { statementsOf } from './statements.ts'

interface Pass { no: string; visitor: string; visit_date: string; last_date?: string }
interface Page { data: Pass[]; page: { next: string | null; count: number }; holidays?: { date: string; title: string }[]; calendar?: { rows: number; days: Record<string, number> }; message: string; code?: string }

const FIXTURES = path.join(ROOT, 'tests/fixtures/modules')

/** The gate passes of the fixtures, from whose HR the last days are withheld. */
function withheld(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-calendar-'))
  const manifest = JSON.parse(readFileSync(path.join(FIXTURES, 'facilities/gate-pass/manifest.json'), 'utf8')) as { permissions: { hr: object } }
  manifest.permissions.hr = { ...manifest.permissions.hr, hide: ['last_date'] }
  mkdirSync(path.join(folder, 'facilities/gate-pass'), { recursive: true })
  writeFileSync(path.join(folder, 'facilities/module.json'), readFileSync(path.join(FIXTURES, 'facilities/module.json')))
  writeFileSync(path.join(folder, 'facilities/gate-pass/manifest.json'), JSON.stringify(manifest))
  return folder
}

describe.each(KINDS)('a list by its calendar, on %s', (kind) => {
  let test: TestApp
  let wanjiku: Caller
  let njeri: Caller
  let folder = ''

  beforeAll(async () => {
    test = await startApp({ kind, now: '2026-06-01T09:00:00+03:00', modules: [path.join(ROOT, 'modules'), FIXTURES] })
    ;[wanjiku, njeri] = await Promise.all(['wanjiku', 'njeri'].map((name) => test.signIn(`${name}@mazingira.example`))) as [Caller, Caller]
    const passes: [visitor: string, first: string, last?: string][] = [
      ['ended the day before', '2026-06-05', '2026-06-07'], ['ends on the first day', '2026-06-06', '2026-06-08'], ['within', '2026-06-10', '2026-06-11'],
      ['around', '2026-06-02', '2026-06-30'], ['of one day', '2026-06-12'], ['begins on the last day', '2026-06-14', '2026-06-20'], ['begins the day after', '2026-06-15'],
    ]
    for (const [visitor, first, last] of passes) await add(wanjiku, { visitor, visit_date: first, ...(last !== undefined && { last_date: last }) })
    await add(njeri, { visitor: 'of HR', visit_date: '2026-06-09' })
    await asTwo(njeri, await test.signIn('wambui@mazingira.example'), 'POST', 'documents/holiday', { date: '2026-06-11', name: 'Day of national mourning' })
  })
  afterAll(async () => {
    await test.stop()
    if (folder !== '') rmSync(folder, { recursive: true, force: true })
  })

  async function add(who: Caller, more: object): Promise<void> {
    const answer = await who.call('POST', 'documents/gate-pass', { items: [{ what: 'Laptop', quantity: 1 }], ...more })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  const asked = async (who: Caller, query: string, type = 'gate-pass'): Promise<Page & { statusCode: number }> => {
    const answer = await who.call('GET', `documents/${type}?${query}`)
    return { ...answer.json<Page>(), statusCode: answer.statusCode }
  }
  const visitors = ({ data }: Page): string[] => data.map(({ visitor }) => visitor)

  it('has what begins by the last day and ends no earlier than the first, by the first days, and names the holidays', async () => {
    const page = await asked(wanjiku, 'overlaps=2026-06-08..2026-06-14')
    expect(visitors(page)).toEqual(['around', 'ends on the first day', 'within', 'of one day', 'begins on the last day'])
    expect(page.holidays).toEqual([{ date: '2026-06-11', title: 'Day of national mourning' }])
    expect((await asked(wanjiku, 'limit=1')).holidays).toBeUndefined()
  })

  it.each([['2026-06-12..2026-06-12', ['around', 'of one day']], ['2026-06-13..2026-06-13', ['around']], ['2026-07-01..2026-07-31', []]])('in %s', async (days, expected) => {
    expect(visitors(await asked(wanjiku, `overlaps=${days}`))).toEqual(expected)
  })

  it('rows, search, filters and pages are those of the list', async () => {
    expect(visitors(await asked(njeri, 'overlaps=2026-06-09..2026-06-09'))).toEqual(['around', 'of HR'])
    expect(visitors(await asked(wanjiku, 'overlaps=2026-06-08..2026-06-14&search=begins'))).toEqual(['begins on the last day'])
    expect(visitors(await asked(wanjiku, 'overlaps=2026-06-08..2026-06-14&visit_date_to=2026-06-06'))).toEqual(['around', 'ends on the first day'])
    const first = await asked(wanjiku, 'overlaps=2026-06-08..2026-06-14&limit=2')
    expect([visitors(first), first.page.count]).toEqual([['around', 'ends on the first day'], 5])
    expect(visitors(await asked(wanjiku, `overlaps=2026-06-08..2026-06-14&limit=3&cursor=${first.page.next ?? ''}`))).toEqual(['within', 'of one day', 'begins on the last day'])
    expect((await asked(wanjiku, `overlaps=2026-06-08..2026-06-15&cursor=${first.page.next ?? ''}`)).code).toBe('invalid-cursor')
  })

  it('the first rows have their records, and the answer tells how many rows there are and how many events each day has', async () => {
    const answer = await asked(njeri, 'overlaps=2026-06-08..2026-06-14&calendarRows=1')
    expect(answer.statusCode, answer.message).toBe(200)
    const { data, calendar } = answer
    expect(data.map(({ visitor }) => visitor)).toEqual(['around', 'ends on the first day', 'within', 'of one day', 'begins on the last day'])
    expect(calendar).toEqual({ rows: 2, days: { '2026-06-08': 2, '2026-06-09': 2, '2026-06-10': 2, '2026-06-11': 2, '2026-06-12': 2, '2026-06-13': 1, '2026-06-14': 2 } })
    const all = await asked(njeri, 'overlaps=2026-06-08..2026-06-14&calendarRows=2')
    expect([visitors(all).includes('of HR'), all.calendar]).toEqual([true, calendar])
    // Nobody is told of what they do not see.
    expect((await asked(wanjiku, 'overlaps=2026-06-08..2026-06-14&calendarRows=5')).calendar).toMatchObject({ rows: 1, days: { '2026-06-09': 1 } })
    expect((await asked(njeri, 'overlaps=2026-06-08..2026-06-14&calendarRows=5&search=begins')).calendar).toEqual({ rows: 1, days: { '2026-06-14': 1 } })
    expect((await asked(njeri, 'overlaps=2027-01-01..2027-01-31&calendarRows=5')).calendar).toEqual({ rows: 0, days: {} })
  })

  it('a day counts the events whose records take it, and people have rows for all', async () => {
    const leave: [key: string, state: string, first: string, last: string][] = [['LVA-1', 'Released', '2027-08-03', '2027-08-04'], ['LVA-2', 'Review', '2027-08-04', '2027-08-05'], ['LVA-3', 'Rejected', '2027-08-04', '2027-08-06']]
    for (const [key, state, first, last] of leave) {
      const data = { application_code: key, status: state, employee_no: `MRT-02${key.slice(-1)}`, made_by: `Person ${key}`, leave_code: 'ANNUAL', start_date: first, end_date: last, starts_on: first, lasts_until: last }
      await sql`insert into documents (company, type, key, state, owner, manifest_hash, data, created_by, updated_by) values ('MRT', 'leave-application', ${key}, ${state}, ${data.employee_no}, 'test', ${JSON.stringify(data)}::jsonb, 'test', 'test')`.execute(test.services.database.kysely)
    }
    const page = await asked(njeri, 'overlaps=2027-08-01..2027-08-31&calendarRows=25', 'leave-application')
    const counted = test.engines.base().catalogue.types['leave-application']?.list.calendar?.counted
    expect(['Released', 'Review', 'Rejected'].map((state) => counted?.includes(state))).toEqual([true, true, false])
    expect([page.data.length, page.calendar]).toEqual([3, { rows: 3, days: { '2027-08-03': 1, '2027-08-04': 2, '2027-08-05': 1 } }])
    expect((await asked(njeri, 'overlaps=2027-08-01..2027-08-31&calendarRows=2', 'leave-application')).calendar).toEqual(page.calendar)
  })

  it('two people with one name have a row each, and rows are in the order of names', async () => {
    const leave: [key: string, employee: string, name: string][] = [['LVB-1', 'MRT-021', 'Wanjiru Njoroge'], ['LVB-2', 'MRT-023', 'Wanjiru Njoroge'], ['LVB-3', 'MRT-021', 'Wanjiru Njoroge'], ['LVB-4', 'MRT-024', 'Abdi Hassan']]
    for (const [key, employee_no, made_by] of leave) {
      const data = { application_code: key, status: 'Released', employee_no, made_by, leave_code: 'ANNUAL', start_date: '2027-10-04', end_date: '2027-10-05', starts_on: '2027-10-04', lasts_until: '2027-10-05' }
      await sql`insert into documents (company, type, key, state, owner, manifest_hash, data, created_by, updated_by) values ('MRT', 'leave-application', ${key}, 'Released', ${employee_no}, 'test', ${JSON.stringify(data)}::jsonb, 'test', 'test')`.execute(test.services.database.kysely)
    }
    const rows = async (most: number) => {
      const { data, calendar } = await asked(njeri, `overlaps=2027-10-01..2027-10-31&calendarRows=${most}`, 'leave-application')
      return [calendar?.rows, (data as unknown as { application_code: string }[]).map((one) => one.application_code).sort()]
    }
    expect([await rows(1), await rows(2), await rows(3)]).toEqual([[3, ['LVB-4']], [3, ['LVB-1', 'LVB-3', 'LVB-4']], [3, ['LVB-1', 'LVB-2', 'LVB-3', 'LVB-4']]])
  })

  it('more people cost no more statements', async () => {
    for (const [index, who] of ['MRT-015', 'MRT-016', 'MRT-018', 'MRT-019', 'MRT-020', 'MRT-021'].entries()) await add(njeri, { visitor: `of ${who}`, visit_date: index === 0 ? '2026-09-10' : '2026-10-10', requested_by: who })
    const [one, five] = [await statementsOf(() => asked(njeri, 'overlaps=2026-09-01..2026-09-30&calendarRows=25')), await statementsOf(() => asked(njeri, 'overlaps=2026-10-01..2026-10-31&calendarRows=25'))]
    expect(five.length).toBe(one.length)
    expect((await asked(njeri, 'overlaps=2026-10-01..2026-10-31&calendarRows=25')).calendar).toEqual({ rows: 5, days: { '2026-10-10': 5 } })
  })

  it.each([['no days', 'calendarRows=5'], ['no rows', 'overlaps=2026-06-08..2026-06-14&calendarRows=0'], ['more rows than there may be', 'overlaps=2026-06-08..2026-06-14&calendarRows=1001'], ['a word', 'overlaps=2026-06-08..2026-06-14&calendarRows=all']])('rows for %s are refused with a sentence', async (_, query) => {
    const answer = await asked(njeri, query)
    expect([answer.statusCode, answer.code]).toEqual([400, 'invalid-request'])
    expect(answer.message).toMatch(/"calendarRows"/)
  })

  it.each([
    ['one date', 'gate-pass', '2026-06-08', /two dates/], ['three', 'gate-pass', '2026-06-08..2026-06-09..2026-06-10', /two dates/], ['no dates', 'gate-pass', 'a..b', /two dates/],
    ['a day that there is not', 'gate-pass', '2026-06-08..2026-06-31', /two dates/], ['the later first', 'gate-pass', '2026-06-09..2026-06-08', /two dates/],
    ['63 days', 'gate-pass', '2026-06-01..2026-08-02', /at most 62 days/], ['a list without a calendar', 'petty-cash', '2026-06-01..2026-06-30', /no calendar/],
  ])('%s is refused with a sentence', async (_, type, days, sentence) => {
    const answer = await asked(wanjiku, `overlaps=${days}`, type)
    expect([answer.statusCode, answer.code]).toEqual([400, 'invalid-request'])
    expect(answer.message).toMatch(sentence)
  })

  it('62 days are answered, and the API description has the parameter where there is a calendar', async () => {
    expect((await asked(wanjiku, 'overlaps=2026-06-01..2026-08-01')).statusCode).toBe(200)
    const { paths } = (await test.inject({ method: 'GET', url: '/api/v1/openapi.json' })).json<{ paths: Record<string, { get: { parameters: { name: string }[] } }> }>()
    const parameters = (type: string): string[] => paths[`/documents/${type}`]?.get.parameters.map(({ name }) => name) ?? []
    expect([parameters('gate-pass').includes('overlaps'), parameters('petty-cash').includes('overlaps')]).toEqual([true, false])
  })

  it('who does not see the days gets neither the calendar nor an answer that would tell of them', async () => {
    folder = withheld()
    const other = await startApp({ kind, now: '2026-06-01T09:00:00+03:00', modules: [path.join(ROOT, 'modules'), folder] })
    try {
      const hr = await other.signIn('njeri@mazingira.example')
      const employee = await other.signIn('wanjiku@mazingira.example')
      const calendarOf = async (who: Caller): Promise<unknown> => {
        const { data } = (await who.call('GET', 'portal/bootstrap')).json<{ data: { types: Record<string, { manifest: string }> } }>()
        return (await who.call('GET', `portal/manifests/${data.types['gate-pass']?.manifest ?? ''}.json`)).json<{ list: { calendar?: unknown } }>().list.calendar
      }
      expect(await calendarOf(hr)).toBeUndefined()
      expect(await calendarOf(employee)).toMatchObject({ start: 'visit_date', end: 'last_date' })
      const answer = await asked(hr, 'overlaps=2026-06-08..2026-06-14')
      expect([answer.statusCode, answer.message]).toEqual([400, expect.stringMatching(/no calendar/)])
    } finally {
      await other.stop()
    }
  })
})
