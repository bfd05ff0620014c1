/**
 * The life of a staff loan and of advances, over the calls that its manifest names: requested, approved, disbursed, deducted, settled; and
 * what is refused on the way.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { openEntry } from './petty-cash-cases.ts'
import { walkIn, type Reply } from './walk.ts'

interface Repayment { lineNo: number; period: string; amount: number; principal: number; interest: number; balance: number }
interface Advance {
  no: string; status: string; employeeCode: string; grossPay?: number; limit?: number; outstanding?: number; takeHome?: number; instalment: number; balance: number; nextPeriod?: string; instalmentsTaken: number
  schedule: Repayment[]; deductions: Repayment[]; disbursed: boolean; payrollPeriod: string; _actions: string[]; _rev: number
}
interface Figures { totalBalance: number; limit: number; deductions: number }

const ADVANCES = 'hrmis/payroll/advance'
const loan = (more: object = {}): object => ({
  advanceType: 'Staff Loan', loanNo: 'SCHOOL', applicationAmount: 60000, repaymentInstallments: 6, preferredDisbursementDate: '2026-06-20', applicationReason: 'School fees, second term', ...more,
})
const advance = (amount: number, more: object = {}): object => ({ advanceType: 'Advance', applicationAmount: amount, preferredDisbursementDate: '2026-12-20', applicationReason: 'Hospital bill', ...more })

describe.each(ONE_KIND)('staff loans and salary advances on %s', (kind) => {
  let test: TestApp
  const { who, onDay, call, done, refused, decide } = walkIn<Advance>(() => test)
  beforeAll(async () => {
    test = await startApp({ kind })
  })
  afterAll(() => test.stop())

  const get = async (name: string, no: string): Promise<Advance> => (await done(name, 'GET', `${ADVANCES}/${no}`)).data
  const figures = async (name: string): Promise<Figures> => (await done<Figures>(name, 'GET', 'hrmis/payroll/balance')).data
  const entry = async (name: string, no: string): Promise<object> => ({ entryNo: (await openEntry(await who(name), no)).entryNo })
  const approve = (name: string, no: string): Promise<void> => decide(name, no)
  const made = async (name: string, body: object): Promise<string> => (await done(name, 'POST', ADVANCES, body)).data.no
  const sent = async (name: string, body: object): Promise<string> => {
    const no = await made(name, body)
    await done(name, 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: no })
    return no
  }
  const act = (name: string, no: string, action: string, input?: object): Promise<Reply<Advance>> => done(name, 'POST', `documents/salary-advance/${no}/actions/${action}`, input && { input })
  const disburse = (no: string, paidOn: string, by = 'mutua'): Promise<Reply<Advance>> => act(by, no, 'disburse', { paidOn, paidFrom: 'Bank transfer', paymentReference: 'BT-1' })
  const period = async (startDate: string): Promise<void> => {
    await done('mutua', 'POST', 'documents/pay-period', { startDate })
    await done('mutua', 'POST', `documents/pay-period/${startDate}/actions/open`)
  }
  const post = (startDate: string): Promise<Reply<Advance>> => done('mutua', 'POST', `documents/pay-period/${startDate}/actions/postDeductions`)
  const taken = async (name: string): Promise<{ amount: number; principal: number; period: string; document_no: string }[]> =>
    (await done<{ amount: number; principal: number; period: string; document_no: string }[]>(name, 'GET', 'documents/pay-deduction?limit=100&sort=period')).data

  const wrong: [string, object, RegExp][] = [
    ['no instalment', loan({ repaymentInstallments: 0 }), /Period should be above 0/],
    ['thirteen instalments', loan({ repaymentInstallments: 13 }), /Period cannot be more than 12/],
    ['an instalment and a half', loan({ repaymentInstallments: 1.5 }), /whole number/],
    ['a negative instalment', loan({ repaymentInstallments: -3 }), /Period should be above 0/],
    ['more instalments than the type allows', loan({ loanNo: 'EMERGENCY', repaymentInstallments: 7 }), /fewer instalments/],
    ['a type of loan that is closed', loan({ loanNo: 'CAR' }), /Loan type/],
    ['an unknown type of loan', loan({ loanNo: 'YACHT' }), /Loan type/],
    ['a loan without its type', loan({ loanNo: '' }), /Required/],
    ['an amount of zero', loan({ applicationAmount: 0 }), /Must be greater than 0/],
    ['a negative amount', loan({ applicationAmount: -500 }), /Must be greater than 0/],
    ['an amount of 1e15', loan({ applicationAmount: 1e15 }), /./],
    ['an amount with cents', loan({ applicationAmount: 100.5 }), /whole number/],
    ['a reason of a thousand letters', loan({ applicationReason: 'x'.repeat(1000) }), /at most 250/],
    ['a date in the past', loan({ preferredDisbursementDate: '2026-06-14' }), /should not be in the past/],
    ['no date', loan({ preferredDisbursementDate: null }), /Required/],
    ['an unknown kind', loan({ advanceType: 'Gift' }), /./],
    ['somebody else as the borrower', loan({ employeeCode: 'MRT-005' }), /cannot be changed/],
    ['a status of the borrower’s choice', loan({ status: 'Released' }), /cannot be changed/],
    ['a date of disbursement of the borrower’s choice', loan({ disbursedOn: '2026-06-15' }), /cannot be changed/],
    ['a count of instalments taken of the borrower’s choice', loan({ instalmentsTaken: 5 }), /cannot be changed/],
  ]
  it.each(wrong)('cannot be requested with %s', async (_, body, message) => {
    expect(await refused('wanjiku', 'POST', ADVANCES, body)).toMatch(message)
  })

  it('get their limit, take-home pay and schedule from the server, whatever was sent', async () => {
    const forged = await done('wanjiku', 'POST', ADVANCES, advance(20000, { limit: 9e6, takeHome: 9e6, grossPay: 9e6, schedule: [{ lineNo: 1, amount: 1 }], repaymentInstallments: 12 }))
    expect(forged.data).toMatchObject({ grossPay: 100000, limit: 28608, takeHome: 41941.65, instalment: 20000, repaymentInstallments: 1 })
    expect(forged.data.schedule).toEqual([{ lineNo: 1, period: '2027-01-01', amount: 20000, principal: 20000, interest: 0, balance: 0 }])
    await done('wanjiku', 'DELETE', `${ADVANCES}?no=${forged.data.no}`)
  })

  it('go from application through approvals and disbursement to the last deduction of their schedule', async () => {
    expect(await figures('wanjiku')).toEqual({ totalBalance: 0, limit: 28608, deductions: 0 })
    const { data: { no }, message } = await done('wanjiku', 'POST', ADVANCES, { ...loan(), applicationDate: '2026-06-15', employeeCode: 'MRT-015' })
    expect(message).toBe(`Application ${no} saved`)
    const out = await done('wanjiku', 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: no })
    expect(out).toMatchObject({ message: 'Application sent for approval', data: { status: 'Pending Approval', _actions: ['cancel'], instalment: 10300 } })
    expect((await done('wanjiku', 'POST', 'hrmis/payroll/CancelApprovalRequest', { docNo: no })).data.status).toBe('Open')
    await done('wanjiku', 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: no })

    const seen = await get('otieno', no)
    expect(seen).toMatchObject({ applicationAmount: 60000, instalment: 10300 })
    for (const kept of ['grossPay', 'fixedDeductions', 'runningInstalments', 'limit', 'takeHome', 'outstanding']) expect(seen).not.toHaveProperty(kept)
    await approve('otieno', no)
    expect((await get('wanjiku', no)).status).toBe('Pending Approval')
    await approve('achieng', no)
    expect(await get('wanjiku', no)).toMatchObject({ status: 'Released', disbursed: false, _actions: ['withdraw'] })
    await refused('wanjiku', 'POST', `documents/salary-advance/${no}/actions/disburse`, { input: { paidOn: '2026-06-15', paidFrom: 'Cash', paymentReference: 'x' } })
    expect(await refused('mutua', 'POST', `documents/salary-advance/${no}/actions/disburse`, { input: { paidOn: '2026-06-16', paidFrom: 'Cash', paymentReference: 'x' } })).toMatch(/should not be a future date/)

    const paid = await disburse(no, '2026-06-15')
    expect(paid.message).toBe(`${no} paid to Wanjiku Kamau`)
    expect(paid.data).toMatchObject({ status: 'Disbursed', disbursed: true, balance: 60000, nextPeriod: '2026-07-01', instalmentsTaken: 0 })
    expect(paid.data.schedule.map(({ period: month, amount, balance }) => [month, amount, balance])).toEqual([
      ['2026-07-01', 10300, 50000], ['2026-08-01', 10300, 40000], ['2026-09-01', 10300, 30000], ['2026-10-01', 10300, 20000], ['2026-11-01', 10300, 10000], ['2026-12-01', 10300, 0],
    ])
    // Existing repayments leave less for an advance.
    expect(await figures('wanjiku')).toEqual({ totalBalance: 60000, limit: 18308, deductions: 0 })

    await period('2026-06-01')
    expect(await refused('mutua', 'POST', 'documents/pay-period/2026-06-01/actions/postDeductions')).toMatch(/No instalment is due in June 2026/)
    await done('mutua', 'POST', 'documents/pay-period/2026-06-01/actions/close')
    onDay('2026-07-02')
    expect(await refused('mutua', 'POST', `documents/salary-advance/${no}/actions/settle`, { input: { paidOn: '2026-06-20', reference: 'Receipt 90' } })).toMatch(/The payroll period of that day is closed/)
    for (const [month, left] of [['07', 50000], ['08', 40000], ['09', 30000], ['10', 20000], ['11', 10000]] as const) {
      onDay(`2026-${month}-25`)
      await period(`2026-${month}-01`)
      expect(await refused('mutua', 'POST', `documents/pay-period/2026-${month}-01/actions/close`)).toMatch(/not deducted yet/)
      expect((await post(`2026-${month}-01`)).message).toMatch(/^Deductions of \w+ 2026 posted$/)
      expect(await figures('wanjiku')).toMatchObject({ totalBalance: left, deductions: 10300 })
      expect(await refused('mutua', 'POST', `documents/pay-period/2026-${month}-01/actions/postDeductions`)).toMatch(/No instalment is due/)
      await done('mutua', 'POST', `documents/pay-period/2026-${month}-01/actions/close`)
    }
    expect((await get('wanjiku', no)).deductions).toHaveLength(5)
    onDay('2026-12-15')
    await period('2026-12-01')
    expect((await done<{ startDate: string; startingDate: string }[]>('wanjiku', 'GET', 'hrmis/payroll/current_period')).data).toMatchObject([{ startDate: '2026-12-01', startingDate: '2026-12-01', name: 'December 2026', current: true }])
    await post('2026-12-01')
    expect(await get('wanjiku', no)).toMatchObject({ status: 'Settled', balance: 0, instalmentsTaken: 6, _actions: [] })
    const entries = await taken('wanjiku')
    expect(entries.map((one) => one.period)).toEqual(['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01', '2026-12-01'])
    expect([entries.reduce((sum, one) => sum + one.principal, 0), entries.reduce((sum, one) => sum + one.amount, 0)]).toEqual([60000, 61800])
    expect(await figures('wanjiku')).toEqual({ totalBalance: 0, limit: 28608, deductions: 10300 })
    await refused('mutua', 'POST', `documents/salary-advance/${no}/actions/deduct`, { input: { period: '2026-12-01' } })
  })

  it('cannot be sent above the limit, nor by a person without pay on file', async () => {
    const no = await made('wanjiku', advance(28609))
    expect(await refused('wanjiku', 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: no })).toMatch(/The amount is above the limit.*less than a third/)
    await done('wanjiku', 'PATCH', ADVANCES, { no, applicationAmount: 28608 })
    await done('wanjiku', 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: no })
    await done('wanjiku', 'POST', 'hrmis/payroll/CancelApprovalRequest', { docNo: no })
    await done('wanjiku', 'DELETE', `${ADVANCES}?no=${no}`)
    const hassan = await test.signIn('hassan@baraka.example')
    const answer = await hassan.call('POST', ADVANCES, advance(1000))
    const his = answer.json<Reply<Advance>>().data.no
    expect((await hassan.call('POST', 'hrmis/payroll/SendApprovalRequest', { docNo: his })).json<Reply<Advance>>().message).toMatch(/Your pay is not on file yet/)
  })

  it('cannot be held twice at a time, nor approved or disbursed once the limit is too low', async () => {
    const no = await sent('wanjiku', advance(25000))
    const second = await made('wanjiku', advance(1000))
    expect(await refused('wanjiku', 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: second })).toMatch(/There is one of this type already that is not settled yet/)
    const setOther = async (otherDeductions: number): Promise<void> => {
      const { _rev } = (await done<{ _rev: number }>('mutua', 'GET', 'documents/staff-pay/MRT-015')).data
      const { request } = (await done('mutua', 'PATCH', 'documents/staff-pay/MRT-015', { otherDeductions, _rev, _reason: 'A loan elsewhere' })) as unknown as { request: { key: string } }
      await decide('joyce', request.key)
    }
    await setOther(11500)
    const told = await refused('otieno', 'POST', 'approvals/approve', await entry('otieno', no))
    expect(told).toMatch(/The amount is above the limit/)
    expect(told).not.toMatch(/\d/)
    await setOther(0)
    await approve('otieno', no)
    await setOther(11500)
    expect(await refused('mutua', 'POST', `documents/salary-advance/${no}/actions/disburse`, { input: { paidOn: '2026-12-15', paidFrom: 'Cash', paymentReference: 'x' } })).toMatch(/above the limit/)
    await setOther(0)
    await disburse(no, '2026-12-15')
    expect(await refused('wanjiku', 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: second })).toMatch(/not settled yet/)
    // As its own dialog calls it, not as that of topping up does.
    for (const path of [`documents/salary-advance/${no}/actions/settle`, 'hrmis/payroll/settle']) {
      const { status, body } = await call('mutua', 'POST', path, { docNo: no, input: { paidOn: '2026-12-15' } })
      expect([status, body.errors]).toMatchObject([422, [{ path: 'reference', rule: 'required', title: 'Reference' }]])
    }
    const settled = await act('mutua', no, 'settle', { paidOn: '2026-12-15', reference: 'Receipt 91' })
    expect(settled.data).toMatchObject({ status: 'Settled', settlement: 25000, balance: 0 })
    await done('wanjiku', 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: second })
  })

  it('are accepted only once when a person sends two at once', async () => {
    const two = [await made('ekal', advance(1000)), await made('ekal', advance(1100))]
    const ekal = await who('ekal')
    const answers = await Promise.all(two.map((no) => ekal.call('POST', 'hrmis/payroll/SendApprovalRequest', { docNo: no })))
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 422])
  })

  it('cannot be disbursed, deducted or settled by their own borrower', async () => {
    const no = await sent('mutua', advance(5000))
    await approve('joyce', no)
    await refused('mutua', 'POST', `documents/salary-advance/${no}/actions/disburse`, { input: { paidOn: '2026-12-15', paidFrom: 'Cash', paymentReference: 'x' } })
    expect((await disburse(no, '2026-12-15', 'joyce')).data.status).toBe('Disbursed')
    // Nor brought to the same result in another way.
    for (const [action, input] of [['deductLast', { period: '2026-12-01' }], ['deduct', { period: '2026-12-01' }], ['settle', { paidOn: '2026-12-15', reference: 'x' }]] as const) {
      expect(await refused('mutua', 'POST', `documents/salary-advance/${no}/actions/${action}`, { input })).toMatch(/not yours to do/)
    }
  })

  it('are deducted once when two people post at once, by a colleague of their borrower, and for nobody when one of them cannot be deducted', async () => {
    const first = (await done<Advance[]>('mutua', 'GET', `${ADVANCES}?status=Disbursed`)).data[0]!.no
    const other = await sent('atieno', advance(10000))
    await approve('halima', other)
    await disburse(other, '2026-12-15')
    await done('mutua', 'POST', 'documents/pay-period/2026-12-01/actions/close')
    onDay('2027-01-20')
    await period('2027-01-01')
    const db = test.services.database.kysely
    const whole = (await db.selectFrom('documents').select('data').where('key', '=', other).executeTakeFirstOrThrow()).data
    await db.updateTable('documents').set({ data: sql`data - 'schedule'` }).where('key', '=', other).execute()
    expect(await refused('mutua', 'POST', 'documents/pay-period/2027-01-01/actions/postDeductions')).toContain(`Nothing was done, because of Salary advance ${other}`)
    expect((await get('mutua', first)).status).toBe('Disbursed')
    await db.updateTable('documents').set({ data: JSON.stringify(whole) }).where('key', '=', other).execute()
    // The first is of the person who posts: a colleague deducts it, at once or afterwards.
    const posted = await call('mutua', 'POST', 'documents/pay-period/2027-01-01/actions/postDeductions')
    expect(posted).toMatchObject({ status: 200, body: { warnings: [{ rule: 'notByOwner', message: `Not done for your own: Salary advance ${first}. A colleague has to do that.` }] } })
    expect((await get('mutua', first)).status).toBe('Disbursed')
    expect(await refused('mutua', 'POST', 'documents/pay-period/2027-01-01/actions/postDeductions')).toBe(`Nothing was done: a colleague has to do this for your own, Salary advance ${first}.`)
    const finance = [await who('joyce'), await who('joyce')]
    const answers = await Promise.all(finance.map((one) => one.call('POST', 'documents/pay-period/2027-01-01/actions/postDeductions')))
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 422])
    expect((await taken('mutua')).filter((one) => one.period === '2027-01-01').map((one) => one.document_no).sort()).toEqual([first, other].sort())
  })

  it('do not show an approver the pay and deductions of others', async () => {
    expect((await done<{ employeeNo: string }[]>('otieno', 'GET', 'documents/staff-pay')).data.map((one) => one.employeeNo)).toEqual(['MRT-005'])
    expect((await (await who('otieno')).call('GET', 'documents/staff-pay/MRT-015')).statusCode).toBe(404)
    expect((await done<Record<string, number>>('otieno', 'GET', 'portal/lookups/salary-advance')).data).toMatchObject({ gross: 320000 })
    expect((await (await who('otieno')).call('POST', 'documents/pay-period/2027-01-01/actions/postDeductions')).statusCode).toBe(403)
    expect((await taken('otieno'))).toEqual([])
  })

  it('can be topped up by finance alone, and the whole is repaid from the next deduction on', async () => {
    onDay('2027-01-21')
    const no = await sent('wanjiku', loan({ applicationAmount: 40000, repaymentInstallments: 4, preferredDisbursementDate: '2027-01-25' }))
    await approve('otieno', no)
    await disburse(no, '2027-01-21')
    const { schedule: before } = await get('wanjiku', no)
    const topUp = (more: object): object => ({ input: { amount: 9000, instalments: 6, paidOn: '2027-01-21', reference: 'TU-1', ...more } })
    const path = `documents/salary-advance/${no}/actions/topUp`
    expect(await refused('mutua', 'POST', path, topUp({ amount: 1 }))).toMatch(/this is more than was approved/)
    await done('mutua', 'POST', 'documents/pay-period/2027-01-01/actions/close')
    onDay('2027-02-25')
    await period('2027-02-01')
    await post('2027-02-01')
    const owed = 40000 - (before[0]?.principal ?? 0)
    const settle = (paidOn: string): Promise<string> => refused('mutua', 'POST', `documents/salary-advance/${no}/actions/settle`, { input: { paidOn, reference: 'Receipt 92' } })
    expect(await refused('mutua', 'POST', path, topUp({ paidOn: '2027-01-31' }))).toMatch(/The payroll period of that day is closed/)
    // Of a month without a period that comes before those that are closed, nothing is posted either.
    expect(await refused('mutua', 'POST', path, topUp({ paidOn: '2026-05-20' }))).toMatch(/The payroll period of that day is closed/)
    expect(await refused('mutua', 'POST', path, topUp({ paidOn: '2027-02-24' }))).toMatch(/cannot lie before the last deduction/)
    expect(await settle('2027-01-31')).toMatch(/The payroll period of that day is closed/)
    expect(await settle('2027-02-24')).toMatch(/cannot lie before the last deduction/)
    await refused('wanjiku', 'POST', path, topUp({}))
    await refused('otieno', 'POST', path, topUp({}))
    const bad: [object, RegExp][] = [
      [{ amount: 0 }, /Must be greater than 0/], [{ amount: 9_000_000 }, /above the limit/], [{ instalments: 0 }, /Period should be above 0/], [{ instalments: 13 }, /Period cannot be more than 12/],
      [{ amount: 40001 - owed }, /this is more than was approved/], [{ instalments: 1 }, /less than a third/], [{ paidOn: '2027-02-26' }, /future date/], [{ paidOn: '2027-01-20' }, /before the payment/], [{ reference: '' }, /Required/],
    ]
    for (const [more, message] of bad) expect(await refused('mutua', 'POST', path, topUp(more)), JSON.stringify(more)).toMatch(message)
    const { data, message } = await done('mutua', 'POST', 'hrmis/payroll/topUp', { docNo: no, amount: 9000, instalments: 6, paidOn: '2027-02-25', reference: 'TU-1' })
    expect(message).toBe(`${no} topped up`)
    expect(data).toMatchObject({ status: 'Disbursed', applicationAmount: 49000, balance: owed + 9000, topUps: 9000, instalmentsTaken: 1, instalmentsLeft: 6, nextPeriod: '2027-03-01' })
    expect(data.schedule.map(({ lineNo }) => lineNo)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(data.schedule[0]).toEqual(before[0])
    expect(data.schedule.reduce((sum, { principal }) => sum + Math.round(principal * 100), 0)).toBe(4_900_000)
    expect(data.schedule.at(-1)?.balance).toBe(0)
    expect((await figures('wanjiku')).totalBalance).toBe(owed + 9000)
    // What is owed counts, not how often: never more than was approved.
    expect(await refused('mutua', 'POST', path, topUp({ amount: 1001, paidOn: '2027-02-25' }))).toMatch(/this is more than was approved/)
    await done('mutua', 'POST', path, topUp({ amount: 1000, instalments: 3, paidOn: '2027-02-25' }))
    await act('mutua', no, 'settle', { paidOn: '2027-02-25', reference: 'End' })
    expect((await figures('wanjiku')).totalBalance).toBe(0)
    const entries = (await done<{ kind: string; amount: number }[]>('mutua', 'GET', `documents/advance-ledger?search=${no}&sort=entryNo`)).data
    expect(entries.map(({ kind }) => kind)).toEqual(['Disbursement', 'Deduction', 'Top-up', 'Top-up', 'Early settlement'])
    expect(entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(0)
  })

  it('are not paid in a month whose payroll is closed', async () => {
    const no = await sent('juma', advance(2000, { preferredDisbursementDate: '2027-02-26' }))
    await approve('otieno', no)
    await done('mutua', 'POST', 'documents/pay-period/2027-02-01/actions/close')
    onDay('2027-03-03')
    expect(await refused('mutua', 'POST', `documents/salary-advance/${no}/actions/disburse`, { input: { paidOn: '2027-02-28', paidFrom: 'Cash', paymentReference: 'x' } })).toMatch(/The payroll period of that day is closed/)
    await disburse(no, '2027-03-03')
  })

  it('are deducted in months that follow one another, none of them weeks before it begins', async () => {
    const plan = async (startDate: string): Promise<void> => {
      await done('mutua', 'POST', 'documents/pay-period', { startDate })
    }
    const open = (startDate: string): Promise<string> => refused('mutua', 'POST', `documents/pay-period/${startDate}/actions/open`)
    const remove = (startDate: string): Promise<Reply<Advance>> => done('mutua', 'DELETE', `documents/pay-period/${startDate}?_rev=1`)
    for (const startDate of ['2026-05-01', '2027-03-01', '2035-01-01']) await plan(startDate)
    expect(await open('2035-01-01')).toMatch(/two weeks before it begins.*An earlier period is still planned.*does not follow the last one/)
    expect(await open('2026-05-01')).toMatch(/does not follow the last one/)
    await remove('2026-05-01')
    // A month that is not even planned is left out no more than one that is.
    onDay('2027-03-18')
    await remove('2027-03-01')
    await plan('2027-04-01')
    expect(await open('2027-04-01')).toMatch(/^This period does not follow the last one that was closed\. No month of the payroll may be left out/)
    await period('2027-03-01')
    await done('mutua', 'POST', 'documents/pay-period/2027-03-01/actions/close')
    onDay('2027-03-17')
    expect(await open('2027-04-01')).toMatch(/^A period can be made current two weeks before it begins at the earliest/)
    onDay('2027-03-18')
    await done('mutua', 'POST', 'documents/pay-period/2027-04-01/actions/open')
  })

  it('lose one instalment a period, however many are behind and however often and by how many people deductions are posted', async () => {
    const no = await sent('wanjiku', loan({ loanNo: 'EMERGENCY', applicationAmount: 6000, repaymentInstallments: 3, preferredDisbursementDate: '2027-03-20' }))
    await approve('otieno', no)
    onDay('2027-04-02')
    await disburse(no, '2027-04-02')
    // Months were left out before periods had to follow one another: the first instalment was due in February.
    const { kysely } = test.services.database
    const { data } = await kysely.selectFrom('documents').select('data').where('key', '=', no).executeTakeFirstOrThrow()
    const schedule = (data['schedule'] as unknown as Repayment[]).map((row, index) => ({ ...row, period: `2027-0${index + 2}-01` }))
    await kysely.updateTable('documents').set({ data: JSON.stringify({ ...data, schedule, nextPeriod: '2027-02-01' }) }).where('key', '=', no).execute()
    const posted = 'documents/pay-period/2027-04-01/actions/postDeductions'
    const finance = await Promise.all(['mutua', 'joyce', 'joyce', 'mutua'].map(who))
    const answers = await Promise.all(finance.map((one) => one.call('POST', posted)))
    expect(answers.map((one) => one.statusCode).sort()).toEqual([200, 422, 422, 422])
    expect(await refused('mutua', 'POST', posted)).toMatch(/No instalment is due in April 2027/)
    expect(await refused('mutua', 'POST', `documents/salary-advance/${no}/actions/deduct`, { input: { period: '2027-04-01' } })).toMatch(/is deducted in this period already/)
    expect(await get('wanjiku', no)).toMatchObject({ instalmentsTaken: 1, balance: 4000, nextPeriod: '2027-03-01' })
    // Those that are behind do not keep the period open: they are taken in the next ones.
    await done('mutua', 'POST', 'documents/pay-period/2027-04-01/actions/close')
    onDay('2027-04-25')
    await period('2027-05-01')
    await post('2027-05-01')
    expect(await get('wanjiku', no)).toMatchObject({ instalmentsTaken: 2, balance: 2000 })
    expect((await taken('wanjiku')).filter((one) => one.document_no === no).map((one) => one.period)).toEqual(['2027-04-01', '2027-05-01'])
  })
})
