/** Leave from the application to the ledger, over HTTP: handover, approval, shortening, cancelling, and what is refused on the way. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendTimedReminders } from '../../src/server/reminders/send-reminders.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'
import { PIXEL, asTwo } from './petty-cash-cases.ts'

interface Reply { data: Record<string, unknown> & { application_code: string; status: string; _rev: number; _actions: string[] }; message: string; code?: string; errors?: { path: string; rule: string; message: string }[] }

describe.each(ONE_KIND)('leave on %s', (kind) => {
  let test: TestApp
  const people = new Map<string, Caller>()
  const as = (name: string): Caller => people.get(name)!

  beforeAll(async () => {
    test = await startApp({ kind })
    for (const name of ['wanjiku', 'otieno', 'kiptoo', 'chebet', 'njeri', 'wambui', 'mutua', 'achieng', 'juma']) people.set(name, await test.signIn(`${name}@mazingira.example`))
  })
  afterAll(() => test.stop())

  async function call(who: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Reply & { status: number }> {
    const answer = await as(who).call(method, path, body)
    return { ...answer.json<Reply>(), status: answer.statusCode }
  }
  async function apply(values: object, who = 'wanjiku'): Promise<Reply['data']> {
    const answer = await call(who, 'POST', 'hrmis/leave_application', values)
    expect([answer.status, answer.message], JSON.stringify(answer)).toEqual([201, 'Application Made'])
    return answer.data
  }
  const act = (who: string, code: string, action: string, input: object = {}) => call(who, 'POST', `documents/leave-application/${code}/actions/${action}`, { input })
  async function ledger(who: string, of: string): Promise<[string, number][]> {
    const rows = (await as(who).call('GET', `hrmis/leave_ledger_entries?limit=100&sort=entryNo&leave_code=${of}&period=2026`)).json<{ data: { kind: string; days: number }[] }>().data
    return rows.map(({ kind: what, days }) => [what, days])
  }

  it('goes through handover, approval with fewer days, and shortening, and the ledger explains the balance', async () => {
    const made = await apply({ leave_code: 'ANNUAL', start_date: '2026-07-06', end_date: '2026-07-17', comments: 'Home in Nyeri' })
    expect(made).toMatchObject({ status: 'Open', days_applied: 10, return_date: '2026-07-20', balance_before: 21, balance_after: 11, leave_period: '2026' })
    const code = made.application_code
    expect(await call('wanjiku', 'POST', 'hrmis/leave_application/submit', { application_code: code })).toMatchObject({ status: 422, errors: [{ path: 'handoverEmps', message: 'Field is required.' }] })
    await call('wanjiku', 'PATCH', `documents/leave-application/${code}`, { handoverEmps: ['MRT-019'], handoverDescription: 'The water survey', _rev: made._rev })
    expect(await call('wanjiku', 'POST', 'hrmis/leave_application/submit', { application_code: code })).toMatchObject({ status: 422, message: 'Your handover request has not been accepted' })

    const [asked] = (await as('kiptoo').call('GET', 'hrmis/leave_application/HandOverApprovals')).json<{ data: { handoverNo: string; senderNo: string; days_applied: number; comments?: string }[] }>().data
    expect(asked).toMatchObject({ senderNo: 'MRT-015', days_applied: 10 })
    // The recipient sees the handover, not the application.
    expect((await call('kiptoo', 'GET', `documents/leave-application/${code}`)).status).toBe(404)
    expect((await call('chebet', 'POST', `documents/leave-handover/${asked?.handoverNo ?? ''}/actions/accept`)).status).toBe(404)
    expect((await call('wanjiku', 'POST', `documents/leave-handover/${asked?.handoverNo ?? ''}/actions/accept`)).status).toBe(403)
    expect((await call('kiptoo', 'POST', `documents/leave-handover/${asked?.handoverNo ?? ''}/actions/accept`, { input: { comment: 'Gladly' } })).data.status).toBe('Accepted')

    expect(await call('wanjiku', 'POST', 'hrmis/leave_application/submit', { application_code: code })).toMatchObject({ status: 200, message: 'Application sent for approval', data: { status: 'Review' } })
    expect((await call('otieno', 'POST', 'hrmis/leave_application/approve', { application_code: code, approved_days: 11 })).errors?.[0]?.message).toBe('No more days than were applied for')
    expect((await call('otieno', 'POST', 'hrmis/leave_application/approve', { application_code: code, approved_start_date: '2026-07-07', approved_days: 8 })).data).toMatchObject({
      status: 'Released', start_date: '2026-07-06', days_applied: 10, approved_start_date: '2026-07-07', approved_end_date: '2026-07-16', approved_days: 8, return_date: '2026-07-17',
    })
    expect(await ledger('wanjiku', 'ANNUAL')).toEqual([['Taken', -8], ['Entitlement', 21]])
    expect((await act('wanjiku', code, 'recall', { back: '2026-07-14' })).status).toBe(403)
    expect((await act('njeri', code, 'recall', { back: '2026-07-14' })).data).toMatchObject({ recalledFrom: '2026-07-14', days_given_back: 3, days_taken: 5, return_date: '2026-07-14' })
    expect(await ledger('wanjiku', 'ANNUAL')).toEqual([['Taken', -8], ['Recall', 3], ['Entitlement', 21]])
    expect((await act('njeri', code, 'post')).data.status).toBe('Posted')
    // An application by its code, and those of a person; of another person nobody gets any who may not see them.
    const codes = async (who: string, query: string): Promise<string[]> => (await as(who).call('GET', `hrmis/leave_application?${query}`)).json<{ data: { application_code: string }[] }>().data.map((row) => row.application_code)
    expect([await codes('wanjiku', `application_code=${code}`), await codes('chebet', `application_code=${code}`), await codes('chebet', 'employee_no=MRT-015'), await codes('njeri', 'employee_no=MRT-015&status=Posted')]).toEqual([[code], [], [], [code]])
    // Who decided on it finds it among the approvals, also afterwards.
    expect(await codes('otieno', `application_code=${code}`)).toEqual([code])
    // What is left is what the next application starts from.
    expect(await apply({ leave_code: 'ANNUAL', start_date: '2026-08-03', end_date: '2026-08-04' })).toMatchObject({ balance_before: 16, balance_after: 14 })
    expect((await as('wanjiku').call('POST', `cu/ess_cu/getLeaveApplicationReport?number=${code}`)).json<{ data: string }>().data).toMatch(/^JVBERi/)
  })

  it('is answered as balances, of which every figure is explained by entries, to the person, their manager and human resources', async () => {
    type Balances = { data: Record<string, number | string>[]; employee: string; period: string; periods: string[] }
    const balances = async (who: string, query = '') => {
      const answer = await as(who).call('GET', `hrmis/leave_allocation?employee_no=MRT-015${query}`)
      return { status: answer.statusCode, ...answer.json<Balances>() }
    }
    const own = await balances('wanjiku')
    expect(own).toMatchObject({ status: 200, employee: 'MRT-015', period: '2026' })
    const annual = own.data.find(({ leave_code }) => leave_code === 'ANNUAL')!
    expect(annual).toMatchObject({ period: '2026', _title: 'Annual leave', allocated_days: 21, taken: 5, balance_brought_forward: 0, accrued_days: 0, balance: 16, pending: 0, available: 16 })
    const { entries } = (await as('wanjiku').call('GET', 'documents/leave-ledger/balances/entries?leave_code=ANNUAL&period=2026')).json<{ data: { entries: { kind: string; amount: number; balance: number }[] } }>().data
    expect(entries.map(({ kind: what, amount, balance }) => [what, amount, balance])).toEqual([['Entitlement', 21, 21], ['Taken', -8, 13], ['Recall', 3, 16]])
    // Otieno is her supervisor, Njeri of human resources; a colleague learns not even whether there is such a person.
    expect((await balances('otieno')).data).toEqual(own.data)
    expect((await balances('njeri')).data).toEqual(own.data)
    expect([(await balances('kiptoo')).status, (await as('njeri').call('GET', 'hrmis/leave_allocation?employee_no=MRT-999')).statusCode]).toEqual([404, 404])
    expect(await balances('wanjiku', '&period=2019')).toMatchObject({ data: [], period: '2019' })
    const printed = await as('otieno').call('GET', 'documents/leave-ledger/balances/print?employee_no=MRT-015')
    expect([printed.statusCode, printed.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  it('shows in balances no entries that an overlay withholds from the list, neither to the person nor to their manager', async () => {
    people.set('admin', await test.signIn('admin@mazingira.example'))
    const read = async (who: string) => {
      const { data } = (await as(who).call('GET', 'hrmis/leave_allocation?employee_no=MRT-015&period=2026')).json<{ data: Record<string, unknown>[] }>()
      const { entries } = (await as(who).call('GET', 'documents/leave-ledger/balances/entries?employee_no=MRT-015&leave_code=ANNUAL&period=2026')).json<{ data: { entries: { kind: string }[] } }>().data
      const { taken, balance } = data.find(({ leave_code }) => leave_code === 'ANNUAL') ?? {}
      return { taken, balance, kinds: entries.map(({ kind: what }) => what) }
    }
    const narrowed = { extends: { id: 'leave-ledger', version: 1 }, scope: { company: 'MRT' }, operations: [{ do: 'tighten', at: 'permissions.employee.rows', to: 'doc.kind == "Entitlement"' }] }
    const published = await as('admin').call('POST', 'admin/overlays', narrowed)
    expect(published.statusCode, published.body).toBe(200)
    try {
      const listed = await ledger('wanjiku', 'ANNUAL')
      for (const who of ['wanjiku', 'otieno']) expect(await read(who)).toEqual({ taken: 0, balance: 21, kinds: listed.map(([what]) => what) })
      expect(await read('njeri')).toMatchObject({ taken: 5, balance: 16, kinds: ['Entitlement', 'Taken', 'Recall'] })
    } finally {
      await as('admin').call('DELETE', `admin/overlays/${published.json<{ data: { id: number } }>().data.id}`)
    }
  })

  it('is cancelled before it begins by those who approved it, and the days come back', async () => {
    const { application_code: code } = await apply({ leave_code: 'STUDY', start_date: '2026-09-07', end_date: '2026-09-08', attachment: { fileName: 'exam.png', attachment: PIXEL } })
    const waiting = async (): Promise<{ asked?: object }[]> => (await as('otieno').call('GET', `approvals/approvalEntries?scope=mine&search=${code}`)).json<{ data: { asked?: object }[] }>().data
    await act('wanjiku', code, 'send')
    expect((await waiting()).map(({ asked }) => asked)).toEqual([undefined])
    await act('otieno', code, 'approve', { approved_days: 1 })
    expect((await act('wanjiku', code, 'askCancellation', { reason: 'The exam was moved' })).data.status).toBe('Cancellation asked')
    // Among the requests of others it does not look like one for leave.
    expect((await waiting()).map(({ asked }) => asked)).toEqual([{ label: 'Cancellation asked', tone: 'warning', icon: 'hourglass' }])
    // Nobody is asked for days now: those that were approved come back.
    const stray = await act('otieno', code, 'approve', { approved_days: 2 })
    expect([stray.status, stray.message]).toEqual([422, 'Approved days is not asked for here.'])
    expect((await act('otieno', code, 'approve')).data).toMatchObject({ status: 'Canceled', approved_days: 1 })
    expect(await ledger('wanjiku', 'STUDY')).toEqual([['Taken', -1], ['Recall', 1], ['Entitlement', 10]])
  })

  const revOf = async (code: string): Promise<unknown> => (await call('njeri', 'GET', `documents/leave-type/${code}`)).data['_rev']

  it('is cancelled also where nothing would be left to apply for', async () => {
    await call('njeri', 'PATCH', 'documents/leave-type/COMPASSION', { days: 3, _rev: 1 })
    const { application_code: code } = await apply({ leave_code: 'COMPASSION', start_date: '2026-12-01', end_date: '2026-12-03' })
    await act('wanjiku', code, 'send')
    expect((await act('otieno', code, 'approve')).data.status).toBe('Released')
    await call('njeri', 'PATCH', 'documents/leave-type/COMPASSION', { days: 1, _rev: 2 })
    // Nobody alone lets balances be overdrawn, such as their own.
    const { _rev } = (await call('njeri', 'GET', 'documents/leave-type/COMPASSION')).data
    expect((await call('njeri', 'PATCH', 'documents/leave-type/COMPASSION', { allowNegative: true, maxNegative: 300, _rev, _reason: 'Asked for' })).status).toBe(202)
    const { data } = await as('njeri').call('GET', 'documents/leave-type/COMPASSION').then((answer) => answer.json<{ data: { allowNegative?: boolean; maxNegative?: number } }>())
    expect([data.allowNegative ?? false, data.maxNegative ?? 0]).toEqual([false, 0])
    // Nor grants more days, to everybody or to their own grade.
    expect((await call('njeri', 'PATCH', 'documents/leave-type/ANNUAL', { entitlement: 90, _rev: await revOf('ANNUAL'), _reason: 'Asked for' })).status).toBe(202)
    const ownGrade = await call('njeri', 'PATCH', 'documents/leave-type/ANNUAL', { grades: ['G5: 90'], _rev: await revOf('ANNUAL') })
    expect([ownGrade.status, ownGrade.errors?.[0]?.message]).toEqual([422, 'Somebody else has to change the days of the grade that is yours'])
    expect((await call('njeri', 'POST', 'documents/leave-type', { code: 'BONUS', description: 'Bonus', entitlement: 5, grades: ['G5: 200'] })).status).toBe(422)
    // Nor empties what rules would read as no.
    const emptied = await call('njeri', 'PATCH', 'documents/leave-type/ANNUAL', { hasBalance: null, _rev: await revOf('ANNUAL') })
    expect([emptied.status, emptied.data['hasBalance']]).toEqual([200, true])
    const unbalanced = await call('njeri', 'POST', 'documents/leave-type', { code: 'WELL', description: 'Wellness', hasBalance: null, earnedDaysValid: null })
    expect([unbalanced.status, unbalanced.data['hasBalance'], unbalanced.data['paidFraction']]).toEqual([201, true, 1])
    await act('wanjiku', code, 'askCancellation', { reason: 'No longer needed' })
    expect((await act('otieno', code, 'approve')).data.status).toBe('Canceled')
  })

  it('of half a day that is shortened gives back half a day', async () => {
    const { application_code: code } = await apply({ leave_code: 'STUDY', start_date: '2026-09-14', end_date: '2026-09-15', start_half: true, attachment: { fileName: 'exam.png', attachment: PIXEL } })
    await act('wanjiku', code, 'send')
    expect((await act('otieno', code, 'approve', { approved_days: 0.7 })).errors?.[0]?.message ?? '').toBe('Days are counted in quarters')
    expect((await act('otieno', code, 'approve', { approved_start_date: '2026-09-16' })).errors?.[0]?.message).toBe('The first day must be one that was applied for')
    expect((await act('otieno', code, 'approve', { approved_start_date: '2026-09-15', approved_days: 1.5 })).errors?.[0]?.message).toBe('From this day on there are not so many days until the last that was applied for')
    expect((await act('otieno', code, 'approve')).data).toMatchObject({ approved_days: 1.5, approved_end_date: '2026-09-15' })
    expect((await act('njeri', code, 'recall', { back: '2026-09-14' })).data).toMatchObject({ days_given_back: 1.5, days_taken: 0 })
    expect(await ledger('wanjiku', 'STUDY')).toEqual([['Taken', -1], ['Recall', 1], ['Taken', -1.5], ['Recall', 1.5], ['Entitlement', 10]])
  })

  it('is handed over to those who accepted, and who accepted cannot be dropped once it is sent', async () => {
    const { application_code: code } = await apply({ leave_code: 'UNPAID', start_date: '2026-11-16', end_date: '2026-11-17', handoverEmps: ['MRT-019'] })
    const no = (await as('kiptoo').call('GET', 'documents/leave-handover?limit=100')).json<{ data: { application_code: string; handoverNo: string }[] }>().data.find((one) => one.application_code === code)?.handoverNo ?? ''
    await call('kiptoo', 'POST', `documents/leave-handover/${no}/actions/accept`)
    expect((await call('wanjiku', 'POST', `documents/leave-application/${code}/actions/send`, { handoverEmps: ['MRT-016'] })).message).toBe('Your handover request has not been accepted')
    expect((await act('wanjiku', code, 'send')).data.status).toBe('Review')
    expect((await call('wanjiku', 'POST', `documents/leave-handover/${no}/actions/withdraw`)).status).toBe(403)
  })

  it('of the same days is taken by one of two applications that are sent at the same time', async () => {
    const [one, other] = await Promise.all([apply({ leave_code: 'SICK', start_date: '2026-10-05', end_date: '2026-10-06' }, 'mutua'), apply({ leave_code: 'SICK', start_date: '2026-10-06', end_date: '2026-10-06' }, 'mutua')])
    const sent = await Promise.all([one, other].map(({ application_code: code }) => act('mutua', code, 'send')))
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(sent.find(({ status }) => status === 422)?.message).toMatch(/^You are on leave, or have applied for it, on some of the days from \w+ Oct 2026 to 6th Oct 2026$/)
  })

  it('above the balance is refused to one of two applications that are sent at the same time', async () => {
    const made = await Promise.all([['2026-07-06', '2026-07-28'], ['2026-08-03', '2026-08-25']].map(([start_date, end_date]) => apply({ leave_code: 'SICK', start_date, end_date, attachment: { fileName: 'note.png', attachment: PIXEL } }, 'chebet')))
    const sent = await Promise.all(made.map(({ application_code: code }) => act('chebet', code, 'send')))
    expect(sent.map(({ status }) => status).sort(), JSON.stringify(sent.map(({ message }) => message))).toEqual([200, 422])
    expect(sent.find(({ status }) => status === 422)?.message).toMatch(/^This is more than the balance of 2026, which is \d+$/)
  })

  it('counts days in a row through all leave that follows without a day of work between, in whatever order it was applied for', async () => {
    await asTwo(as('njeri'), as('wambui'), 'PATCH', 'documents/leave-type/COMPASSION', { maxConsecutive: 3 })
    const sendDay = async (day: string) => act('mutua', (await apply({ leave_code: 'COMPASSION', start_date: day, end_date: day }, 'mutua')).application_code, 'send')
    // Thursday, Monday and Friday are three in a row; Tuesday would be the fourth, though of those only Monday is next to it.
    for (const day of ['2026-11-05', '2026-11-09', '2026-11-06']) expect((await sendDay(day)).status, day).toBe(200)
    for (const day of ['2026-11-10', '2026-11-04']) expect((await sendDay(day)).errors?.[0]?.message, day).toBe('Together with the leave before and after, these are more days in a row than the leave type allows')
    expect((await sendDay('2026-11-11')).status).toBe(200)
    // Of three days one was approved: only that one counts.
    const days = async (start_date: string, end_date: string): Promise<string> => (await apply({ leave_code: 'COMPASSION', start_date, end_date })).application_code
    const short = await days('2026-12-15', '2026-12-17')
    expect((await act('wanjiku', short, 'send')).status).toBe(200)
    expect((await act('otieno', short, 'approve', { approved_days: 1 })).status).toBe(200)
    const next = await days('2026-12-16', '2026-12-17')
    expect((await act('wanjiku', next, 'send')).status).toBe(200)
    const undone = [await act('wanjiku', next, 'cancel'), await act('wanjiku', next, 'delete'), await act('wanjiku', short, 'askCancellation', { reason: 'Not taken' }), await act('otieno', short, 'approve')]
    expect(undone.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })

  it('needs a certificate also where the days are split into several applications', async () => {
    const days = async (start_date: string, end_date: string) => act('achieng', (await apply({ leave_code: 'SICK', start_date, end_date }, 'achieng')).application_code, 'send')
    expect((await days('2026-11-30', '2026-12-01')).status).toBe(200)
    expect((await days('2026-12-02', '2026-12-03')).errors).toMatchObject([{ path: 'attachment' }])
    expect((await days('2026-12-03', '2026-12-04')).status).toBe(200)
  })

  interface Handover { handoverNo: string; application_code: string; status: string; start_date: string; end_date: string; return_date: string; ended_because?: string; to_employee: string; tasks?: { id: number; task: string; status: string; note?: string }[]; _actions: string[] }
  const KIPTOO = 'MRT-019'
  const MUTUA = 'MRT-016'
  /** The handovers of an application as its recipients see them, the latest first. */
  async function handoversOf(code: string, who: string): Promise<Handover[]> {
    return (await as(who).call('GET', 'documents/leave-handover?limit=100')).json<{ data: Handover[] }>().data.filter((one) => one.application_code === code)
  }
  const answer = (who: string, { handoverNo }: Handover, acceptHandover: boolean, handoverComment = '') => call(who, 'POST', 'hrmis/leave_application/HandoverOperations', { handoverNo, acceptHandover, handoverComment })

  it('is handed over to several colleagues, of whom one who declines is replaced while it is open', async () => {
    const made = await apply({ leave_code: 'UNPAID', start_date: '2026-12-07', end_date: '2026-12-08', handoverEmps: [KIPTOO, MUTUA, KIPTOO], handoverTasks: [{ task: 'Read the meters' }, { task: 'Pay the drivers', status: 'ongoing' }] })
    const { application_code: code } = made
    expect(made).toMatchObject({ handoverEmps: [KIPTOO, MUTUA], hand_over_to_name: 'Kiptoo Cheruiyot, Mutua Kilonzo', handover: [{ empNo: KIPTOO }, { empNo: MUTUA }] })
    const [ofKiptoo] = await handoversOf(code, 'kiptoo')
    const [ofMutua] = await handoversOf(code, 'mutua')
    expect([ofKiptoo?.status, ofMutua?.status, ofKiptoo?.tasks]).toMatchObject(['Pending', 'Pending', [{ task: 'Read the meters', status: 'open' }, { task: 'Pay the drivers', status: 'ongoing' }]])
    expect((await answer('mutua', ofMutua!, false)).message).toBe('Field is required.')
    expect((await answer('mutua', ofMutua!, false, 'I am at the dentist')).data.status).toBe('Rejected')
    expect((await answer('kiptoo', ofKiptoo!, true, 'Gladly')).data).toMatchObject({ status: 'Accepted', recipientComment: 'Gladly' })
    expect((await act('wanjiku', code, 'send')).message).toBe('Your handover request has not been accepted')
    // Saving the rest again asks nobody twice, and a colleague who is replaced is asked no longer.
    await call('wanjiku', 'PATCH', `documents/leave-application/${code}`, { comments: 'At home' })
    expect(await handoversOf(code, 'mutua')).toHaveLength(1)
    await call('wanjiku', 'PATCH', `documents/leave-application/${code}`, { handoverEmps: [KIPTOO] })
    expect((await act('wanjiku', code, 'send')).data.status).toBe('Review')
    // Rejected, the days are free again: the colleague is told, and asked anew when the application is opened again.
    expect((await act('otieno', code, 'reject', { reason: 'The audit' })).data.status).toBe('Rejected')
    expect(await handoversOf(code, 'kiptoo')).toMatchObject([{ status: 'Withdrawn', ended_because: 'The leave was rejected.' }])
    const told = (await as('kiptoo').call('GET', 'notifications')).json<{ data: { title: string }[] }>().data.map(({ title }) => title)
    expect(told).toEqual(expect.arrayContaining(['Wanjiku Kamau asks you to take over', 'Wanjiku Kamau no longer hands over to you']))
    expect((await act('wanjiku', code, 'reopen')).data.status).toBe('Open')
    expect((await handoversOf(code, 'kiptoo')).map(({ status }) => status).sort()).toEqual(['Pending', 'Withdrawn'])
  })

  it('refuses colleagues who are away or take over from somebody else, and follows the days that are approved, shortened and cancelled', async () => {
    const { application_code: code } = await apply({ leave_code: 'UNPAID', start_date: '2026-12-14', end_date: '2026-12-18', handoverEmps: [KIPTOO] })
    const [asked] = await handoversOf(code, 'kiptoo')
    await answer('kiptoo', asked!, true)
    const busy = await call('chebet', 'POST', 'hrmis/leave_application', { leave_code: 'UNPAID', start_date: '2026-12-18', end_date: '2026-12-21', handoverEmps: [KIPTOO] })
    expect([busy.status, busy.message]).toEqual([422, 'One of these colleagues has taken over the duties of somebody else on some of these days. Choose somebody else.'])
    await act('wanjiku', code, 'send')
    const away = await call('kiptoo', 'POST', 'hrmis/leave_application', { leave_code: 'UNPAID', start_date: '2026-12-14', end_date: '2026-12-14', handoverEmps: ['MRT-015'] })
    expect([away.status, away.message]).toEqual([422, 'One of these colleagues is on leave on some of these days, or has applied for it. Choose somebody else.'])
    await act('otieno', code, 'approve', { approved_start_date: '2026-12-15', approved_days: 4 })
    expect(await handoversOf(code, 'kiptoo')).toMatchObject([{ status: 'Accepted', start_date: '2026-12-15', end_date: '2026-12-18' }])
    await act('njeri', code, 'recall', { back: '2026-12-17' })
    expect(await handoversOf(code, 'kiptoo')).toMatchObject([{ status: 'Accepted', start_date: '2026-12-15', end_date: '2026-12-16', return_date: '2026-12-17' }])
    await act('wanjiku', code, 'askCancellation', { reason: 'No longer needed' })
    // To keep the leave is not to reject it.
    await act('otieno', code, 'reject', { reason: 'It is booked' })
    expect((await handoversOf(code, 'kiptoo'))[0]?.status).toBe('Accepted')
    await act('wanjiku', code, 'askCancellation', { reason: 'Really' })
    expect((await act('otieno', code, 'approve')).data.status).toBe('Canceled')
    expect(await handoversOf(code, 'kiptoo')).toMatchObject([{ status: 'Withdrawn', ended_because: 'The leave was cancelled.' }])
  })

  it('gives the approvals of who is away to the first colleague who takes over and approves too, for its days only', async () => {
    await asTwo(as('njeri'), as('wambui'), 'PATCH', 'documents/leave-type/UNPAID', { autoDelegateApprovals: true, requireHandover: true })
    const delegations = async () => (await as('otieno').call('GET', 'documents/standing-delegation')).json<{ data: Record<string, string>[] }>().data.filter((one) => (one['leave'] ?? '') !== '')
    const onLeave = async (start_date: string, end_date: string): Promise<string> => {
      const { application_code: code } = await apply({ leave_code: 'UNPAID', start_date, end_date, handoverEmps: [KIPTOO, MUTUA] }, 'otieno')
      for (const who of ['kiptoo', 'mutua']) expect((await answer(who, (await handoversOf(code, who)).at(0)!, true)).data.status).toBe('Accepted')
      expect((await act('otieno', code, 'send')).status).toBe(200)
      expect((await act('achieng', code, 'approve')).data.status).toBe('Released')
      return code
    }
    const code = await onLeave('2026-06-15', '2026-06-17')
    // Kiptoo decides on nobody's requests.
    expect(await delegations()).toMatchObject([{ fromEmployee: 'MRT-005', toEmployee: MUTUA, start: '2026-06-15', end: '2026-06-17', leave: code }])
    people.set('mutua', await test.signIn('mutua@mazingira.example'))
    const { application_code: hers } = await apply({ leave_code: 'STUDY', start_date: '2026-09-21', end_date: '2026-09-21', attachment: { fileName: 'exam.png', attachment: PIXEL } })
    expect((await act('wanjiku', hers, 'send')).data.status).toBe('Review')
    expect((await call('mutua', 'POST', 'hrmis/leave_application/approve', { application_code: hers })).data.status).toBe('Released')
    await act('njeri', code, 'recall', { back: '2026-06-16' })
    expect(await delegations()).toMatchObject([{ end: '2026-06-15' }])
    const later = await onLeave('2026-12-28', '2026-12-29')
    expect((await delegations()).map(({ leave }) => leave).sort()).toEqual([code, later].sort())
    await act('otieno', later, 'askCancellation', { reason: 'No longer needed' })
    expect((await act('achieng', later, 'approve')).data.status).toBe('Canceled')
    expect((await delegations()).map(({ leave }) => leave)).toEqual([code])
  })

  it('needs another colleague where one of those who take over leaves, and the applicant and human resources are told', async () => {
    const { application_code: code } = await apply({ leave_code: 'UNPAID', start_date: '2026-10-26', end_date: '2026-10-27', handoverEmps: [KIPTOO] })
    await answer('kiptoo', (await handoversOf(code, 'kiptoo'))[0]!, true)
    const { _rev } = (await call('njeri', 'GET', `documents/employee/${KIPTOO}`)).data
    expect((await call('njeri', 'PATCH', `documents/employee/${KIPTOO}`, { active: false, _rev })).status).toBe(200)
    expect(await handoversOf(code, 'wanjiku')).toMatchObject([{ status: 'Withdrawn', ended_because: 'Kiptoo Cheruiyot no longer works here.' }])
    for (const who of ['wanjiku', 'njeri']) {
      const { data } = (await as(who).call('GET', 'notifications')).json<{ data: { title: string }[] }>()
      expect(data.map(({ title }) => title)).toContain('Kiptoo Cheruiyot can no longer take over from Wanjiku Kamau')
    }
    expect((await act('wanjiku', code, 'send')).message).toBe('Your handover request has not been accepted')
    expect((await call('wanjiku', 'PATCH', `documents/leave-application/${code}`, { comments: 'Again' })).message).toBe('One of these colleagues no longer works here. Choose somebody else.')
    const back = (await call('njeri', 'GET', `documents/employee/${KIPTOO}`)).data
    await call('njeri', 'PATCH', `documents/employee/${KIPTOO}`, { active: true, _rev: back._rev })
    people.set('kiptoo', await test.signIn('kiptoo@mazingira.example'))
  })

  it('tells the applicant and the supervisor of a colleague who does not answer within the hours of the type, once', async () => {
    const { _rev } = (await call('njeri', 'GET', 'documents/leave-type/UNPAID')).data
    await call('njeri', 'PATCH', 'documents/leave-type/UNPAID', { escalateAfterHours: 24, _rev })
    const { application_code: code } = await apply({ leave_code: 'UNPAID', start_date: '2026-11-23', end_date: '2026-11-24', handoverEmps: [KIPTOO] })
    const began = test.clock.now()
    const after = async (hours: number): Promise<number> => {
      test.clock.set(new Date(began.getTime() + hours * 3_600_000))
      const sent = await sendTimedReminders(test.services)
      test.clock.set(began)
      return sent
    }
    expect([await after(23), await after(24), await after(25)]).toEqual([0, 1, 0])
    const { data } = (await as('wanjiku').call('GET', 'notifications')).json<{ data: { title: string }[] }>()
    expect(data.map(({ title }) => title)).toContain('Kiptoo Cheruiyot has not answered Wanjiku Kamau')
    await act('wanjiku', code, 'delete')
  })

  it('is read by a calendar program from an address that its person makes, narrows and revokes', async () => {
    const make = async (who: string, body: object) => (await as(who).call('POST', 'calendar-feeds', { type: 'leave-application', ...body })).json<{ data: { address: string; feed: { id: string } } }>().data
    const read = async (address: string, headers: Record<string, string> = {}) => test.app.inject({ method: 'GET', url: new URL(address).pathname, headers })
    /** The events of the file by summary, with their first and last day or moment. */
    const eventsIn = (body: string): string[][] => body.replaceAll('\r\n ', '').split('BEGIN:VEVENT').slice(1).map((event) => ['SUMMARY', 'DTSTART', 'DTEND'].map((name) => new RegExp(`^${name}[^:]*:(.*)\r$`, 'm').exec(event)?.[1] ?? ''))
    const { application_code: code } = await apply({ leave_code: 'STUDY', start_date: '2026-10-12', end_date: '2026-10-13', start_half: true, attachment: { fileName: 'exam.png', attachment: PIXEL } })
    const { address, feed } = await make('wanjiku', {})
    const before = await read(address)
    expect([before.statusCode, before.headers['content-type'], before.headers['cache-control']]).toEqual([200, 'text/calendar; charset=utf-8', 'private, max-age=900'])
    expect(eventsIn(before.body).some(([, start]) => start?.startsWith('20261012'))).toBe(false)
    expect((await read(address, { 'if-none-match': String(before.headers['etag']) })).statusCode).toBe(304)
    await act('wanjiku', code, 'send')
    await act('otieno', code, 'approve')
    const after = await read(address, { 'if-none-match': String(before.headers['etag']) })
    // Half a day begins at noon in Nairobi.
    expect(eventsIn(after.body)).toContainEqual(['Wanjiku Kamau is away', '20261012T090000Z', '20261013T210000Z'])
    expect(after.body).not.toContain('STUDY')
    const detailed = await make('otieno', { isTeam: true, isDetailed: true })
    expect(eventsIn((await read(detailed.address)).body)).toContainEqual(['Wanjiku Kamau: STUDY', '20261012T090000Z', '20261013T210000Z'])
    expect(eventsIn((await read((await make('chebet', { isTeam: true })).address)).body).filter(([summary]) => summary?.includes('Wanjiku'))).toEqual([])
    const { feeds } = (await as('wanjiku').call('GET', 'calendar-feeds')).json<{ data: { feeds: Record<string, unknown>[] } }>().data
    expect(feeds).toMatchObject([{ id: feed.id, isTeam: false, isDetailed: false }])
    expect(JSON.stringify(feeds)).not.toContain(address.slice(-20, -4))
    // Leave that is shortened to nothing takes no time.
    await act('njeri', code, 'recall', { back: '2026-10-12' })
    expect(eventsIn((await read(address)).body).some(([, start]) => start?.startsWith('20261012'))).toBe(false)
    expect((await as('otieno').call('DELETE', `calendar-feeds/${feed.id}`)).statusCode).toBe(404)
    expect((await as('wanjiku').call('DELETE', `calendar-feeds/${feed.id}`)).statusCode).toBe(200)
    expect((await read(address)).statusCode).toBe(404)
    const { kysely } = test.services.database
    await kysely.updateTable('users').set({ active: false }).where('email', '=', 'otieno@mazingira.example').execute()
    expect((await read(detailed.address)).statusCode).toBe(404)
    await kysely.updateTable('users').set({ active: true }).where('email', '=', 'otieno@mazingira.example').execute()
  })

  it('lists to other systems only the handovers that somebody is to answer, not what they asked of others', async () => {
    const { application_code: code } = await apply({ leave_code: 'COMPASSION', start_date: '2026-12-30', end_date: '2026-12-30', handoverEmps: [KIPTOO] })
    const listed = async (who: string) => (await as(who).call('GET', 'hrmis/leave_application/HandOverApprovals')).json<{ data: { application_code: string }[] }>().data.some((one) => one.application_code === code)
    expect([await listed('kiptoo'), await listed('wanjiku'), await listed('njeri')]).toEqual([true, false, false])
    await answer('kiptoo', (await handoversOf(code, 'kiptoo'))[0]!, true)
    expect(await listed('kiptoo')).toBe(false)
    await act('wanjiku', code, 'delete')
  })

  it('is found by its code as a whole: with its entries, what colleagues answered, and what its type is now', async () => {
    const { application_code: code } = await apply({ leave_code: 'COMPASSION', start_date: '2026-12-31', end_date: '2026-12-31', handoverEmps: [KIPTOO, MUTUA] })
    const found = async (who = 'wanjiku') => (await as(who).call('GET', `hrmis/leave_application?application_code=${code}`)).json<{ data: (Record<string, unknown> & { approvalEntries: { status: string; approverID: string }[] })[] }>().data[0]!
    expect(await found()).toMatchObject({ fullName: 'Wanjiku Kamau', employeeInitials: 'WK', type_status: 'Active', carry_forward: false, period_start: '2026-01-01', period_end: '2026-12-31', approvalEntries: [] })
    expect((await found())['acceptHandover'] ?? null).toBeNull()
    await answer('kiptoo', (await handoversOf(code, 'kiptoo'))[0]!, true, 'Gladly')
    expect((await found())['acceptHandover'] ?? null).toBeNull()
    await answer('mutua', (await handoversOf(code, 'mutua'))[0]!, false, 'I am away')
    expect(await found()).toMatchObject({ acceptHandover: false })
    expect((await found())['handoverComment']).toContain('I am away')
    await call('wanjiku', 'PATCH', `documents/leave-application/${code}`, { handoverEmps: [KIPTOO] })
    expect(await found()).toMatchObject({ acceptHandover: true, handoverComment: 'Gladly' })
    await act('wanjiku', code, 'send')
    const type = (await call('njeri', 'GET', 'documents/leave-type/COMPASSION')).data
    await call('njeri', 'PATCH', 'documents/leave-type/COMPASSION', { in_active: true, _rev: type._rev })
    expect(await found('otieno')).toMatchObject({ type_status: 'InActive', approvalEntries: [{ status: 'Open', approverID: 'MRT-005' }] })
    await call('njeri', 'PATCH', 'documents/leave-type/COMPASSION', { in_active: false, _rev: type._rev + 1 })
    // The sheet is of what was approved and is taken.
    const sheet = (who: string) => as(who).call('GET', `documents/leave-application/${code}/print/sheet`)
    expect((await sheet('wanjiku')).statusCode).toBe(409)
    expect(await call('otieno', 'POST', 'hrmis/leave_application/reject', { application_code: code, comments: 'The audit' })).toMatchObject({ status: 200, message: 'Application Rejected', data: { rejectReason: 'The audit' } })
  })

  it('that is deleted takes back what was asked of colleagues', async () => {
    const { application_code: code } = await apply({ leave_code: 'UNPAID', start_date: '2026-11-02', end_date: '2026-11-03', handoverEmps: ['MRT-019'] })
    const handovers = async () => (await as('kiptoo').call('GET', `documents/leave-handover?search=&limit=100`)).json<{ data: { application_code: string; status: string }[] }>().data.filter((one) => one.application_code === code).map(({ status }) => status)
    expect(await handovers()).toEqual(['Pending'])
    expect((await act('wanjiku', code, 'delete')).data.status).toBe('Canceled')
    expect(await handovers()).toEqual(['Withdrawn'])
  })

  it('that is rejected or cancelled is archived: no list, tile or calendar has it, its tab does, and it is taken out again', async () => {
    type List = { data: { application_code: string }[]; tiles?: Record<string, number>; tabs?: Record<string, number> }
    const list = async (query = '', who = 'wanjiku') => (await as(who).call('GET', `documents/leave-application?limit=200&tiles=1${query}`)).json<List>()
    const has = async (query: string, who?: string) => (await list(query, who)).data.some((one) => one.application_code === code)
    const { application_code: code } = await apply({ leave_code: 'COMPASSION', start_date: '2026-12-28', end_date: '2026-12-28' })
    expect((await act('wanjiku', code, 'archive')).status).toBe(409)
    await act('wanjiku', code, 'delete')
    const before = await list()
    expect((await act('otieno', code, 'archive')).status).toBe(404)
    expect(await call('wanjiku', 'POST', 'hrmis/leave_application/archive', { application_code: code })).toMatchObject({ status: 200, message: 'Application archived', data: { archived: true } })
    expect([await has(''), await has('&status=Canceled'), await has('&overlaps=2026-12-01..2026-12-31'), await has('', 'njeri')]).toEqual([false, false, false, false])
    expect([await has('&tab=archived'), await has('&tab=archived', 'njeri'), await has(`&application_code=${code}`)]).toEqual([true, true, true])
    const { tiles, tabs } = await list()
    expect([tiles?.['Canceled'], tabs?.['all'], tabs?.['archived']]).toEqual([before.tiles!['Canceled']! - 1, before.tabs!['all']! - 1, before.tabs!['archived']! + 1])
    expect((await list('&tab=archived')).tabs).toEqual(tabs)
    const found = (await as('wanjiku').call('GET', `portal/search?q=${code}`)).body
    expect(found).toContain(code)
    const exported = await as('wanjiku').call('GET', 'documents/leave-application/export.csv')
    expect([exported.statusCode, exported.body.includes(code)]).toEqual([200, false])
    expect((await act('wanjiku', code, 'unarchive')).data).toMatchObject({ archived: false })
    expect([await has(''), await has('&tab=archived')]).toEqual([true, false])
  })

  it('that is rejected and archived is back in the list once it is opened again', async () => {
    const { application_code: code } = await apply({ leave_code: 'COMPASSION', start_date: '2026-12-29', end_date: '2026-12-29' })
    await act('wanjiku', code, 'send')
    await act('otieno', code, 'reject', { reason: 'The audit' })
    await act('wanjiku', code, 'archive')
    expect((await act('wanjiku', code, 'reopen')).data).toMatchObject({ status: 'Open', archived: false })
    await act('wanjiku', code, 'delete')
  })

  describe('once it has begun', () => {
    const days = { leave_code: 'SICK', attachment: { fileName: 'note.png', attachment: PIXEL } }
    const onDay = async (day: string): Promise<void> => {
      test.clock.set(new Date(`${day}T09:00:00+03:00`))
      for (const name of people.keys()) people.set(name, await test.signIn(`${name}@mazingira.example`))
    }
    async function released(start_date: string, end_date: string): Promise<string> {
      const { application_code: code } = await apply({ ...days, start_date, end_date }, 'wanjiku')
      await act('wanjiku', code, 'send')
      expect((await act('otieno', code, 'approve')).data.status).toBe('Released')
      return code
    }
    afterAll(() => onDay('2026-06-15'))

    it('is shortened on the request of who is on it, also after payroll has it, and the ledger says since when', async () => {
      const code = await released('2026-12-07', '2026-12-11')
      expect((await act('wanjiku', code, 'askShortening', { back: '2026-12-09', reason: 'Well again' })).status).toBe(409)
      expect((await act('njeri', code, 'post')).data.status).toBe('Posted')
      await onDay('2026-12-08')
      expect((await act('wanjiku', code, 'askCancellation', { reason: 'Well again' })).status).toBe(409)
      expect((await act('wanjiku', code, 'askShortening', { back: '2026-12-14', reason: 'Well again' })).errors?.[0]?.message).toBe('Leave ends on 11th Dec 2026')
      expect((await act('wanjiku', code, 'askShortening', { back: '2026-12-09', reason: 'Well again' })).data).toMatchObject({ status: 'Shortening asked', askedBack: '2026-12-09' })
      expect((await act('otieno', code, 'reject', { reason: 'Stay at home' })).data.status).toBe('Posted')
      expect((await act('wanjiku', code, 'askShortening', { back: '2026-12-10', reason: 'Well again' })).data.status).toBe('Shortening asked')
      expect((await act('wanjiku', code, 'keep')).data).toMatchObject({ status: 'Posted' })
      await act('wanjiku', code, 'askShortening', { back: '2026-12-10', reason: 'Well again' })
      expect((await act('otieno', code, 'approve', { approved_days: 1 })).status).toBe(422)
      expect((await act('otieno', code, 'approve')).data).toMatchObject({ status: 'Posted', recalledFrom: '2026-12-10', days_given_back: 2, days_taken: 3, lasts_until: '2026-12-09', return_date: '2026-12-10' })
      const entries = (await as('wanjiku').call('GET', 'hrmis/leave_ledger_entries?leave_code=SICK&period=2026&limit=100')).json<{ data: { kind: string; days: number; from_date?: string; to_date?: string; document_no: string }[] }>().data.filter(({ document_no: no }) => no === code)
      expect(entries.map(({ kind: what, days: count, from_date: from, to_date: to }) => [what, count, from, to]).sort()).toEqual([['Recall', 2, '2026-12-10', '2026-12-11'], ['Taken', -5, '2026-12-07', '2026-12-11']])
      // Only once: what was taken is what the ledger says.
      expect((await act('wanjiku', code, 'askShortening', { back: '2026-12-09', reason: 'Earlier' })).status).toBe(409)
    })

    it('is handed back task by task, until who was away has everything, and the report tells it', async () => {
      await onDay('2026-06-15')
      const { application_code: code } = await apply({ leave_code: 'UNPAID', start_date: '2026-08-17', end_date: '2026-08-18', handoverEmps: [KIPTOO], handoverTasks: [{ task: 'Read the meters' }, { task: 'Pay the drivers' }] })
      const [asked] = await handoversOf(code, 'kiptoo')
      const no = asked!.handoverNo
      const inHandover = (who: string, action: string, input: object = {}) => call(who, 'POST', `documents/leave-handover/${no}/actions/${action}`, { input })
      await answer('kiptoo', asked!, true)
      await act('wanjiku', code, 'send')
      expect((await act('otieno', code, 'approve')).data.status).toBe('Released')
      expect((await inHandover('kiptoo', 'handBack')).status).toBe(409)
      await onDay('2026-08-19')
      expect((await inHandover('kiptoo', 'handBack')).message).toBe('Tick each task as done, or say in its note what is left.')
      const { tasks = [], _rev } = (await call('kiptoo', 'GET', `documents/leave-handover/${no}`)).data as unknown as Handover & { _rev: number }
      const [meters, drivers] = tasks
      expect((await call('kiptoo', 'PATCH', `documents/leave-handover/${no}`, { tasks: [{ ...meters, status: 'done' }, { ...drivers, note: 'The last one on Friday' }], _rev })).status).toBe(200)
      expect((await inHandover('kiptoo', 'handBack', { comment: 'The keys are in the drawer' })).data).toMatchObject({ status: 'Handed back', handed_back_on: '2026-08-19' })
      expect((await as('wanjiku').call('GET', 'notifications')).json<{ data: { title: string }[] }>().data.map(({ title }) => title)).toContain('Kiptoo Cheruiyot hands your duties back')
      // Who takes over does not confirm it themselves.
      expect((await inHandover('kiptoo', 'confirmBack')).status).toBe(409)
      expect((await inHandover('wanjiku', 'askMore')).status).toBe(422)
      expect((await inHandover('wanjiku', 'askMore', { missing: 'The fuel receipts' })).data).toMatchObject({ status: 'Accepted', missing: 'The fuel receipts' })
      await inHandover('kiptoo', 'handBack')
      expect((await inHandover('wanjiku', 'confirmBack')).data.status).toBe('Completed')
      const report = async (who: string) => as(who).call('GET', `hrmis/leave_application/handoverReportTemplate?handoverNo=${no}`)
      expect((await Promise.all(['kiptoo', 'wanjiku', 'njeri', 'chebet'].map(report))).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 404])
      expect((await report('wanjiku')).json<{ data: string }>().data).toMatch(/^JVBERi/)
    })

    it('is shortened by who approved it, and by nobody else’s supervisor', async () => {
      await onDay('2026-12-08')
      const code = await released('2026-12-14', '2026-12-16')
      await onDay('2026-12-15')
      expect((await act('kiptoo', code, 'recall', { back: '2026-12-16' })).status).toBe(404)
      expect((await act('otieno', code, 'recall', { back: '2026-12-16' })).data).toMatchObject({ status: 'Released', days_given_back: 1 })
    })
  })

  it('is checked before it is saved, as it would be when it is sent, and nothing is written', async () => {
    const validate = (body: object, who = 'wanjiku') => call(who, 'POST', 'hrmis/leave_application/validate', body)
    const listed = async (): Promise<number> => (await as('wanjiku').call('GET', 'hrmis/leave_application?limit=100')).json<{ data: unknown[] }>().data.length
    const before = await listed()
    // From days to the end, over a holiday and a weekend.
    const byDays = await validate({ leave_type_code: 'ANNUAL', start_date: '2026-10-19', leave_days: 5, end_date: '' })
    expect(byDays).toMatchObject({
      status: 200, message: '', show: false,
      data: { status: 'success', start: '2026-10-19', end: '2026-10-26', end_date: '2026-10-26', return: '2026-10-27', return_dates: '2026-10-27', days: 5, leave_days: 5, clashes: [], warnings: [], errors: [] },
    })
    expect(byDays.data['excluded']).toEqual([{ date: '2026-10-20', why: 'Mashujaa Day' }, { date: '2026-10-24', why: 'Not a working day' }, { date: '2026-10-25', why: 'Not a working day' }])
    expect(Number(byDays.data['balanceBefore']) - Number(byDays.data['balanceAfter'])).toBe(5)
    // From the end to the days: both tell the same.
    const byEnd = await validate({ leave_type_code: 'ANNUAL', start_date: '2026-10-19', end_date: '2026-10-26' })
    expect(byEnd.data).toEqual(byDays.data)
    // What sending would refuse is found now, by field and with a code that stays.
    const refused = await validate({ leave_type_code: 'ANNUAL', start_date: '2026-10-20', leave_days: 40 })
    expect(refused).toMatchObject({ status: 200, show: true, message: 'Start Date: Mashujaa Day', error: 'Start Date: Mashujaa Day', data: { status: 'error' } })
    expect((refused.data['errors'] as { code: string; field: string }[]).map(({ code, field }) => `${field} ${code}`)).toEqual(expect.arrayContaining(['start_date a-working-day', 'leave_days days-within-type', 'end_date within-balance']))
    expect((await validate({ leave_type_code: 'ANNUAL', start_date: '2026-10-19' })).message).toBe('Kindly enter a valid date for your end of leave')
    expect((await validate({ leave_type_code: 'MATERNITY', start_date: '2026-10-19', leave_days: 1 }, 'mutua')).data['errors']).toContainEqual({ code: 'gender', field: 'leave_code', message: 'This leave is for somebody else' })
    expect((await validate({ leave_type_code: 'NONE', start_date: '2026-10-19', leave_days: 1 })).data['status']).toBe('error')
    expect((await validate({ leave_type_code: ['ANNUAL'], start_date: {}, leave_days: 'many' })).data['status']).toBe('error')
    expect(await listed()).toBe(before)
  })

  it('ends where its number of days leads, in every call, until the end is chosen instead', async () => {
    const form = { leave_code: 'COMPASSION', start_date: '2026-10-19', leave_days: 2.5 }
    // Over a holiday, until noon of the third day.
    const ends = { end_date: '2026-10-22', end_half: true, days_applied: 2.5, return_date: '2026-10-22' }
    const { application_code: code, ...made } = await apply(form, 'kiptoo')
    expect(made).toMatchObject(ends)
    const change = async (values: object) => (await call('kiptoo', 'PATCH', `documents/leave-application/${code}`, { ...values, _rev: (await call('kiptoo', 'GET', `documents/leave-application/${code}`)).data._rev })).data
    expect(await change({ leave_days: 3 })).toMatchObject({ end_date: '2026-10-22', days_applied: 3, return_date: '2026-10-23' })
    expect(await change({ start_date: '2026-10-22' })).toMatchObject({ end_date: '2026-10-26', days_applied: 3 })
    // What follows from the days is not entered beside them.
    expect(await change({ end_date: '2026-10-23' })).toMatchObject({ end_date: '2026-10-26', days_applied: 3 })
    expect(await change({ entered: 'End date', end_date: '2026-10-23' })).toMatchObject({ end_date: '2026-10-23', days_applied: 2 })
    const inForm = (await call('kiptoo', 'POST', 'documents/leave-application/check', form)).data as unknown as { record: object }
    expect(inForm.record).toMatchObject(ends)
    await act('kiptoo', code, 'delete')
    // A call that says both, and not which counts, means the end.
    const both = await call('kiptoo', 'POST', 'hrmis/leave_application/validate', { leave_type_code: 'COMPASSION', start_date: '2026-10-19', leave_days: 1, end_date: '2026-10-22' })
    expect(both.data).toMatchObject({ end: '2026-10-22', days: 3 })
  })

  it('names colleagues who are away and their days, but not why', async () => {
    const made = await apply({ leave_code: 'ANNUAL', start_date: '2026-11-09', end_date: '2026-11-10' }, 'chebet')
    await asTwo(as('njeri'), as('wambui'), 'PATCH', 'documents/leave-type/ANNUAL', { requireHandover: false })
    expect((await act('chebet', made.application_code, 'send')).data.status).toBe('Review')
    const { data } = await call('wanjiku', 'POST', 'hrmis/leave_application/validate', { leave_type_code: 'ANNUAL', start_date: '2026-11-10', end_date: '2026-11-11' })
    expect(data['clashes']).toEqual([{ name: 'Chebet Langat', from: '2026-11-09', until: '2026-11-10' }])
    expect(data['warnings']).toEqual([expect.stringMatching(/colleagues of your department/i)])
    const own = await apply({ leave_code: 'ANNUAL', start_date: '2026-11-10', end_date: '2026-11-11' })
    expect((await call('wanjiku', 'GET', `documents/leave-application/${own.application_code}`)).data['clashes']).toEqual(data['clashes'])
  })

  it('is checked by the generic call too, for one step or for a stored application', async () => {
    const check = (path: string, body: object, who = 'wanjiku') => call(who, 'POST', `documents/leave-application${path}`, body)
    const form = { leave_code: 'ANNUAL', start_date: '2026-12-01', end_date: '2026-12-02' }
    expect(await check('/check', form)).toMatchObject({ status: 200, data: { isValid: true, record: { days_applied: 2, return_date: '2026-12-03', leave_period: '2026', status: 'Open' }, issues: [] } })
    const { issues } = (await check('/check', { start_date: '2026-12-02', end_date: '2026-12-01' })).data as unknown as { issues: { path: string; rule: string; title?: string }[] }
    expect(issues).toMatchObject([{ path: 'leave_code', rule: 'required', title: 'Leave Type' }, { path: 'end_date', rule: 'end-after-start', title: 'End Date' }])
    expect((await check('/check?fields=comments,attachment', { start_date: '2026-12-02' })).data).toMatchObject({ isValid: true, issues: [] })
    expect((await check('/check?for=send', { ...form, leave_code: 'UNPAID' })).data).toMatchObject({ isValid: false, issues: [{ path: 'handoverEmps', rule: 'handover-needed' }] })
    expect(await check('/check?for=recall', form)).toMatchObject({ status: 400, code: 'invalid-request' })
    expect(await check('/check?fields=nothing', form)).toMatchObject({ status: 400, code: 'invalid-request' })
    const { application_code: code, _rev } = await apply({ ...form, start_date: '2026-12-21', end_date: '2026-12-22' })
    // Its own days are no overlap, and what is not sent stays.
    expect((await check(`/${code}/check`, { end_date: '2026-12-23', _rev })).data).toMatchObject({ isValid: true, record: { application_code: code, days_applied: 3 } })
    expect(await check(`/${code}/check`, { _rev: _rev + 1 })).toMatchObject({ status: 409, code: 'stale' })
    expect((await check(`/${code}/check`, {}, 'kiptoo')).status).toBe(404)
    await act('wanjiku', code, 'delete')
    expect((await check(`/${code}/check`, {})).status).toBe(409)
  })

  it('is answered to systems that ask for it in their own way', async () => {
    const answered = async (who: string, path: string) => (await as(who).call('GET', path)).json<{ data: Record<string, unknown>[] }>().data
    const made = await apply({ leave_code: 'STUDY', start_date: '2026-11-30', end_date: '2026-11-30', attachment: { fileName: 'exam.png', attachment: PIXEL } })
    const { application_code: code } = made
    // The file, to those who may read the application.
    const file = await call('wanjiku', 'POST', 'hrmis/leave_application/getLeaveAttachment', { application_code: code })
    expect(file.data).toMatchObject({ fileName: 'exam.png', mediaType: 'image/png', attachment: PIXEL })
    expect((await call('kiptoo', 'POST', 'hrmis/leave_application/getLeaveAttachment', { application_code: code })).status).toBe(404)
    const bare = await apply({ leave_code: 'COMPASSION', start_date: '2026-12-16', end_date: '2026-12-16' })
    expect((await call('wanjiku', 'POST', 'hrmis/leave_application/getLeaveAttachment', { application_code: bare.application_code })).status).toBe(404)
    // What waits or waited for the person who asks, whoever is named.
    await act('wanjiku', code, 'send')
    const assigned = async (who: string) => (await answered(who, 'hrmis/leave_application?Approver_ID=MRT-005')).map((one) => one['application_code'])
    expect([(await assigned('otieno')).includes(code), await assigned('wanjiku')]).toEqual([true, []])
    expect((await as('otieno').call('GET', 'hrmis/leave_application?approver=MRT-005')).statusCode).toBe(400)
    const colleagues = await answered('wanjiku', 'hrmis/leave_employee')
    expect(colleagues.find(({ number }) => number === 'MRT-005')).toMatchObject({ firstName: 'Otieno', first_name: 'Otieno', lastName: 'Ochieng', last_name: 'Ochieng', email: 'otieno@mazingira.example', receiveHandover: true, isApprover: true, is_approver: true })
    expect(colleagues.find(({ number }) => number === 'MRT-019')).toMatchObject({ firstName: 'Kiptoo', isApprover: false, is_approver: false })
    expect(await answered('wanjiku', 'employee/getAuthenticatedEmployee')).toMatchObject({ number: 'MRT-015', firstName: 'Wanjiku', is_approver: false })
    expect((await answered('wanjiku', 'hrmis/employee?no=MRT-005'))[0]).not.toHaveProperty('is_approver')
    expect(await answered('wanjiku', 'hrmis/leave_approver')).toEqual([{ approverID: 'MRT-005', name: 'Otieno Ochieng', sequence: 1, step: 'Supervisor' }])
    // Oneself, one employee, and the colleagues who may take over.
    expect(await answered('wanjiku', 'employee/getAuthenticatedEmployee')).toMatchObject({ number: 'MRT-015', first_name: 'Wanjiku' })
    expect((await answered('wanjiku', 'hrmis/employee?no=MRT-019')).map(({ number }) => number)).toEqual(['MRT-019'])
    const people = (await answered('wanjiku', `hrmis/leave_application/handover_people/${Buffer.from('MRT-015').toString('base64')}`)).map(({ number }) => number)
    expect([people.includes('MRT-019'), people.includes('MRT-015')]).toEqual([true, false])
    expect((await answered('wanjiku', 'hrmis/leave_planner/leave_days_balances')).find(({ leaveType }) => leaveType === 'STUDY')).toEqual({ leaveType: 'STUDY', balance: expect.any(Number) as number })
    // An open application is deleted by the call that takes one back.
    expect((await call('wanjiku', 'POST', 'hrmis/leave_application/cancel', { id: bare.application_code, Status: 'Canceled' })).data.status).toBe('Canceled')
    expect((await call('wanjiku', 'POST', 'hrmis/leave_application/cancel', { application_code: code })).data.status).toBe('Open')
  })

  it('is granted for periods whose days two of human resources approve, and nobody changes once the ledger has entries of them', async () => {
    const { _rev } = (await call('njeri', 'GET', 'documents/leave-period/2026')).data
    const shortened = await call('njeri', 'PATCH', 'documents/leave-period/2026', { current_period_end_date: '2026-01-31', _rev, _reason: 'The year is split' })
    expect([shortened.status, (await call('njeri', 'GET', 'documents/leave-period/2026')).data['current_period_end_date']], JSON.stringify(shortened)).toEqual([200, '2026-12-31'])
    expect((await call('njeri', 'POST', 'documents/leave-period', { code: '2031', name: '2031', current_period_start_date: '2031-01-01', current_period_end_date: '2031-12-31', _reason: 'A new year' })).status).toBe(202)
    expect((await call('njeri', 'GET', 'documents/leave-period/2031')).status).toBe(404)
  })

  it('is adjusted by two of human resources, and not for themselves', async () => {
    const adjust = (who: string, values: object) => call(who, 'POST', 'documents/leave-adjustment', { employee_no: 'MRT-019', leave_code: 'ANNUAL', period: '2026', kind: 'Adjustment', days: 1, reason: 'Worked on a holiday', ...values })
    expect((await adjust('wanjiku', {})).status).toBe(403)
    expect((await adjust('njeri', { employee_no: 'MRT-017' })).errors?.[0]?.message).toBe('Somebody else has to adjust your own leave')
    expect((await adjust('njeri', { kind: 'Brought forward', days: 11 })).errors?.[0]?.message).toBe('This is more than the leave type lets people carry into the next period')
    expect((await adjust('njeri', { kind: 'Encashment', days: -30 })).errors?.[0]?.message).toBe('This is more than the balance that is left')
    const { data: employee } = await call('njeri', 'GET', 'documents/employee/MRT-017')
    expect((await call('njeri', 'PATCH', 'documents/employee/MRT-017', { workPattern: 'THREE-DAYS', _rev: employee._rev })).errors?.[0]?.message).toBe('Somebody else has to change your own work pattern')
    const { data } = await adjust('njeri', {})
    const no = String(data['no'])
    await call('njeri', 'POST', `documents/leave-adjustment/${no}/actions/send`, {})
    expect((await call('njeri', 'POST', `documents/leave-adjustment/${no}/actions/approve`, {})).status).toBe(403)
    expect((await call('wambui', 'POST', `documents/leave-adjustment/${no}/actions/approve`, {})).data.status).toBe('Posted')
    expect(await ledger('kiptoo', 'ANNUAL')).toEqual([['Adjustment', 1], ['Entitlement', 21]])
  })

  it('is earned by extra work that the supervisor approves, and paid out once human resources have approved it with the pay of a day', async () => {
    const made = await call('wanjiku', 'POST', 'documents/compensatory-time', { leave_code: 'COMP', worked_on: '2026-06-13', days: 1, reason: 'Stocktaking on a Saturday' })
    expect(made).toMatchObject({ status: 201, data: { valid_until: '2026-09-11' } })
    const claim = String(made.data['no'])
    await call('wanjiku', 'POST', `documents/compensatory-time/${claim}/actions/send`, {})
    expect((await call('otieno', 'POST', `documents/compensatory-time/${claim}/actions/approve`, {})).data.status).toBe('Posted')
    expect(await ledger('wanjiku', 'COMP')).toEqual([['Earned', 1]])
    expect((await call('wanjiku', 'POST', 'documents/compensatory-time', { leave_code: 'ANNUAL', worked_on: '2026-06-13', reason: 'x' })).errors?.[0]?.message).toBe('Days of this leave are not earned by extra work')

    const balance = async () => (await as('chebet').call('GET', 'hrmis/leave_allocation')).json<{ data: Record<string, number>[] }>().data.find((row) => String(row['leave_code']) === 'ANNUAL')!
    const before = await balance()
    expect((await call('chebet', 'POST', 'documents/leave-encashment', { leave_code: 'ANNUAL', days: 99 })).errors?.[0]?.message).toBe('This is more than the balance that is left')
    const asked = await call('chebet', 'POST', 'documents/leave-encashment', { leave_code: 'ANNUAL', days: 2, reason: 'School fees' })
    const no = String(asked.data['no'])
    const decide = (who: string, input: object) => call(who, 'POST', `documents/leave-encashment/${no}/actions/approve`, { input })
    await call('chebet', 'POST', `documents/leave-encashment/${no}/actions/send`, {})
    expect((await decide('otieno', {})).status).toBe(200)
    expect((await decide('njeri', {})).errors?.[0]?.message).toBe('Enter what a day is paid')
    expect((await decide('njeri', { day_rate: 4500 })).data).toMatchObject({ status: 'Released', day_rate: 4500, amount: 9000, period: '2026' })
    expect(await balance()).toMatchObject({ adjusted: 0, paid_out: 2, balance: Number(before['balance']) - 2 })
    // From what a day is paid, the supervisor would learn the pay.
    const paid = (await call('otieno', 'GET', `documents/leave-encashment/${no}`)).data
    expect([paid.status, paid['day_rate'], paid['amount']]).toEqual(['Released', undefined, undefined])
    // Who says what a day is paid does not pay it.
    expect((await call('njeri', 'POST', `documents/leave-encashment/${no}/actions/pay`, {})).status).toBe(403)
    expect((await call('mutua', 'POST', `documents/leave-encashment/${no}/actions/pay`, {})).data.status).toBe('Posted')
  })

  it('that is paid out is not paid before human resources have said what a day is paid, also if somebody else approved for them', async () => {
    const { no } = (await call('chebet', 'POST', 'documents/leave-encashment', { leave_code: 'ANNUAL', days: 1 })).data
    const act = (who: string, action: string, input?: object) => call(who, 'POST', `documents/leave-encashment/${String(no)}/actions/${action}`, input && { input })
    await act('chebet', 'send')
    await act('otieno', 'approve', {})
    const { data } = (await as('njeri').call('GET', `approvals/approvalEntries?scope=mine&status=Open&documentNo=${String(no)}`)).json<{ data: { entryNo: number }[] }>()
    expect((await call('njeri', 'POST', 'approvals/delegate', { entryNo: data[0]?.entryNo, to: 'MRT-016' })).status).toBe(200)
    // Only human resources enter what a day is paid, not who decides in their place.
    expect((await act('mutua', 'approve', { day_rate: 600000 })).status).not.toBe(200)
    expect((await act('mutua', 'approve', {})).data).toMatchObject({ status: 'Released', day_rate: 0 })
    expect((await act('mutua', 'pay')).errors?.[0]?.message).toBe('Human resources have not entered what a day is paid')
    expect((await act('mutua', 'price', { day_rate: 3000 })).status).toBe(403)
    expect((await act('njeri', 'price', { day_rate: 3000 })).data).toMatchObject({ day_rate: 3000, amount: 3000 })
    expect((await act('njeri', 'price', { day_rate: 9000 })).status).toBe(409)
    expect((await act('mutua', 'pay')).data.status).toBe('Posted')
  })

  it('that is paid out is decided on within the limits of its amount, also where that is entered with the decision', async () => {
    const { no } = (await call('chebet', 'POST', 'documents/leave-encashment', { leave_code: 'ANNUAL', days: 1 })).data
    const act = (who: string, action: string, input?: object) => call(who, 'POST', `documents/leave-encashment/${String(no)}/actions/${action}`, input && { input })
    await act('chebet', 'send')
    await act('otieno', 'approve', {})
    const { kysely } = test.services.database
    // An officer of human resources who is none of the approvers, with a limit: the entry is of 0, what a day pays is entered with it.
    const roles = async (email: string, given: string[]): Promise<unknown> => kysely.updateTable('users').set({ roles: given }).where('email', '=', email).execute()
    const { employee, roles: before } = await kysely.selectFrom('users').select(['employee', 'roles']).where('email', '=', 'mutua@mazingira.example').executeTakeFirstOrThrow()
    expect(await call('njeri', 'POST', 'documents/standing-delegation', { toEmployee: employee, start: '2026-06-15', end: '2026-06-15', docTypes: ['leave-encashment'], maxAmount: 1000 })).toMatchObject({ status: 201 })
    await roles('mutua@mazingira.example', [...before, 'hr'])
    const deciding = await test.signIn('mutua@mazingira.example')
    const decide = async (day_rate: number) => (await deciding.call('POST', `documents/leave-encashment/${String(no)}/actions/approve`, { input: { day_rate } })).json<{ code?: string }>()
    expect((await decide(5000)).code).toBe('acting-delegate-limit')
    await saveSettings(kysely, 'MRT', 'security_settings', { step_up_above: 500 }, 'test')
    await kysely.updateTable('sessions').set({ proved_at: new Date(test.clock.now().getTime() - 11 * 60_000) }).execute()
    expect((await decide(900)).code).toBe('step-up-needed')
    await saveSettings(kysely, 'MRT', 'security_settings', { step_up_above: 0 }, 'test')
    expect(await decide(900)).toMatchObject({ data: { status: 'Released', amount: 900 } })
    // Who said what a day pays does not pay it, and to pay it is no less than to approve it.
    expect(await act('mutua', 'pay')).toMatchObject({ status: 422, message: 'You have entered what a day is paid. A colleague has to pay it.' })
    const payer = await test.signIn('joyce@mazingira.example')
    await saveSettings(kysely, 'MRT', 'security_settings', { step_up_above: 500 }, 'test')
    await kysely.updateTable('sessions').set({ proved_at: new Date(test.clock.now().getTime() - 11 * 60_000) }).execute()
    expect((await payer.call('POST', `documents/leave-encashment/${String(no)}/actions/pay`, {})).json()).toMatchObject({ code: 'step-up-needed' })
    await saveSettings(kysely, 'MRT', 'security_settings', { step_up_above: 0 }, 'test')
    await kysely.updateTable('sessions').set({ proved_at: test.clock.now() }).execute()
    await roles('mutua@mazingira.example', before)
  })

  it('that is shortened gives back the days of the work week in which it was approved', async () => {
    const { application_code: code } = await apply({ leave_code: 'STUDY', start_date: '2026-11-09', end_date: '2026-11-13', attachment: { fileName: 'exam.png', attachment: PIXEL } })
    await act('wanjiku', code, 'send')
    expect((await act('otieno', code, 'approve')).data).toMatchObject({ status: 'Released', approved_days: 5 })
    const inPattern = (workPattern: string) => sql`update documents set data = data || jsonb_build_object('workPattern', ${workPattern}::text) where company = 'MRT' and type = 'employee' and key = 'MRT-015'`.execute(test.services.database.kysely)
    await inPattern('THREE-DAYS')
    try {
      expect((await act('otieno', code, 'recall', { back: '2026-11-13' })).data).toMatchObject({ days_given_back: 1 })
    } finally {
      await inPattern('')
    }
  })

  describe('that is planned', () => {
    interface Planner { no: string; status: string; duration: number; version: number; leavePlannerLines: { lineNo: number; duration: number; remaining: number; fromDate: string }[]; _actions: string[] }
    const plan = async (method: 'GET' | 'POST', path: string, body?: object, who = 'juma') => (await call(who, method, `hrmis/leave_planner${path}`, body)) as unknown as { status: number; message: string; data: Planner; errors?: { path: string; message: string }[]; warnings?: { message: string }[] }
    const listed = async (path: string, who = 'juma') => (await plan('GET', path, undefined, who)).data as unknown as Record<string, unknown>[]
    const planned = async () => (await as('juma').call('GET', 'documents/planned-leave?limit=100&sort=entryNo')).json<{ data: { from_date: string; days: number }[] }>().data.map(({ from_date, days }) => [from_date, days])
    let no = ''

    it('is saved header first and line by line, and each is checked against the others', async () => {
      expect(await listed('/leave_periods')).toContainEqual(expect.objectContaining({ code: '2026', name: '2026' }))
      expect((await listed('/leave_types?employeeNo=MRT-021&period=2026')).map(({ code }) => code)).toContain('ANNUAL')
      const made = await plan('POST', '/save_planner', { period: '2026', fromDate: '2026-06-15', toDate: '2026-11-30' })
      expect(made, JSON.stringify(made)).toMatchObject({ status: 201, data: { status: 'Open', duration: 0 } })
      no = made.data.no
      expect(await plan('POST', '/save_planner', { no, toDate: '2026-12-31' })).toMatchObject({ status: 200, data: { no, toDate: '2026-12-31' } })
      expect(await plan('POST', '/save_planner', { period: '2026', fromDate: '2026-06-15', toDate: '2026-11-30' })).toMatchObject({ status: 422, message: 'You have another planner for this period, which is open or pending approval' })

      const saved = await plan('POST', '/save_planner_line', { documentNo: no, leaveType: 'ANNUAL', fromDate: '2026-08-03', toDate: '2026-08-07' })
      expect(saved.data, saved.message).toMatchObject({ duration: 5, leavePlannerLines: [{ duration: 5, remaining: 16, employeeNo: 'MRT-021', documentNo: no }] })
      const { lineNo = 0 } = saved.data.leavePlannerLines[0] ?? {}
      expect(await plan('POST', '/save_planner_line', { documentNo: no, lineNo, toDate: '2026-08-10' })).toMatchObject({ status: 200, data: { duration: 6 } })
      expect(await plan('POST', '/save_planner_line', { documentNo: no, leaveType: 'ANNUAL', fromDate: '2026-08-10', toDate: '2026-08-11' })).toMatchObject({ status: 422, errors: [{ path: 'leavePlannerLines.0.to', message: 'Another entry has this day' }, { message: 'Another entry has some of these days' }, { path: 'leavePlannerLines.1.from', message: 'Another entry has this day' }, { path: 'leavePlannerLines.1.to' }] })
      const another = await plan('POST', '/save_planner_line', { documentNo: no, leaveType: 'ANNUAL', fromDate: '2026-12-21', toDate: '2026-12-24' })
      expect(another.data.leavePlannerLines.map(({ remaining }) => remaining)).toEqual([11, 11])
      const third = await plan('POST', '/save_planner_line', { documentNo: no, leaveType: 'ANNUAL', fromDate: '2026-10-05', toDate: '2026-10-23' })
      expect(third.data.duration).toBe(24)
      expect(await plan('POST', '/send_for_approval', { no })).toMatchObject({ status: 422, message: 'You plan more days of this type than the balance that is left' })
      expect(await plan('POST', '/delete_planner_line', { documentNo: no, lineNo: 30000 })).toMatchObject({ status: 200, message: 'Leave entry removed' })
      expect((await listed('/get_planner_lines?employeeNo=MRT-021')).map(({ documentNo }) => documentNo)).toEqual([no, no])
    })

    it('is reviewed by the supervisor alone, and released days are planned until a new version replaces them', async () => {
      const sent = await plan('POST', '/send_for_approval', { no, employeeNo: 'MRT-021' })
      expect(sent, JSON.stringify(sent)).toMatchObject({ status: 200, data: { status: 'Pending' }, warnings: [{ message: 'Plan at least as many days in a row as the leave type asks for' }] })
      expect(await plan('POST', '/save_planner', { no, toDate: '2026-11-30' })).toMatchObject({ status: 409 })
      expect((await plan('POST', '/cancel_approval', { no })).data.status).toBe('Open')
      await plan('POST', '/send_for_approval', { no })
      expect((await plan('GET', `/get_planner/${no}`, undefined, 'chebet')).status).toBe(404)
      const [waiting] = await listed('/application-reviews?approverID=MRT-005', 'otieno')
      expect(waiting).toMatchObject({ no, approvalEntryNo: expect.any(Number) as number })
      expect((await listed('?assigned=1', 'otieno')).map((one) => one['no'])).toEqual([no])
      expect(await listed('?assigned=1')).toEqual([])
      expect((await plan('POST', '/approvals/reject', { documentNo: no, reason: 'x'.repeat(251) }, 'otieno')).status).toBe(422)
      expect(await plan('POST', '/approvals/reject', { documentNo: no, reason: 'Stock take' }, 'otieno')).toMatchObject({ message: 'Leave Plan rejected successfully', data: { status: 'Rejected', rejectReason: 'Stock take' } })
      await call('juma', 'POST', `documents/leave-planner/${no}/actions/reopen`)
      await plan('POST', '/send_for_approval', { no })
      expect(await plan('POST', '/approvals/approve', { approvalEntryNo: (await listed('/application-reviews', 'otieno'))[0]?.['approvalEntryNo'] }, 'otieno')).toMatchObject({ message: 'Leave Plan approved successfully', data: { status: 'Released' } })
      expect(await planned()).toEqual([['2026-08-03', 6], ['2026-12-21', 4]])

      expect((await call('juma', 'POST', `documents/leave-planner/${no}/actions/revise`)).data).toMatchObject({ status: 'Open', version: 2 })
      const { data } = await plan('POST', '/delete_planner_line', { documentNo: no, lineNo: 20000 })
      expect(data.leavePlannerLines.map(({ fromDate }) => fromDate)).toEqual(['2026-08-03'])
      expect(await planned()).toHaveLength(2)
      await plan('POST', '/send_for_approval', { no })
      expect((await plan('POST', '/approvals/approve', { documentNo: no }, 'otieno')).data.status).toBe('Released')
      expect((await planned()).toSorted()).toEqual([['2026-08-03', -6], ['2026-08-03', 6], ['2026-08-03', 6], ['2026-12-21', -4], ['2026-12-21', 4]].toSorted())
      const second = await plan('POST', '/save_planner', { period: '2026', fromDate: '2026-08-01', toDate: '2026-12-31', leavePlannerLines: [{ leaveType: 'ANNUAL', fromDate: '2026-08-10', toDate: '2026-08-12' }] })
      expect(second).toMatchObject({ status: 422, errors: [{ path: 'leavePlannerLines.0.from', message: `Planned in ${no}` }, { path: 'leavePlannerLines.0.to' }] })
      expect(await plan('POST', '/delete_planner', { no })).toMatchObject({ status: 409 })
    })

    it('for one period is one of two planners that are saved at the same time', async () => {
      const both = await Promise.all([1, 2].map(() => plan('POST', '/save_planner', { period: '2027', fromDate: '2027-01-01', toDate: '2027-12-31' })))
      expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
      const made = both.find(({ status }) => status === 201)?.data.no ?? ''
      expect(await plan('POST', '/delete_planner', { no: made, employeeNo: 'MRT-021' })).toMatchObject({ status: 200, message: `Planner ${made} deleted` })
    })
  })

  describe('with an allowance', () => {
    interface Allowance { no: string; status: string; amount: number; postingDate: string; accruedPercent: number; applicationCode: string; description?: string; payrollPeriod?: string; ended_because?: string; _rev: number; _actions: string[] }
    const money = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, who = 'juma') => (await call(who, method, `hrmis/leave_application/${path}`, body)) as unknown as { status: number; message: string; data: Allowance; errors?: { path: string; message: string }[] }
    const held = async (who: string, query = '') => (await as(who).call('GET', `hrmis/leave_application/GetEmployeeAllowance?${query}`)).json<{ data: Allowance[] }>().data
    const read = async (no: string, who = 'juma') => (await money('GET', `getAllowance?no=${no}`, undefined, who)).data
    const leave = async (start_date: string, end_date: string) => (await apply({ leave_code: 'ANNUAL', start_date, end_date }, 'juma')).application_code
    const decide = (who: string, no: string, action = 'approve', input: object = {}) => call(who, 'POST', `documents/leave-allowance/${no}/actions/${action}`, { input })
    let code = ''
    let no = ''

    it('is offered once the leave is saved, by the rate of the grade, and nobody enters the amount', async () => {
      code = await leave('2026-09-07', '2026-09-11')
      expect((await call('juma', 'GET', `documents/leave-application/${code}`)).data['allowanceOffered']).toBe(true)
      const may = (body: object, who = 'juma') => call(who, 'POST', 'hrmis/leave_application/CheckIfAppliedLeaveAllowance', body)
      // Juma is of grade G4 and has a basic pay of 40,000; the rate of the other grades is a tenth.
      expect((await may({ applicationCode: code })).data).toEqual({ applied: false, mayApply: true, accruedPercentage: 100, amount: 4000, postingDate: '2026-09-07', reasons: [] })
      expect((await may({ applicationCode: code }, 'chebet')).data).toMatchObject({ mayApply: false })
      expect((await money('POST', 'storeAllowance', { applicationCode: code }, 'chebet')).status).toBe(422)
      const made = await money('POST', 'storeAllowance', { applicationCode: code, description: 'For the journey', amount: 99_000, postingDate: '2026-01-01' })
      expect(made, JSON.stringify(made)).toMatchObject({ status: 201, data: { status: 'Open', amount: 4000, postingDate: '2026-09-07', accruedPercent: 100, employee_name: 'Juma Omar' } })
      no = made.data.no
      expect((await call('juma', 'GET', `documents/leave-application/${code}`)).data['allowanceOffered']).toBe(false)
      expect(await money('POST', 'storeAllowance', { applicationCode: code })).toMatchObject({ status: 422, message: 'There is a leave allowance for this application already' })
      expect((await may({ applicationCode: code })).data).toMatchObject({ applied: true, mayApply: false })
      expect((await money('PATCH', 'patchAllowance', { no, description: 'For the journey home' })).data).toMatchObject({ description: 'For the journey home', amount: 4000 })
      // It goes with the leave, and strangers do not learn of it.
      expect(await money('POST', 'sendApproval', { no })).toMatchObject({ status: 409 })
      expect((await money('GET', `getAllowance?no=${no}`, undefined, 'chebet')).status).toBe(404)
      expect(await held('chebet')).toEqual([])
      expect((await held('juma')).map((one) => one.no)).toEqual([no])
    })

    it('is sent with the leave, taken back with it, and approved after it', async () => {
      expect((await act('juma', code, 'send')).data.status).toBe('Review')
      expect((await read(no)).status).toBe('Pending Approval')
      expect((await act('juma', code, 'cancel')).data.status).toBe('Open')
      expect((await read(no)).status).toBe('Open')
      await act('juma', code, 'send')
      // The supervisor decides whether it is paid, and would learn the pay from how much.
      const [entry] = (await as('otieno').call('GET', `approvals/approvalEntries?documentNo=${no}&status=Open`)).json<{ data: { amount?: object; summary: { label: string }[] }[] }>().data
      expect([(await read(no, 'otieno')).amount, entry?.amount, entry?.summary.map(({ label }) => label).includes('Allowance amount')]).toEqual([undefined, undefined, false])
      // Nor do they learn it by what a delegate may decide on, which would tell whether the amount is above a limit, or by an order.
      const { data: limited } = await call('otieno', 'POST', 'documents/standing-delegation', { toEmployee: 'MRT-010', start: '2026-06-15', end: '2026-06-15', docTypes: ['leave-allowance'], maxAmount: 1 })
      const delegate = await test.signIn('ali@mazingira.example')
      expect((await delegate.call('GET', `approvals/approvalEntries?documentNo=${no}&status=Open`)).json<{ data: object[] }>().data).toHaveLength(1)
      expect((await call('otieno', 'PATCH', `documents/standing-delegation/${String(limited['no'])}`, { maxAmount: 100_000, _rev: limited._rev })).status).toBe(200)
      expect((await delegate.call('GET', `approvals/approvalEntries?documentNo=${no}&status=Open`)).json<{ data: object[] }>().data).toHaveLength(1)
      const known = await test.services.database.kysely.selectFrom('approval_entries').select(['step', 'amount']).where('document_key', '=', no).orderBy('entry_no').execute()
      expect(known.slice(-3).map(({ step, amount }) => [step, amount === null ? null : Number(amount)])).toContainEqual(['hr', 4000])
      expect(known.filter(({ step }) => step === 'supervisor').map(({ amount }) => amount)).toEqual([null, null])
      expect(await decide('otieno', no)).toMatchObject({ status: 422, message: `Decide on the leave ${code} first` })
      // The leave begins a day later than applied for, and with it the allowance is due.
      expect((await act('otieno', code, 'approve', { approved_start_date: '2026-09-08', approved_days: 4 })).data.status).toBe('Released')
      expect((await decide('otieno', no)).status).toBe(200)
      expect((await held('mutua')).map((one) => one.no)).toEqual([])
      expect((await decide('njeri', no)).data).toMatchObject({ status: 'Released', postingDate: '2026-09-08' })
    })

    it('is one in a leave year, also for two that are sent at the same time', async () => {
      const other = await leave('2026-10-26', '2026-10-27')
      expect(await money('POST', 'storeAllowance', { applicationCode: other })).toMatchObject({ status: 422, message: 'There is a leave allowance for this leave year already' })
      const both = await Promise.all([['2026-07-22', '2026-07-22'], ['2026-07-24', '2026-07-24']].map(([start_date, end_date]) => apply({ leave_code: 'ANNUAL', start_date, end_date }, 'wanjiku')))
      for (const one of both) expect((await money('POST', 'storeAllowance', { applicationCode: one.application_code }, 'wanjiku')).status).toBe(201)
      const sent = await Promise.all(both.map((one) => act('wanjiku', one.application_code, 'send')))
      expect(sent.map(({ status }) => status).sort(), JSON.stringify(sent.map(({ message }) => message))).toEqual([200, 409])
      expect(sent.find(({ status }) => status === 409)?.message).toMatch(/There is a leave allowance for this leave year already/)
      expect((await held('wanjiku')).map(({ status }) => status).sort()).toEqual(['Open', 'Pending Approval'])
      // Without its allowance, the other leave can be sent.
      const left = (await held('wanjiku')).find(({ status }) => status === 'Open')!
      expect((await money('POST', 'deleteAllowance', { no: left.no }, 'wanjiku')).status).toBe(200)
      expect((await act('wanjiku', left.applicationCode, 'send')).data.status).toBe('Review')
      // Rejected with the leave, it is open again and can go with the next attempt.
      const taken = (await held('wanjiku')).find(({ status }) => status === 'Pending Approval')!
      await act('otieno', taken.applicationCode, 'reject', { reason: 'The audit' })
      expect(await read(taken.no, 'wanjiku')).toMatchObject({ status: 'Open' })
    })

    it('is paid with the payroll as an earning of the current period, once', async () => {
      expect((await decide('juma', no, 'post')).status).toBe(403)
      expect(await decide('mutua', no, 'post')).toMatchObject({ status: 422, message: 'No payroll period is current. Make one current first.' })
      const period = (path: string, body: object = {}) => call('mutua', 'POST', `documents/pay-period${path}`, body)
      await period('', { startDate: '2026-06-01' })
      await period('/2026-06-01/actions/open')
      // Its leave begins in September.
      expect((await period('/2026-06-01/actions/postAllowances')).message).toBe('No leave allowance is due in June 2026.')
      expect((await decide('mutua', no, 'post')).data).toMatchObject({ status: 'Posted', payrollPeriod: '2026-06-01' })
      const earnings = async (who: string) => (await as(who).call('GET', 'documents/pay-earning?limit=100')).json<{ data: Record<string, unknown>[] }>().data
      expect(await earnings('juma')).toMatchObject([{ kind: 'Leave allowance', employee_no: 'MRT-021', period: '2026-06-01', document_no: no, amount: 4000 }])
      // What colleagues earn is theirs: hers are the days that were paid out to her.
      expect(await earnings('chebet')).toMatchObject([{ kind: 'Leave encashment', employee_no: 'MRT-020', period: '2026-06-01', amount: 3000 }, { amount: 9000 }])
      expect((await decide('mutua', no, 'post')).status).toBe(409)
      // Cancelled leave leaves what is paid, and finance is told.
      await act('juma', code, 'askCancellation', { reason: 'No longer needed' })
      expect((await act('otieno', code, 'approve')).data.status).toBe('Canceled')
      expect((await read(no)).status).toBe('Posted')
      const told = await test.services.database.kysely.selectFrom('notifications').innerJoin('users', 'users.id', 'notifications.user_id').select('users.email').where('title', '=', 'The leave of a paid allowance is not taken').execute()
      expect(told.map(({ email }) => email)).toContain('mutua@mazingira.example')
    })

    it('is made and sent with the leave in one call, and cancelled with it', async () => {
      const both = await call('chebet', 'POST', 'hrmis/leave_application/submitWithAllowance', { leave_code: 'ANNUAL', start_date: '2026-10-05', end_date: '2026-10-06', allowance: true, allowanceDescription: 'In one step' })
      expect(both, JSON.stringify(both)).toMatchObject({ status: 200, data: { status: 'Review' } })
      const [made] = await held('chebet')
      expect(made).toMatchObject({ status: 'Pending Approval', applicationCode: both.data.application_code, description: 'In one step', postingDate: '2026-10-05' })
      expect(made?.amount).toBeGreaterThan(0)
      // All or nothing: no leave is made where its allowance is refused.
      const listed = async () => (await as('chebet').call('GET', 'hrmis/leave_application?limit=100')).json<{ data: unknown[] }>().data.length
      const before = await listed()
      expect(await call('chebet', 'POST', 'hrmis/leave_application/submitWithAllowance', { leave_code: 'ANNUAL', start_date: '2026-10-08', end_date: '2026-10-08', allowance: true })).toMatchObject({ status: 409, message: expect.stringMatching(/There is a leave allowance for this leave year already/) as string })
      expect(await listed()).toBe(before)
      await act('otieno', both.data.application_code, 'approve')
      await act('chebet', both.data.application_code, 'askCancellation', { reason: 'The wedding was moved' })
      await act('otieno', both.data.application_code, 'approve')
      expect(await held('chebet')).toMatchObject([{ status: 'Canceled', ended_because: 'The leave was cancelled.' }])
    })

    it('ends with leave that is given back whole, and stays with leave of which a part is taken', async () => {
      const { data: { application_code: code } } = await call('chebet', 'POST', 'hrmis/leave_application/submitWithAllowance', { leave_code: 'ANNUAL', start_date: '2026-10-12', end_date: '2026-10-14', allowance: true })
      expect((await act('otieno', code, 'approve')).data).toMatchObject({ status: 'Released' })
      const back = (day: string) => act('otieno', code, 'recall', { back: day })
      const allowance = async () => (await held('chebet')).find((one) => one.applicationCode === code)
      expect((await back('2026-10-12')).data).toMatchObject({ status: 'Released', days_given_back: 3 })
      expect(await allowance()).toMatchObject({ status: 'Canceled', ended_because: 'None of the leave is taken.' })
    })

    it('is not offered to whom human resources exclude, and to nobody where the setting is off', async () => {
      const own = await apply({ leave_code: 'ANNUAL', start_date: '2026-11-23', end_date: '2026-11-24' }, 'chebet')
      const offered = async () => (await call('chebet', 'GET', `documents/leave-application/${own.application_code}`)).data['allowanceOffered']
      expect(await offered()).toBe(true)
      const { data: employee } = await call('njeri', 'GET', `documents/employee/${String(own['employee_no'])}`)
      await call('njeri', 'PATCH', `documents/employee/${String(own['employee_no'])}`, { leaveAllowance: false, _rev: employee._rev })
      expect(await offered()).toBe(false)
      expect(await money('POST', 'storeAllowance', { applicationCode: own.application_code }, 'chebet')).toMatchObject({ status: 422, message: 'You cannot apply for a leave allowance' })
    })
  })
})
