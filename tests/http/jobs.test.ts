/** Jobs that manifests declare: dry run, run, two servers at once, what is refused, stopping and going on, and the schedule. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRunner } from '../../src/server/jobs/runner.ts'
import { RUN_JOBS, scheduleRuns } from '../../src/server/jobs/run-jobs.ts'
import { KINDS, startApp, type Caller, type TestApp } from './harness.ts'
import { asTwo } from './petty-cash-cases.ts'
import { statementsOf } from './statements.ts'

interface Run { no: string; status: string; total: number; done: number; posted: number; skipped: number; failed: number; monthEnd?: string; startedBy: string; note?: string; _actions: string[]; _rev: number }
interface Reply { status: number; data: Run; message: string; errors?: { path: string; message: string }[] }
interface Entry { kind: string; days: number; employee_no: string; leave_code: string; period: string; posting_date: string; document_no: string }

/** Of a run of one batch, with taking it from the queue. */
const MAX_STATEMENTS = 50

describe.each(KINDS)('jobs on %s', (kind) => {
  let test: TestApp
  const people = new Map<string, Caller>()
  const as = (name: string): Caller => people.get(name)!

  beforeAll(async () => {
    test = await startApp({ kind })
    for (const name of ['njeri', 'wanjiku']) people.set(name, await test.signIn(`${name}@mazingira.example`))
    await sql`update documents set data = data || '{"entitlement": 21, "accrues": true, "rounding": "0.25"}' where company = 'MRT' and type = 'leave-type' and key = 'ANNUAL'`.execute(test.services.database.kysely)
  })
  afterAll(() => test.stop())

  async function call(who: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Reply> {
    const answer = await as(who).call(method, path, body)
    return { ...answer.json<Reply>(), status: answer.statusCode }
  }
  const create = async (values: object): Promise<Run> => (await call('njeri', 'POST', 'documents/leave-accrual', values)).data
  const act = (no: string, action: string, who = 'njeri') => call(who, 'POST', `documents/leave-accrual/${no}/actions/${action}`, {})
  const read = async (no: string): Promise<Run> => (await call('njeri', 'GET', `documents/leave-accrual/${no}`)).data
  const results = async (no: string, query = '') => (await as('njeri').call('GET', `documents/leave-accrual/${no}/results${query}`)).json<{ data: { number: number; outcome: string; reason: string; line: Record<string, unknown> }[]; page: { next?: string } }>()
  const accruals = async (): Promise<Entry[]> => (await as('njeri').call('GET', 'hrmis/leave_ledger_entries?kind=Accrual&limit=1000&sort=entryNo')).json<{ data: Entry[] }>().data
  const server = () => createRunner(test.services, { handlers: RUN_JOBS })
  /** Works until the queue is empty. */
  async function work(...servers: ReturnType<typeof server>[]): Promise<void> {
    await Promise.all((servers.length === 0 ? [server()] : servers).map(async (one) => { while (await one.runOnce() > 0); }))
  }

  it('a dry run reports what would be posted, and posts nothing', async () => {
    const { no, status } = await create({ monthEnd: '2026-05-31' })
    expect(status).toBe('Open')
    expect(await act(no, 'tryOut')).toMatchObject({ status: 200, data: { status: 'Dry run', done: 0 } })
    await work()
    const tried = await read(no)
    expect(tried).toMatchObject({ status: 'Tried', failed: 0 })
    expect([tried.done, tried.posted + tried.skipped]).toEqual([tried.total, tried.total])
    const { data } = await results(no, '?outcome=posted')
    expect(data.find(({ line }) => line['employee'] === 'MRT-015')).toMatchObject({ outcome: 'posted', reason: '', line: { leave_code: 'ANNUAL', entitlement: 21, months: 5, days: 1.75 } })
    expect(await accruals()).toEqual([])
    expect((await as('wanjiku').call('GET', `documents/leave-accrual/${no}/results`)).statusCode).toBe(404)
  })

  it('two servers that work on a run at once post everything once, and a run of the same month finds nothing left to do', async () => {
    const [one, other] = [await create({ monthEnd: '2026-05-31' }), await create({ monthEnd: '2026-05-31' })]
    await Promise.all([act(one.no, 'start'), act(other.no, 'start')])
    await work(server(), server())
    const ended = await Promise.all([read(one.no), read(other.no)])
    expect(ended.map(({ status, failed }) => [status, failed])).toEqual([['Done', 0], ['Done', 0]])
    const entries = await accruals()
    expect(ended[0].posted + ended[1].posted).toBe(entries.length)
    expect(new Set(entries.map(({ employee_no }) => employee_no)).size).toBe(entries.length)
    expect(entries.find(({ employee_no }) => employee_no === 'MRT-015')).toMatchObject({ days: 1.75, leave_code: 'ANNUAL', period: '2026', posting_date: '2026-05-31' })
    const again = await create({ monthEnd: '2026-05-31' })
    await act(again.no, 'start')
    await work()
    expect(await read(again.no)).toMatchObject({ status: 'Done', posted: 0, skipped: ended[0].total })
    expect((await results(again.no)).data[0]).toMatchObject({ outcome: 'skipped', reason: 'Done by an earlier run.' })
    expect(await accruals()).toEqual(entries)
  })

  it('a run that is stopped before its first batch does nothing, and is done when it is started again', async () => {
    const { no } = await create({ monthEnd: '2026-04-30' })
    await act(no, 'start')
    expect((await act(no, 'stop')).data).toMatchObject({ status: 'Stopped' })
    await work()
    expect(await read(no)).toMatchObject({ status: 'Stopped', done: 0 })
    await act(no, 'start')
    await work()
    expect(await read(no)).toMatchObject({ status: 'Done', failed: 0 })
  })

  it('takes no more statements for sixty people than for one', async () => {
    const { no } = await create({ monthEnd: '2026-03-31' })
    await act(no, 'start')
    const sent = await statementsOf(() => work())
    expect((await read(no)).posted).toBeGreaterThan(55)
    expect(sent.length, sent.join('\n')).toBeLessThan(MAX_STATEMENTS)
  })

  it('only those who keep the job start runs, and only of a month that is over', async () => {
    expect((await call('wanjiku', 'POST', 'documents/leave-accrual', { monthEnd: '2026-05-31' })).status).toBe(403)
    expect((await call('wanjiku', 'GET', 'documents/leave-accrual')).status).toBe(403)
    expect((await call('njeri', 'POST', 'documents/leave-accrual', { monthEnd: '2026-05-30' })).errors?.[0]?.message).toBe('Choose the last day of a month')
    expect((await call('njeri', 'POST', 'documents/leave-accrual', { monthEnd: '2026-06-30' })).errors?.[0]?.message).toBe('This month is not over yet: what is earned in it is not known')
  })

  it('scheduled runs that were missed are made up for, each once, by however many servers', async () => {
    const scheduled = async (): Promise<Run[]> => (await as('njeri').call('GET', 'documents/leave-accrual?sort=no&limit=100')).json<{ data: Run[] }>().data.filter(({ startedBy }) => startedBy === 'Schedule')
    await scheduleRuns(test.services)
    expect(await scheduled()).toEqual([])
    // No server runs at the end of June and of July.
    test.clock.set(new Date('2026-08-03T09:00:00+03:00'))
    for (const name of ['njeri', 'wambui', 'wanjiku']) people.set(name, await test.signIn(`${name}@mazingira.example`))
    await Promise.all([scheduleRuns(test.services), scheduleRuns(test.services)])
    await work(server(), server())
    expect((await scheduled()).map(({ monthEnd, status, failed }) => [monthEnd, status, failed])).toEqual([['2026-06-30', 'Done', 0], ['2026-07-31', 'Done', 0]])
    const own = (await accruals()).filter(({ employee_no }) => employee_no === 'MRT-015').map(({ posting_date, days }) => [posting_date, days]).sort()
    expect(own).toEqual([['2026-03-31', 1.75], ['2026-04-30', 1.75], ['2026-05-31', 1.75], ['2026-06-30', 1.75], ['2026-07-31', 1.75]])
    await scheduleRuns(test.services)
    expect(await scheduled()).toHaveLength(2)
  }, 180_000)

  it('the year close leaves nothing in the closed period, brings at most what may be carried into the next, and explains every balance', async () => {
    const at = 'documents/leave-close'
    const { data: run } = await call('njeri', 'POST', at, { period: '2025' })
    expect((await call('njeri', 'POST', `${at}/${run.no}/actions/start`, {})).errors?.[0]?.message).toBe('Close the leave period first (Closed on its card), so that nobody applies for leave in it any more')
    await asTwo(as('njeri'), as('wambui'), 'PATCH', 'documents/leave-period/2025', { isClosed: true })
    await call('njeri', 'POST', `${at}/${run.no}/actions/tryOut`, {})
    await work()
    const tried = (await call('njeri', 'GET', `${at}/${run.no}`)).data
    expect(tried).toMatchObject({ status: 'Tried', failed: 0 })
    type Balances = { data: Record<string, number | string>[]; period: string }
    const balances = async (year: string) => (await as('wanjiku').call('GET', `hrmis/leave_allocation?period=${year}`)).json<Balances>().data
    const before = await balances('2025')
    expect(before.find(({ leave_code }) => leave_code === 'ANNUAL')).toMatchObject({ balance: 21 })
    await call('njeri', 'POST', `${at}/${run.no}/actions/start`, {})
    await work(server(), server())
    expect((await call('njeri', 'GET', `${at}/${run.no}`)).data).toMatchObject({ status: 'Done', posted: tried.posted, failed: 0 })
    expect((await balances('2025')).map(({ leave_code, balance }) => [leave_code, balance])).toEqual([['ANNUAL', 0], ['SICK', 0], ['STUDY', 0]])
    expect((await balances('2026')).map(({ leave_code, balance_brought_forward }) => [leave_code, balance_brought_forward])).toEqual([['ANNUAL', 10], ['SICK', 0], ['STUDY', 0]])
    for (const year of ['2025', '2026']) {
      for (const { leave_code, balance } of await balances(year)) {
        const { entries } = (await as('wanjiku').call('GET', `documents/leave-ledger/balances/entries?leave_code=${leave_code}&period=${year}`)).json<{ data: { entries: { date: string; amount: number; balance: number }[] } }>().data
        let sum = 0
        for (const entry of entries) expect(entry.balance).toBe(sum += entry.amount)
        expect([leave_code, sum]).toEqual([leave_code, balance])
        expect(entries.map(({ date }) => date)).toEqual(entries.map(({ date }) => date).sort())
      }
    }
    const after = [await balances('2025'), await balances('2026')]
    const { data: again } = await call('njeri', 'POST', at, { period: '2025' })
    await call('njeri', 'POST', `${at}/${again.no}/actions/start`, {})
    await work()
    expect((await call('njeri', 'GET', `${at}/${again.no}`)).data).toMatchObject({ status: 'Done', posted: 0, failed: 0 })
    expect([await balances('2025'), await balances('2026')]).toEqual(after)
  }, 180_000)
})
