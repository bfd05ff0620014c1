/** What happens to leave under way when its type is no longer offered, or when somebody who is named in it leaves. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, startApp, type Caller, type TestApp } from './harness.ts'

interface Reply { status: number; message: string; errors?: { message: string }[]; data: Record<string, unknown> & { application_code: string; status: string; _rev: number; _actions: string[] } }

const KIPTOO = 'MRT-019'
const MUTUA = 'MRT-016'
const WANJIKU = 'MRT-015'

describe.each(ONE_KIND)('leave in flight on %s', (kind) => {
  let test: TestApp
  const people = new Map<string, Caller>()
  const as = (name: string): Caller => people.get(name)!

  beforeAll(async () => {
    test = await startApp({ kind })
    for (const name of ['wanjiku', 'otieno', 'kiptoo', 'mutua', 'njeri']) people.set(name, await test.signIn(`${name}@mazingira.example`))
  })
  afterAll(() => test.stop())

  async function call(who: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Reply> {
    const answer = await as(who).call(method, path, body)
    return { ...answer.json<Reply>(), status: answer.statusCode }
  }
  async function apply(values: object): Promise<string> {
    const answer = await call('wanjiku', 'POST', 'hrmis/leave_application', values)
    expect([answer.status, answer.message]).toEqual([201, 'Application Made'])
    return answer.data.application_code
  }
  const act = (who: string, code: string, action: string, input: object = {}) => call(who, 'POST', `documents/leave-application/${code}/actions/${action}`, { input })
  async function change(path: string, values: object): Promise<void> {
    const { _rev } = (await call('njeri', 'GET', path)).data
    expect((await call('njeri', 'PATCH', path, { ...values, _rev })).status).toBe(200)
  }
  const told = async (who: string) => (await as(who).call('GET', 'notifications?limit=100')).json<{ data: { title: string }[] }>().data.map(({ title }) => title)
  interface Handover { handoverNo: string; application_code: string; status: string }
  async function accept(who: string, code: string): Promise<void> {
    const asked = (await as(who).call('GET', 'documents/leave-handover?limit=100')).json<{ data: Handover[] }>().data.find((one) => one.application_code === code && one.status === 'Pending')
    expect((await call(who, 'POST', `documents/leave-handover/${asked!.handoverNo}/actions/accept`)).data.status).toBe('Accepted')
  }

  it('of a type that is no longer offered is decided, taken back and cancelled as before, and nobody applies for it any more', async () => {
    const [draft, asked, other, released] = [await apply({ leave_code: 'COMPASSION', start_date: '2026-07-01', end_date: '2026-07-01' }), await apply({ leave_code: 'COMPASSION', start_date: '2026-07-02', end_date: '2026-07-02' }), await apply({ leave_code: 'COMPASSION', start_date: '2026-07-03', end_date: '2026-07-03' }), await apply({ leave_code: 'COMPASSION', start_date: '2026-07-06', end_date: '2026-07-06' })]
    for (const code of [asked, other, released]) expect((await act('wanjiku', code, 'send')).data.status).toBe('Review')
    expect((await act('otieno', released, 'approve')).data.status).toBe('Released')
    await change('documents/leave-type/COMPASSION', { in_active: true })
    const refused = 'COMPASSION is no longer offered. Choose another type of leave.'
    const made = await call('wanjiku', 'POST', 'hrmis/leave_application', { leave_code: 'COMPASSION', start_date: '2026-07-08', end_date: '2026-07-08' })
    expect([made.status, made.errors?.map(({ message }) => message)]).toEqual([422, expect.arrayContaining([refused])])
    expect(await act('wanjiku', draft, 'send')).toMatchObject({ status: 422, message: refused })
    expect((await act('otieno', asked, 'approve')).data).toMatchObject({ status: 'Released', approved_days: 1 })
    expect((await act('wanjiku', other, 'cancel')).data.status).toBe('Open')
    expect(await act('wanjiku', other, 'send')).toMatchObject({ status: 422, message: refused })
    for (const code of [draft, other]) expect((await act('wanjiku', code, 'delete')).data.status).toBe('Canceled')
    expect((await act('wanjiku', released, 'askCancellation', { reason: 'No longer needed' })).data.status).toBe('Cancellation asked')
    expect((await act('otieno', released, 'approve')).data.status).toBe('Canceled')
    // The form is told before it is saved.
    expect((await call('wanjiku', 'POST', 'hrmis/leave_application/validate', { leave_type_code: 'COMPASSION', start_date: '2026-07-08', leave_days: 1 }) as unknown as { error: string }).error).toBe(refused)
    await change('documents/leave-type/COMPASSION', { in_active: false })
  })

  it('that is planned of a type that is no longer offered is not sent, and what was sent is decided', async () => {
    const plan = async (period: string, from: string) => {
      const { data } = await call('wanjiku', 'POST', 'hrmis/leave_planner/save_planner', { period, fromDate: from, toDate: from })
      const no = data['no'] as string
      expect((await call('wanjiku', 'POST', 'hrmis/leave_planner/save_planner_line', { documentNo: no, leaveType: 'COMPASSION', fromDate: from, toDate: from })).status).toBe(200)
      return no
    }
    const send = (no: string) => call('wanjiku', 'POST', 'hrmis/leave_planner/send_for_approval', { no })
    const [sent, open] = [await plan('2026', '2026-08-03'), await plan('2027', '2027-02-01')]
    expect((await send(sent)).data.status).toBe('Pending')
    await change('documents/leave-type/COMPASSION', { in_active: true })
    expect(await send(open)).toMatchObject({ status: 422, message: 'COMPASSION is no longer offered. Remove it, or plan another type of leave.' })
    expect((await call('otieno', 'POST', `documents/leave-planner/${sent}/actions/approve`, {})).data.status).toBe('Released')
    await change('documents/leave-type/COMPASSION', { in_active: false })
  })

  it('handed over to somebody who leaves is neither sent nor approved until somebody else takes over, and the applicant and their supervisor are told', async () => {
    const draft = await apply({ leave_code: 'UNPAID', start_date: '2026-09-01', end_date: '2026-09-02', handoverEmps: [KIPTOO] })
    const asked = await apply({ leave_code: 'UNPAID', start_date: '2026-09-07', end_date: '2026-09-08', handoverEmps: [KIPTOO] })
    for (const code of [draft, asked]) await accept('kiptoo', code)
    expect((await act('wanjiku', asked, 'send')).data.status).toBe('Review')
    await change(`documents/employee/${KIPTOO}`, { active: false })
    for (const who of ['wanjiku', 'otieno', 'njeri']) expect(await told(who)).toContain('Kiptoo Cheruiyot can no longer take over from Wanjiku Kamau')
    expect((await call('otieno', 'GET', `documents/leave-application/${asked}`)).data['answers']).toMatchObject([{ name: 'Kiptoo Cheruiyot', answer: 'No longer works here' }])
    const sending = await act('wanjiku', draft, 'send')
    expect([sending.status, sending.errors?.map(({ message }) => message)]).toEqual([422, expect.arrayContaining(['One of these colleagues no longer works here. Choose somebody else.'])])
    const approving = await act('otieno', asked, 'approve')
    expect([approving.status, approving.errors?.map(({ message }) => message)]).toEqual([422, expect.arrayContaining(['A colleague who was to take over from Wanjiku Kamau no longer works here. The application has to be taken back, and handed over to somebody else.'])])
    for (const code of [draft, asked]) {
      if (code === asked) expect((await act('wanjiku', code, 'cancel')).data.status).toBe('Open')
      expect((await call('wanjiku', 'PATCH', `documents/leave-application/${code}`, { handoverEmps: [MUTUA] })).status).toBe(200)
      await accept('mutua', code)
      expect((await act('wanjiku', code, 'send')).data.status).toBe('Review')
      expect((await act('otieno', code, 'approve')).data.status).toBe('Released')
    }
  })

  it('of an applicant who leaves can only be rejected', async () => {
    const code = await apply({ leave_code: 'COMPASSION', start_date: '2026-10-05', end_date: '2026-10-05' })
    await act('wanjiku', code, 'send')
    await change(`documents/employee/${WANJIKU}`, { active: false })
    expect(await act('otieno', code, 'approve')).toMatchObject({ status: 422, message: 'Wanjiku Kamau no longer works here, so this leave can only be rejected' })
    expect((await act('otieno', code, 'reject', { reason: 'Left' })).data.status).toBe('Rejected')
  })
})
