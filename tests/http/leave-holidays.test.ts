/** A holiday that is added or removed after leave was applied for: who is counted anew, what the ledger says, and who is told. */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUN_JOB } from '../../src/server/commands/job-run/begin-run.ts'
import { createRunner } from '../../src/server/jobs/runner.ts'
import { RUN_JOBS } from '../../src/server/jobs/run-jobs.ts'
import { KINDS, startApp, type Caller, type TestApp } from './harness.ts'
import { untilOneWaits } from './meanwhile.ts'
import { PIXEL, asTwo } from './petty-cash-cases.ts'

interface Reply { status: number; message: string; data: Record<string, unknown> & { application_code: string; status: string; _rev: number } }

describe.each(KINDS)('holidays and leave on %s', (kind) => {
  let test: TestApp
  const people = new Map<string, Caller>()
  const as = (name: string): Caller => people.get(name)!
  const signAllIn = async () => { for (const name of ['wanjiku', 'otieno', 'kiptoo', 'juma', 'njeri', 'wambui']) people.set(name, await test.signIn(`${name}@mazingira.example`)) }

  beforeAll(async () => {
    test = await startApp({ kind })
    await signAllIn()
  })
  afterAll(() => test.stop())

  async function call(who: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Reply> {
    const answer = await as(who).call(method, path, body)
    return { ...answer.json<Reply>(), status: answer.statusCode }
  }
  const days = (start_date: string, end_date: string) => ({ start_date, end_date, attachment: { fileName: 'exam.png', attachment: PIXEL } })
  async function apply(values: object): Promise<string> {
    const answer = await call('wanjiku', 'POST', 'hrmis/leave_application', { leave_code: 'STUDY', ...values })
    expect([answer.status, answer.message]).toEqual([201, 'Application Made'])
    return answer.data.application_code
  }
  const read = async (code: string) => (await call('njeri', 'GET', `documents/leave-application/${code}`)).data
  const act = (who: string, code: string, action: string, input: object = {}) => call(who, 'POST', `documents/leave-application/${code}/actions/${action}`, { input })
  const ledgerOf = async (code: string) => (await as('njeri').call('GET', 'hrmis/leave_ledger_entries?limit=1000&sort=entryNo')).json<{ data: { kind: string; days: number; document_no: string; description: string }[] }>()
    .data.filter(({ document_no }) => document_no === code).map(({ kind: what, days: count, description }) => [what, count, description])
  const titlesOf = async (who: string) => (await as(who).call('GET', 'notifications?limit=100')).json<{ data: { title: string }[] }>().data.map(({ title }) => title)
  const work = async (): Promise<void> => { for (const runner = createRunner(test.services, { handlers: RUN_JOBS }); await runner.runOnce() > 0;); }
  const runs = async (type = 'leave-recount') => (await as('njeri').call('GET', `documents/${type}?sort=-no`)).json<{ data: { no: string; status: string; name: string; change: string; posted: number; skipped: number; failed: number; startedBy: string }[] }>().data
  const addHoliday = (date: string, name: string): Promise<void> => asTwo(as('njeri'), as('wambui'), 'POST', 'documents/holiday', { date, name })
  async function holiday(date: string, name: string): Promise<void> {
    await addHoliday(date, name)
    await work()
  }
  async function released(start_date: string, end_date: string, approved: object = {}): Promise<string> {
    const code = await apply(days(start_date, end_date))
    expect(await act('wanjiku', code, 'send')).toMatchObject({ status: 200, data: { status: 'Review' } })
    expect((await act('otieno', code, 'approve', approved)).data.status).toBe('Released')
    return code
  }

  it('drafts and applications in review have their new days, and those who applied and who decide are told', async () => {
    const draft = await apply({ leave_code: 'COMPASSION', start_date: '2026-07-06', entered: 'Number of days', leave_days: 3 })
    const asked = await apply({ leave_code: 'COMPASSION', start_date: '2026-07-07', end_date: '2026-07-09' })
    const other = await apply({ leave_code: 'COMPASSION', start_date: '2026-07-13', end_date: '2026-07-14' })
    expect((await act('wanjiku', asked, 'send')).data).toMatchObject({ status: 'Review', days_applied: 3 })
    const { _rev } = await read(other)
    await holiday('2026-07-08', 'Saba Saba')
    expect(await read(draft)).toMatchObject({ status: 'Open', days_applied: 2, leave_days: 2, end_date: '2026-07-08', return_date: '2026-07-09' })
    expect(await read(asked)).toMatchObject({ status: 'Review', days_applied: 2, end_date: '2026-07-09', return_date: '2026-07-10' })
    expect(await read(other)).toMatchObject({ days_applied: 2, _rev })
    const told = 'Holidays have changed: Wanjiku Kamau applied for 2 days'
    expect((await titlesOf('wanjiku')).filter((title) => title === told)).toHaveLength(2)
    expect((await titlesOf('otieno')).filter((title) => title === told)).toHaveLength(1)
    expect(await titlesOf('njeri')).toContain('Saba Saba: 2 leave applications have other days')
    expect((await runs())[0]).toMatchObject({ status: 'Done', name: 'Saba Saba', change: 'Added', posted: 2, skipped: 0, failed: 0, startedBy: 'Grace Wambui' })
    expect((await act('otieno', asked, 'approve', { approved_days: 3 })).message).toBe('No more days than were applied for')
    expect((await act('otieno', asked, 'approve')).data).toMatchObject({ status: 'Released', approved_days: 2, approved_end_date: '2026-07-09' })
    await act('wanjiku', draft, 'delete')
  })

  it('approved leave is given its day back in the ledger, once, and takes it again when the holiday is removed', async () => {
    const code = await released('2026-08-03', '2026-08-06')
    await holiday('2026-08-05', 'Day of mourning')
    expect(await read(code)).toMatchObject({ status: 'Released', days_applied: 4, approved_days: 4, days_regained: 1, days_taken: 3, end_date: '2026-08-06' })
    expect(await ledgerOf(code)).toEqual([['Taken', -4, 'Study leave'], ['Recall', 1, 'Day of mourning']])
    expect(await titlesOf('wanjiku')).toContain(`Holidays have changed: your leave ${code} takes 3 days`)
    const again = (await call('njeri', 'POST', 'documents/leave-recount', { date: '2026-08-05' })).data as unknown as { no: string }
    await call('njeri', 'POST', `documents/leave-recount/${again.no}/actions/start`, {})
    await work()
    expect((await runs())[0]).toMatchObject({ no: again.no, status: 'Done', posted: 0, skipped: 1 })
    expect(await ledgerOf(code)).toHaveLength(2)
    await asTwo(as('njeri'), as('wambui'), 'DELETE', 'documents/holiday/2026-08-05')
    await work()
    expect(await read(code)).toMatchObject({ days_regained: 0, days_taken: 4 })
    expect(await ledgerOf(code)).toEqual([['Taken', -4, 'Study leave'], ['Recall', 1, 'Day of mourning'], ['Taken', -1, 'Day of mourning is no holiday']])
    // What is cancelled is what is taken.
    await holiday('2026-08-04', 'Day of mourning')
    await act('wanjiku', code, 'askCancellation', { reason: 'The exam was moved' })
    expect((await act('otieno', code, 'approve')).data.status).toBe('Canceled')
    expect((await ledgerOf(code)).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(0)
  })

  it('leave that has begun is given back no day that is over by a holiday that is declared afterwards', async () => {
    const code = await released('2026-12-07', '2026-12-09')
    const began = test.clock.now()
    test.clock.set(new Date('2026-12-08T09:00:00+03:00'))
    try {
      await signAllIn()
      await holiday('2026-12-07', 'Declared afterwards')
      expect(await ledgerOf(code)).toEqual([['Taken', -3, 'Study leave']])
      await holiday('2026-12-09', 'Declared before')
      expect(await ledgerOf(code)).toEqual([['Taken', -3, 'Study leave'], ['Recall', 1, 'Declared before']])
    } finally {
      test.clock.set(began)
      await signAllIn()
    }
    await act('wanjiku', code, 'askCancellation', { reason: 'The exam was moved' })
    expect((await act('otieno', code, 'approve')).data.status).toBe('Canceled')
  })

  it('leave that goes on gets back what is a holiday of the days that are left after it was shortened, and its return is moved', async () => {
    const code = await released('2026-09-14', '2026-09-18')
    await act('njeri', code, 'recall', { back: '2026-09-17' })
    expect(await read(code)).toMatchObject({ days_given_back: 2, days_taken: 3, return_date: '2026-09-17' })
    // Its last day, the day of the return, and one that was given back before.
    await holiday('2026-09-16', 'One')
    await holiday('2026-09-17', 'Two')
    await holiday('2026-09-18', 'Three')
    expect(await read(code)).toMatchObject({ days_given_back: 2, days_regained: 1, days_taken: 2, return_date: '2026-09-21' })
    expect(await ledgerOf(code)).toEqual([['Taken', -5, 'Study leave'], ['Recall', 2, 'Study leave'], ['Recall', 1, 'One']])
  })

  it('shortening leave gives back no day that a holiday gave back, whichever comes first', async () => {
    const code = await released('2026-10-05', '2026-10-08')
    await addHoliday('2026-10-06', 'Added')
    expect((await act('njeri', code, 'recall', { back: '2026-10-08' })).data).toMatchObject({ days_given_back: 1 })
    await work()
    expect(await read(code)).toMatchObject({ days_given_back: 1, days_regained: 1, days_taken: 2 })
    const later = await released('2026-11-02', '2026-11-05')
    await holiday('2026-11-03', 'Added')
    expect((await act('njeri', later, 'recall', { back: '2026-11-05' })).data).toMatchObject({ days_given_back: 1, days_regained: 1, days_taken: 2 })
  })

  it('half a day that becomes a holiday gives back half a day, and leave that is over nothing', async () => {
    const half = await released('2026-11-16', '2026-11-17', {})
    const code = await apply({ ...days('2026-11-23', '2026-11-24'), start_half: true })
    await act('wanjiku', code, 'send')
    await act('otieno', code, 'approve')
    await holiday('2026-11-23', 'Half of it')
    expect(await read(code)).toMatchObject({ approved_days: 1.5, days_regained: 0.5, days_taken: 1 })
    test.clock.set(new Date('2026-11-18T09:00:00+03:00'))
    await signAllIn()
    await holiday('2026-11-17', 'Too late')
    expect((await read(half))['days_taken']).toBe(2)
    test.clock.set(new Date('2026-06-15T09:00:00+03:00'))
    await signAllIn()
  })

  describe('in planners', () => {
    interface Planner { no: string; status: string; duration: number; leavePlannerLines: { duration: number }[]; _rev: number }
    const planner = async (no: string): Promise<Planner> => (await call('juma', 'GET', `documents/leave-planner/${no}`)).data as unknown as Planner
    const decide = (who: string, no: string, action: string) => call(who, 'POST', `documents/leave-planner/${no}/actions/${action}`)
    /** What is still planned, by first day. */
    const plannedOf = async (no: string) => {
      const entries = (await as('njeri').call('GET', 'documents/planned-leave?limit=1000')).json<{ data: { planner_no: string; from_date: string; days: number }[] }>().data.filter(({ planner_no }) => planner_no === no)
      return Object.fromEntries(entries.map(({ from_date }) => [from_date, entries.filter((one) => one.from_date === from_date).reduce((sum, { days: count }) => sum + count, 0)]))
    }
    const numberOf = (answer: Reply): string => (answer.data as unknown as Planner).no
    const told = async (who: string, days: number) => (await titlesOf(who)).filter((title) => title === `Holidays have changed: Juma Omar plans ${days} days`).length

    it('released days are planned anew and their owner is told, once, and again when the holiday is removed', async () => {
      const no = numberOf(await call('juma', 'POST', 'documents/leave-planner', {
        period: '2026', fromDate: '2026-06-15', toDate: '2026-12-31',
        leavePlannerLines: [{ leaveType: 'ANNUAL', fromDate: '2026-08-24', toDate: '2026-08-27' }, { leaveType: 'ANNUAL', fromDate: '2026-08-28', toDate: '2026-08-28' }]
      }))
      expect(await decide('juma', no, 'send')).toMatchObject({ status: 200 })
      expect(await decide('otieno', no, 'approve')).toMatchObject({ data: { status: 'Released' } })
      await holiday('2026-08-25', 'Day of mourning')
      expect(await planner(no)).toMatchObject({ status: 'Released', duration: 4, leavePlannerLines: [{ duration: 3 }, { duration: 1 }] })
      expect(await plannedOf(no)).toEqual({ '2026-08-24': 3, '2026-08-28': 1 })
      expect([await told('juma', 4), await told('otieno', 4)]).toEqual([1, 0])
      expect(await titlesOf('njeri')).toContain('Day of mourning: 1 leave planners have other days')
      expect((await runs('planner-recount'))[0]).toMatchObject({ status: 'Done', name: 'Day of mourning', change: 'Added', posted: 1, failed: 0 })
      const { _rev } = await planner(no)
      const again = numberOf(await call('njeri', 'POST', 'documents/planner-recount', { date: '2026-08-25' }))
      await call('njeri', 'POST', `documents/planner-recount/${again}/actions/start`, {})
      await work()
      expect((await runs('planner-recount'))[0]).toMatchObject({ no: again, status: 'Done', posted: 0 })
      expect(await planner(no)).toMatchObject({ _rev })
      // An entry of which nothing is left.
      await holiday('2026-08-28', 'Another')
      expect(await plannedOf(no)).toEqual({ '2026-08-24': 3, '2026-08-28': 0 })
      await asTwo(as('njeri'), as('wambui'), 'DELETE', 'documents/holiday/2026-08-25')
      await work()
      expect((await planner(no)).duration).toBe(4)
      expect(await plannedOf(no)).toEqual({ '2026-08-24': 4, '2026-08-28': 0 })
      // A day between the entries changes nothing.
      const before = await planner(no)
      await holiday('2026-09-07', 'Between')
      expect((await planner(no))._rev).toBe(before._rev)
    })

    it('those who decide on one that is pending are told too', async () => {
      const no = numberOf(await call('juma', 'POST', 'documents/leave-planner', { period: '2027', fromDate: '2027-01-01', toDate: '2027-12-31', leavePlannerLines: [{ leaveType: 'ANNUAL', fromDate: '2027-08-23', toDate: '2027-08-27' }] }))
      expect((await decide('juma', no, 'send')).data.status).toBe('Pending')
      const before = await told('juma', 4)
      await holiday('2027-08-24', 'Election day')
      expect(await planner(no)).toMatchObject({ status: 'Pending', duration: 4 })
      expect([await told('juma', 4) - before, await told('otieno', 4)]).toEqual([1, 1])
      expect(await plannedOf(no)).toEqual({})
      await decide('otieno', no, 'approve')
      expect(await plannedOf(no)).toEqual({ '2027-08-23': 4 })
    })
  })

  it.runIf(kind === 'postgres')('an application that is being saved while the holiday is added is counted anew too', async () => {
    const { database } = test.services
    const { kysely } = database
    const { rows: [partition] } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = 'documents'::regclass and pg_get_expr(c.relpartbound, c.oid) like ${"%'leave-application'%"}`.execute(kysely)
    const other = new pg.Client({ connectionString: test.databaseUrl })
    await other.connect()
    await other.query(`begin; lock table ${partition!.name} in share mode`)
    // It has read the holidays when it waits for the table.
    const saved = apply({ leave_code: 'COMPASSION', start_date: '2026-12-01', end_date: '2026-12-03' })
    await untilOneWaits(database)
    await addHoliday('2026-12-02', 'While it is saved')
    const worked = work()
    // One job runs at a time: that of the planners may wait for that of the applications, which waits for the one being saved.
    const isToBegin = async () => (await kysely.selectFrom('jobs').select('payload').where('kind', '=', RUN_JOB).where('finished_at', 'is', null).where('attempts', '=', 0).execute()).some(({ payload }) => payload['type'] === 'leave-recount')
    while (await isToBegin()) await new Promise((resolve) => setTimeout(resolve, 10))
    await other.query('commit')
    await other.end()
    const code = await saved
    await worked
    expect(await read(code)).toMatchObject({ days_applied: 2 })
  })
})
