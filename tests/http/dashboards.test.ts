import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DashboardAnswer } from '../../src/contract/index.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import { storeRecord } from '../store/support.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { raiseAndSend } from './petty-cash-cases.ts'

const SECRET = 'known to the receiver too'
const WANJIKU = 'MRT-015'
const OTIENO = 'MRT-005'

/** Requests as stored in the database; the clock is at 15 June 2026. */
const REQUESTS = [
  { key: 'PC-1', owner: WANJIKU, state: 'Paid', date: '2026-01-01', amount: 100.1 },
  { key: 'PC-2', owner: WANJIKU, state: 'Released', date: '2026-04-30', amount: 200.2 },
  { key: 'PC-3', owner: WANJIKU, state: 'Open', date: '2026-04-01', amount: 0.3 },
  { key: 'PC-4', owner: WANJIKU, state: 'Rejected', date: '2026-12-31', amount: 50 },
  { key: 'PC-5', owner: WANJIKU, state: 'Paid', date: '2024-12-31', amount: 999 },
  { key: 'PC-6', owner: OTIENO, state: 'Paid', date: '2026-04-15', amount: 10_000 },
  { key: 'PC-7', owner: OTIENO, state: 'Pending Approval', date: '2027-01-01', amount: 5 },
  { key: 'PC-8', owner: WANJIKU, state: 'Paid', date: '2026-04-15', amount: 7, company: 'BML' },
  { key: 'PC-9', owner: WANJIKU, state: 'Open', date: '', amount: 3 },
]
/** Sunday and Monday around the turn of the ISO year 2026, which has 53 weeks, and Monday of week 24. */
const LEAVE = [
  { key: 'LV-1', state: 'Open', at: '2025-12-28' }, { key: 'LV-2', state: 'Posted', at: '2025-12-29' }, { key: 'LV-3', state: 'Review', at: '2026-06-08' }, { key: 'LV-4', state: 'Posted', at: '2027-01-03' },
]
/** Instants are stored in UTC; in Nairobi the first of these is in January and the second in 2027. */
const ATTENDANCE = [{ key: 'A-1', at: '2025-12-31T21:30:00Z' }, { key: 'A-2', at: '2026-12-31T21:00:00Z' }, { key: 'A-3', at: '2026-03-31T20:59:59Z' }]

describe.each(ONE_KIND)('dashboards on %s', (kind) => {
  let app: TestApp
  let wanjiku: Caller
  let mutua: Caller

  beforeAll(async () => {
    app = await startApp({ kind })
    const engine = app.engines.base()
    for (const { key, owner, state, date, amount, company } of REQUESTS) {
      const data = { amountLCY: amount, total_amount: amount, shortcutDimension1Code: 'CLIMATE', ...(date !== '' && { posting_date: date }) }
      await storeRecord(app.services.database, engine.type('petty-cash'), { key, owner, state, data, ...(company !== undefined && { company }) })
    }
    for (const { key, at } of ATTENDANCE) await storeRecord(app.services.database, engine.type('attendance-request'), { key, owner: WANJIKU, state: 'Released', data: { startDate: at } })
    for (const { key, state, at } of LEAVE) await storeRecord(app.services.database, engine.type('leave-application'), { key, owner: WANJIKU, state, data: { application_date: at, leave_code: 'ANNUAL', start_date: '2028-01-03', archived: false } })
    wanjiku = await app.signIn('wanjiku@mazingira.example')
    mutua = await app.signIn('mutua@mazingira.example')
  })
  afterAll(() => app.stop())

  const read = async (who: Caller, path: string): Promise<DashboardAnswer> => {
    const answer = await who.call('GET', `dashboards/${path}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: DashboardAnswer }>().data
  }
  const series = (answer: DashboardAnswer, chart: string, id: string) => answer.charts.find((one) => one.id === chart)?.series.find((one) => one.id === id)
  const inMonths = (values: Record<number, number>): number[] => Array.from({ length: 12 }, (_, month) => values[month + 1] ?? 0)

  it('count and total the person’s own records of the company and the year, by month, with settled records apart', async () => {
    const answer = await read(wanjiku, 'main')
    expect(answer.year).toBe(2026)
    expect(answer.tiles).toEqual([
      { id: 'leave', title: 'Leave Applications', icon: 'sun', value: 0, currency: null, page: 'leave.application', filter: { employee_no: WANJIKU, start_date_from: '2026-01-01', start_date_to: '2026-12-31' } },
      { id: 'imprest', title: 'Imprest', icon: 'wallet', value: 0, currency: null, page: 'imprest.dashboard', filter: {} },
      { id: 'petty-cash', title: 'Petty Cash', icon: 'cash', value: 4, currency: null, page: 'petty-cash.list', filter: { posting_date_from: '2026-01-01', posting_date_to: '2026-12-31' } },
      { id: 'salary-advance', title: 'Salary Advance', icon: 'coins', value: 0, currency: null, page: 'advance.list', filter: { applicationDate_from: '2026-01-01', applicationDate_to: '2026-12-31' } },
      { id: 'requisition', title: 'Requisitions', icon: 'checklist', value: 0, currency: null, page: 'requisition.dashboard', filter: {} },
      { id: 'attendance', title: 'Attendance Requests', icon: 'clock-check', value: 2, currency: null, page: 'attendance.requests', filter: { startDate_from: '2026-01-01', startDate_to: '2026-12-31' } },
    ])
    // The list that a tile links to shows the same number.
    for (const { id, value, filter } of answer.tiles.filter((tile) => Object.keys(tile.filter).length > 0)) {
      const list = await wanjiku.call('GET', `documents/${{ attendance: 'attendance-request', leave: 'leave-application' }[id] ?? id}?${new URLSearchParams(filter).toString()}`)
      expect(list.json<{ page: { count: number } }>().page.count, id).toBe(value)
    }
    const months = answer.charts.find((chart) => chart.id === 'months')
    expect(months?.categories.map(({ label }) => label)).toEqual(['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'])
    expect(series(answer, 'months', 'petty-cash')).toMatchObject({ as: 'bars', currency: null, solid: inMonths({ 1: 1, 4: 1 }), rest: inMonths({ 4: 1, 12: 1 }) })
    expect(series(answer, 'months', 'petty-cash-amount')).toMatchObject({ as: 'line', currency: 'KES', solid: inMonths({ 1: 100.1, 4: 200.2 }), rest: inMonths({ 4: 0.3, 12: 50 }) })
    expect(answer.charts.find((chart) => chart.id === 'requests')).toMatchObject({ kind: 'doughnut', categories: [{ label: 'Leave' }, { label: 'Imprest' }, { label: 'Petty Cash' }, { label: 'Salary Advance' }, { label: 'Requisitions' }, { label: 'Attendance' }], series: [{ solid: [0, 0, 4, 0, 0, 2] }] })
  })

  it('put a moment into its month in the company’s time zone', async () => {
    expect(series(await read(wanjiku, 'main'), 'months', 'attendance')?.solid).toEqual(inMonths({ 1: 1, 3: 1 }))
    expect(series(await read(wanjiku, 'main?year=2027'), 'months', 'attendance')?.solid).toEqual(inMonths({ 1: 1 }))
  })

  it('count by the weeks of ISO 8601, from Monday to Sunday, also across the turn of the year', async () => {
    const { charts, tiles, lists, looks } = await read(wanjiku, 'leave')
    const [weeks] = charts
    const [applications] = weeks?.series ?? []
    const found = (figures: number[] | null | undefined): [string, number][] => (figures ?? []).flatMap((figure, index): [string, number][] => (figure === 0 ? [] : [[weeks?.categories[index]?.label ?? '', figure]]))
    expect([weeks?.categories.length, weeks?.categories[0]]).toEqual([53, { id: '2025-12-29', label: 'Week 1, 29 Dec', short: '29 Dec', tone: null }])
    expect([found(applications?.solid), found(applications?.rest)]).toEqual([[['Week 1, 29 Dec', 1], ['Week 53, 28 Dec', 1]], [['Week 24, 8 Jun', 1]]])
    expect((await read(wanjiku, 'leave?year=2025')).charts[0]?.series[0]?.rest?.at(-1)).toBe(1)
    expect(tiles.map(({ id, value, filter }) => [id, value, filter])).toEqual([
      ['all', 4, { employee_no: WANJIKU }],
      ...[['Released', 0], ['Posted', 2], ['Review', 1], ['Open', 1]].map(([id, count]) => [String(id).toLowerCase(), count, { employee_no: WANJIKU, id }]),
    ])
    const posted = lists.find(({ id }) => id === 'posted')
    expect(posted).toMatchObject({ query: { mine: '1', status: 'Posted', limit: '5', sort: '-start_date' }, page: 'leave.application' })
    expect((await wanjiku.call('GET', `hrmis/leave_application?${new URLSearchParams(posted?.query).toString()}`)).json<{ data: { application_code: string }[] }>().data.map((row) => row.application_code).sort()).toEqual(['LV-2', 'LV-4'])
    expect(looks['leave_code']?.['SICK']).toEqual({ colour: 'orange', icon: 'stethoscope' })
  })

  it('offer the years in which the person has records, and show zeros for an empty year', async () => {
    expect((await read(wanjiku, 'main')).years).toEqual([2027, 2026, 2024])
    const empty = await read(wanjiku, 'main?year=2019')
    expect([empty.year, empty.years, empty.tiles.map(({ value }) => value)]).toEqual([2019, [2027, 2026, 2024, 2019], [0, 0, 0, 0, 0, 0]])
  })

  it('count only a person’s own records on their own page, even if they may see those of others', async () => {
    const answer = await read(mutua, 'main')
    expect(answer.tiles.map(({ id, value }) => [id, value])).toEqual([['leave', 0], ['imprest', 0], ['petty-cash', 0], ['salary-advance', 0], ['requisition', 0], ['attendance', 0]])
    // The list that the tile links to has the same filter as its figure.
    const tile = answer.tiles.find(({ id }) => id === 'petty-cash')
    expect(tile?.filter).toMatchObject({ mine: '1' })
    const count = async (query: object): Promise<number> => (await mutua.call('GET', `documents/petty-cash?${new URLSearchParams({ ...query }).toString()}`)).json<{ page: { count: number } }>().page.count
    expect([await count({ ...tile?.filter }), await count({ ...tile?.filter, mine: '' })]).toEqual([0, expect.any(Number)])
    expect(await count({ ...tile?.filter, mine: '' })).toBeGreaterThan(0)
  })

  it('show finance the whole company, by status and by department', async () => {
    const answer = await read(mutua, 'analytics')
    expect(answer.profile).toBeNull()
    expect(answer.tiles.map(({ id, value, currency }) => [id, value, currency])).toEqual([['petty-cash-waiting', 1, null], ['petty-cash-to-pay', 200.2, 'KES'], ['petty-cash-paid', 10_100.1, 'KES'], ['imprest-to-issue', 0, 'KES'], ['imprest-outstanding', 0, 'KES'], ['budget-budgeted', 883_000, 'KES'], ['budget-committed', 0, 'KES'], ['budget-actual', 0, 'KES'], ['advances-to-disburse', 0, 'KES'], ['advances-outstanding', 0, 'KES']])
    const status = answer.charts.find((chart) => chart.id === 'petty-cash-status')
    expect(Object.fromEntries((status?.categories ?? []).map(({ id, label, tone }, index) => [`${id} ${label} ${String(tone)}`, status?.series[0]?.solid[index]]))).toEqual({
      'Paid Paid success': 2, 'Released Approved success': 1, 'Open Open info': 1, 'Rejected Rejected danger': 1,
    })
    expect(answer.charts.find((chart) => chart.id === 'petty-cash-department')).toMatchObject({ categories: [{ id: 'CLIMATE', label: 'Programmes: Climate' }], series: [{ currency: 'KES', solid: [10_300.3] }] })
  })

  it('show finance the approvals that wait, by approver, type and age, of the documents that they may list', async () => {
    const { days, rows: before } = (await read(mutua, 'analytics')).waiting ?? { days: [] as number[], rows: [] }
    expect(days).toEqual([1, 3, 7, 14])
    const inAll = (rows: { counts: number[] }[]): number[] => [...days, 0].map((_, index) => rows.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))
    const { kysely } = app.services.database
    const sent = [await raiseAndSend(wanjiku), await raiseAndSend(wanjiku)].map(({ no }) => no)
    const now = app.services.clock.now().getTime()
    await kysely.updateTable('approval_entries').set({ sent_at: new Date(now - 14 * 86_400_000) }).where('document_key', '=', sent[0] ?? '').execute()
    const after = (await read(mutua, 'analytics')).waiting?.rows ?? []
    expect(inAll(after).map((count, index) => count - (inAll(before)[index] ?? 0))).toEqual([1, 0, 0, 0, 1])
    expect(after[0]).toMatchObject({ approver: OTIENO, approverName: 'Otieno Ochieng', documentType: 'petty-cash', documentTitle: 'Petty Cash' })
    expect((await read(mutua, 'analytics')).waiting?.cut).toBeUndefined()
    const { entry_no: _, ...entry } = await kysely.selectFrom('approval_entries').selectAll().where('document_key', '=', sent[1] ?? '').executeTakeFirstOrThrow()
    await kysely.insertInto('approval_entries').values(Array.from({ length: 100 }, (_one, index) => ({ ...entry, approver: `X-${String(index)}` }))).execute()
    const many = (await read(mutua, 'analytics')).waiting
    expect(many).toMatchObject({ most: 100, cut: ['Petty Cash'] })
    expect(many?.rows.filter(({ documentType }) => documentType === 'petty-cash')).toHaveLength(100)
    await kysely.deleteFrom('approval_entries').where('approver', 'like', 'X-%').execute()
    const njeri = (await read(await app.signIn('njeri@mazingira.example'), 'analytics')).waiting?.rows ?? []
    expect(njeri.map(({ documentType }) => documentType)).not.toContain('petty-cash')
    for (const no of sent) expect((await wanjiku.call('POST', 'hrmis/pettycash/cancelApprovalRequest', { headerNo: no })).statusCode).toBe(200)
    await kysely.deleteFrom('documents').where('key', 'in', sent).execute()
  })

  it('show the person their own employee record', async () => {
    const { profile } = await read(wanjiku, 'main')
    expect(profile).toMatchObject({ name: 'Wanjiku Kamau', subtitle: 'Programme Officer, Climate', isApprover: false, buttons: [] })
    expect(profile?.fields.map(({ title, value, format }) => [title, value, format])).toEqual([
      ['E-mail', 'wanjiku@mazingira.example', 'email'], ['Employment Date', '2021-02-01', 'date'], ['Phone', '+254 725 205 395', 'text'],
      ['Staff Number', WANJIKU, 'text'], ['Department', 'Programmes: Climate', 'text'], ['Gender', 'Female', 'text'],
    ])
  })

  it.each(['year=26', 'year=1776', 'year=2026.5', 'year=2026&year=2025', 'year=%27%3B--'])('refuse ?%s with a message', async (query) => {
    const answer = await wanjiku.call('GET', `dashboards/main?${query}`)
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid-request', message: 'The request could not be understood: "year" must be a year such as 2026.' }])
  })

  it('are not found by a person who may not open them', async () => {
    const admin = await app.signIn('admin@mazingira.example')
    const visitor = await app.signIn('visitor@mazingira.example')
    for (const [who, path] of [[wanjiku, 'analytics'], [admin, 'main'], [visitor, 'main'], [wanjiku, 'nothing'], [wanjiku, 'toString']] as const) {
      expect((await who.call('GET', `dashboards/${path}`)).statusCode).toBe(404)
    }
  })

  it.each([
    ['wanjiku', '/dashboard/main', false], ['mutua', '/dashboard/main', true], ['njeri', '/dashboard/main', true], ['admin', '/admin/settings', false], ['visitor', null, false],
    ['otieno', '/dashboard/main', false], ['achieng', '/dashboard/main', false], ['baraka', '/dashboard/main', false], ['kiptoo', '/dashboard/main', false], ['zawadi@uwezo.example', '/dashboard/main', false], ['hassan@baraka.example', '/dashboard/main', false],
  ])('give %s the home page %s, and it is %s that they are offered analytics', async (name, home, isOffered) => {
    const who = await app.signIn(name.includes('@') ? name : `${name}@mazingira.example`)
    const { data } = (await who.call('GET', 'portal/bootstrap')).json<{ data: { home: string | null; redirects: Record<string, string>; pages: Record<string, unknown> } }>()
    expect(data.home).toBe(home)
    // Another kind of user's dashboard redirects home, another's settings lead nowhere.
    expect(data.redirects['/dashboard/main']).toBe('dashboard.main' in data.pages ? undefined : '/')
    expect(data.redirects['/admin/settings']).toBeUndefined()
    expect((await who.call('POST', 'hrmis/auth/canViewDashboard')).json()).toMatchObject({ can_view_dashboard: isOffered, data: { can_view_dashboard: isOffered } })
    const opened = await who.call('POST', 'hrmis/auth/accessAnalyticsDashboard')
    expect([opened.statusCode, opened.json<{ url?: string }>().url]).toEqual(isOffered ? [200, '/dashboard/analytics'] : [403, undefined])
  })
})

describe('an external dashboard', () => {
  let app: TestApp
  let mutua: Caller
  beforeAll(async () => {
    app = await startApp()
    mutua = await app.signIn('mutua@mazingira.example')
  })
  afterAll(() => app.stop())
  const open = async (url: string, who = mutua): Promise<{ statusCode: number; url: string; message: string }> => {
    await saveSettings(app.services.database.kysely, 'MRT', 'analytics_settings', { url }, 'test')
    const answer = await who.call('POST', 'hrmis/auth/accessAnalyticsDashboard')
    return { statusCode: answer.statusCode, ...answer.json<{ url: string; message: string }>() }
  }

  it('is not opened while there is no secret to sign its address', async () => {
    expect(await open('https://bi.example/board')).toMatchObject({ statusCode: 503, message: 'The analytics dashboard is not set up completely. Please tell your administrator.' })
  })

  it('is opened by a signed address that is valid for 60 seconds', async () => {
    app.services.config.analyticsSecret = SECRET
    const { url } = await open('https://bi.example/board?theme=dark&signature=old')
    const [signed = '', signature] = url.split('&signature=')
    expect(createHmac('sha256', SECRET).update(signed).digest('base64url')).toBe(signature)
    const { origin, searchParams } = new URL(url)
    expect([origin, searchParams.get('theme'), searchParams.get('user'), searchParams.get('company')]).toEqual(['https://bi.example', 'dark', 'mutua@mazingira.example', 'MRT'])
    expect(Number(searchParams.get('expires')) * 1000 - app.clock.now().getTime()).toBe(60_000)
  })

  it('is open to an administrator too, who has no figures in the portal', async () => {
    expect(await open('https://bi.example/board', await app.signIn('admin@mazingira.example'))).toMatchObject({ statusCode: 200 })
  })

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'not an address'])('is replaced by the portal’s own if its address is %s', async (address) => {
    expect(await open(address)).toMatchObject({ statusCode: 200, url: '/dashboard/analytics' })
  })
})
