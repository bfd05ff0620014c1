/** The life of an imprest, by the calls of the specification: asked for, approved, issued, accounted for, claimed; and what is refused on the way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendReminders } from '../../src/server/reminders/send-reminders.ts'
import { KINDS, startApp, type Caller, type TestApp } from './harness.ts'
import { PIXEL, openEntry, snapshot } from './petty-cash-cases.ts'

interface Line { lineNo: number; amount: number; spent: number; balance: number; accounted: string }
interface Receipt { entryNo: number; description: string; amount: number; attachment?: { id: string; fileName: string } }
interface Imprest {
  no: string; stage: string; imprestStatus: string; status: string; amountToPayHeader: number; perDiemRate: number; daysAway: number; surrenderDueDate?: string; rejectReason?: string
  claimAmount: number; refundDue: number; imprestLinesAPI: Line[]; detailedImprestLines: Receipt[]; _actions: string[]; _rev: number
}
interface Reply { data: Imprest; message: string; errors?: { path: string; message: string }[] }
interface Answer { status: number; body: Reply }

const HEAD = { shortcutDimension1Code: 'CLIMATE', shortcutDimension3Code: 'EU' }
const FILE = { fileName: 'concept.png', attachment: PIXEL }
const trip = (more: object = {}): object => ({
  imprestType: 'TRAVEL', Purpose: 'Water points in Kisumu', description: 'Survey; deliverable: the inventory', startDate: '2026-06-22', endDate: '2026-06-25', Type: 'Local', From: 'Nairobi', To: 'Kisumu', ...HEAD,
  imprestLinesAPI: [
    { expenseCode: 'PERDIEM-LOC', description: 'Per diem', Quantity: 4, unitOfMeasure: 'DAY', unitCost: 11000, ...HEAD },
    { code: 'TAXI', description: 'Taxis', Quantity: 6, unitOfMeasure: 'TRIP', unitCost: 1500, ...HEAD },
  ],
  attachments: [FILE], ...more,
})
const receipt = (line: number, no: string, amount: number, more: object = {}): object => ({ DetailedLineMgtLineNo: line, description: no, supplier: 'Lake Cabs', receiptDate: '2026-06-24', amount, attachment: { fileName: `${no}.png`, attachment: PIXEL }, ...more })

describe.each(KINDS)('an imprest on %s', (kind) => {
  let test: TestApp
  const people: Record<string, Caller> = {}
  beforeAll(async () => {
    test = await startApp({ kind })
  })
  afterAll(() => test.stop())

  const who = async (name: string): Promise<Caller> => (people[name] ??= await test.signIn(`${name}@mazingira.example`))
  /** Another day: everybody signs in anew. */
  const onDay = (moment: string): void => {
    test.clock.set(new Date(moment))
    for (const name of Object.keys(people)) delete people[name]
  }
  const call = async (name: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Answer> => {
    const answer = await (await who(name)).call(method, path, body)
    return { status: answer.statusCode, body: answer.json<Reply>() }
  }
  const done = async (name: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Reply> => {
    const { status, body: reply } = await call(name, method, path, body)
    expect(status, JSON.stringify(reply)).toBeLessThan(300)
    return reply
  }
  const refused = async (name: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<string> => {
    await who(name)
    const before = await snapshot(test, ['sessions'])
    const { status, body: reply } = await call(name, method, path, body)
    expect(status, JSON.stringify(reply)).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(await snapshot(test, ['sessions'])).toEqual(before)
    return [reply.message, ...(reply.errors ?? []).map((one) => one.message)].join(' | ')
  }
  const approve = async (name: string, no: string, decision = 'approve', more: object = {}): Promise<void> => {
    const { entryNo } = await openEntry(await who(name), no)
    await done(name, 'POST', `approvals/${decision}`, { entryNo, ...more })
  }
  const owed = async (): Promise<number> => (await test.services.database.kysely.selectFrom('documents').select('data').where('type', '=', 'imprest-ledger').execute())
    .reduce((sum, { data }) => sum + Number((data as { amount: number }).amount), 0)
  const issued = async (more: object = {}): Promise<string> => {
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/imprest', trip(more))
    await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
    await approve('otieno', no)
    if (no && (await call('wanjiku', 'GET', `hrmis/imprest/${no}`)).body.data.stage === 'Pending') await approve('achieng', no)
    await done('mutua', 'POST', `documents/imprest/${no}/actions/release`)
    await done('mutua', 'POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: '2026-06-15', paidFrom: 'M-Pesa', paymentReference: 'QX1' } })
    return no
  }

  const wrong: [string, object, RegExp][] = [
    ['travel asked for too late', { startDate: '2026-06-16', endDate: '2026-06-17' }, /Travel is requested at least 3 days ahead/],
    ['a start in the past', { startDate: '2026-06-01' }, /Start Date should not be in the past/],
    ['an end before the start', { endDate: '2026-06-20' }, /End Date should not be before the Start Date/],
    ['a journey to where it starts', { To: 'Nairobi' }, /To must be another place than From/],
    ['a journey without its kind', { Type: null }, /Required\./],
    ['no purpose', { Purpose: '' }, /Required\./],
    ['an emergency without its reason', { emergency: true }, /Required\./],
    ['a per diem above the rate', { imprestLinesAPI: [{ expenseCode: 'PERDIEM-LOC', Quantity: 4, unitCost: 11001 }] }, /The per diem for this journey is at most 11000 a day/],
    ['a negative quantity', { imprestLinesAPI: [{ expenseCode: 'TAXI', Quantity: -2, unitCost: 100 }] }, /Cannot be less than 1/],
    ['a cost of nothing', { imprestLinesAPI: [{ expenseCode: 'TAXI', Quantity: 1, unitCost: 0 }] }, /Must be greater than 0/],
    ['a cost beyond all bounds', { imprestLinesAPI: [{ expenseCode: 'TAXI', Quantity: 1, unitCost: 1e15 }] }, /smaller number/],
    ['a training without method and provider', { imprestType: 'TRAINING' }, /Required\./],
    ['a status of their own', { stage: 'Issued' }, /cannot be changed/],
    ['somebody else as the traveller', { employeeNo: 'MRT-005' }, /cannot be changed/],
  ]
  it.each(wrong)('is not made with %s', async (_, more, message) => {
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest', trip(more))).toMatch(message)
  })

  it('is not sent without a file or a line, and says so as the specification does', async () => {
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/imprest', trip({ attachments: [], imprestLinesAPI: [] }))
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })).toMatch(/^Unable to send Imprest Record For Approval: .*Please add at least one line/)
    await done('wanjiku', 'POST', 'hrmis/imprest/line', { documentNo: no, expenseCode: 'TAXI', Quantity: 1, unitCost: 900, ...HEAD })
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })).toMatch(/Attachment is required!/)
  })

  it('goes from request through approvals, issue, receipts and an over-spend with its claim to accounted', async () => {
    const made = await done('wanjiku', 'POST', 'hrmis/imprest', trip())
    const { no } = made.data
    expect(made.message).toBe('You have successfully created a new imprest request')
    expect(made.data).toMatchObject({ stage: 'Draft', imprestStatus: 'Draft', status: 'Open', amountToPayHeader: 53000, perDiemRate: 11000, daysAway: 4 })
    expect((await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { referenceNo: 'TOR-7' })).message).toBe('Imprest successfully saved')
    const sent = await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
    expect(sent).toMatchObject({ message: 'Imprest successfully sent for approval', data: { imprestStatus: 'Pending', status: 'Open', _actions: ['cancel'] } })
    expect((await done('wanjiku', 'POST', 'hrmis/imprest/cancelApprovalRequest', { docNo: no })).data).toMatchObject({ stage: 'Draft', imprestStatus: 'Draft' })
    await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
    await refused('wanjiku', 'POST', 'hrmis/imprest/approveImprest', { docNo: no })
    await refused('halima', 'GET', `hrmis/imprest/${no}`)

    expect((await done('otieno', 'POST', 'hrmis/imprest/approveImprest', { docNo: no })).message).toBe('Imprest Approved')
    await approve('achieng', no)
    expect((await done('wanjiku', 'GET', `hrmis/imprest/${no}`)).data).toMatchObject({ stage: 'Under Review', imprestStatus: 'Approved', status: 'Open' })
    await refused('otieno', 'POST', `documents/imprest/${no}/actions/release`)
    expect((await done('mutua', 'POST', `documents/imprest/${no}/actions/release`)).data).toMatchObject({ stage: 'Approved', imprestStatus: 'Approved', status: 'Released' })
    expect(await refused('mutua', 'POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: '2026-06-16', paidFrom: 'M-Pesa', paymentReference: 'QX' } })).toMatch(/Issued on should not be a future date/)
    const paid = await done('mutua', 'POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: '2026-06-15', paidFrom: 'M-Pesa', paymentReference: 'QXA' } })
    expect(paid.data).toMatchObject({ stage: 'Issued', imprestStatus: 'Issued', status: 'Released', surrenderDueDate: '2026-07-06' })
    expect(await owed()).toBe(53000)

    onDay('2026-06-29T09:00:00+03:00')
    const [first, second] = paid.data.imprestLinesAPI.map(({ lineNo }) => lineNo) as [number, number]
    const save = (body: object): Promise<string> => refused('wanjiku', 'PATCH', `hrmis/imprest/${no}`, body)
    expect(await save({ Purpose: 'Something else' })).toMatch(/Purpose cannot be changed/)
    expect(await save({ imprestLinesAPI: [] })).toMatch(/Lines cannot be changed/)
    expect(await save({ detailedImprestLines: [receipt(first, 'PD-1', 44000, { attachment: null })] })).toMatch(/field is required/)
    expect(await save({ detailedImprestLines: [receipt(first, 'PD-1', 44000, { attachment: { fileName: 'a.pdf', attachment: Buffer.from('no file').toString('base64') } })] })).toMatch(/not one of the kinds of file/)
    expect(await save({ detailedImprestLines: [receipt(first, 'PD-1', 44000, { attachment: { id: '00000000-0000-4000-8000-000000000000', fileName: 'stolen.png' } })] })).toMatch(/no longer there/)
    expect(await save({ detailedImprestLines: [receipt(99, 'PD-1', 10)] })).toMatch(/belongs to no line/)
    expect(await save({ detailedImprestLines: [receipt(first, 'TX-1', 10), receipt(second, 'TX-1', 10)] })).toMatch(/Receipt TX-1 stands here twice/)
    expect(await save({ detailedImprestLines: [receipt(second, 'TX-1', 10, { receiptDate: '2026-07-01' })] })).toMatch(/should not be a future date/)
    expect(await save({ detailedImprestLines: [receipt(first, 'NIL', 0, { attachment: null })] })).toMatch(/Say why nothing was spent/)

    const one = await done('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(first, 'PD-1', 44000), DetailedLineMgtDocNo: no })
    expect(one.data.imprestLinesAPI).toMatchObject([{ spent: 44000, balance: 0, accounted: 'Accounted' }, { spent: 0, balance: 9000, accounted: 'Not Accounted' }])
    expect(one.data.detailedImprestLines).toMatchObject([{ attachment: { fileName: 'PD-1.png' } }])
    expect(one.data.refundDue).toBe(9000)
    const file = one.data.detailedImprestLines[0]?.attachment?.id ?? ''
    const content = await (await who('wanjiku')).call('GET', `documents/imprest/${no}/files/${file}`)
    expect([content.statusCode, content.rawPayload.toString('base64')]).toEqual([200, PIXEL])
    expect((await (await who('halima')).call('GET', `documents/imprest/${no}/files/${file}`)).statusCode).toBe(404)
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })).toMatch(/Make sure all imprests are accounted for before submission/)
    expect(await save({ refundAmount: 9001, refundMethod: 'M-Pesa' })).toMatch(/Spent and refunded together cannot exceed what was issued/)

    const two = await done('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(second, 'TX-1', 5000), DetailedLineMgtDocNo: no })
    const entry = two.data.detailedImprestLines[1]?.entryNo
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })).toMatch(/Required\./)
    const more = await done('wanjiku', 'POST', 'hrmis/imprest/detail/update', { DetailedLineMgtDocNo: no, entryNo: entry, amount: 11400 })
    expect(more.data).toMatchObject({ claimAmount: 2400, refundDue: 0, imprestLinesAPI: [{}, { spent: 11400, balance: -2400 }] })
    expect(more.data.detailedImprestLines[1]?.attachment?.fileName).toBe('TX-1.png')
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })).toMatch(/Say why more was spent than was issued/)
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { claimReason: 'The bridge was closed' })

    const submitted = await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    expect(submitted).toMatchObject({ message: 'Imprest accounting successfully submitted', data: { stage: 'Pending Liquidation', _actions: ['cancelLiquidation'] } })
    expect((await done('wanjiku', 'POST', 'hrmis/imprest/cancelApprovalRequest', { docNo: no })).data.stage).toBe('Issued')
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    await approve('otieno', no, 'reject', { reason: 'The taxi receipt has no stamp' })
    expect((await done('wanjiku', 'GET', `hrmis/imprest/${no}`)).data).toMatchObject({ stage: 'Liquidation Rejected', rejectReason: 'The taxi receipt has no stamp' })
    expect((await done('wanjiku', 'POST', 'hrmis/imprest/ReopenDocument', { docNo: no })).data.stage).toBe('Issued')
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    await approve('otieno', no)
    expect(await owed()).toBe(53000)
    await approve('mutua', no)
    expect((await done('wanjiku', 'GET', `hrmis/imprest/${no}`)).data).toMatchObject({ stage: 'Accounted', imprestStatus: 'Accounted', claimAmount: 2400, _actions: [] })
    expect(await owed()).toBe(-2400)
    await refused('wanjiku', 'POST', `documents/imprest/${no}/actions/payClaim`, { input: { paidOn: '2026-06-29', reference: 'C1' } })
    await done('mutua', 'POST', `documents/imprest/${no}/actions/payClaim`, { input: { paidOn: '2026-06-29', reference: 'C1' } })
    expect(await owed()).toBe(0)
    await refused('mutua', 'POST', `documents/imprest/${no}/actions/payClaim`, { input: { paidOn: '2026-06-29', reference: 'C2' } })
    const prints = await Promise.all(['document', 'surrender'].map(async (form) => (await (await who('wanjiku')).call('GET', `documents/imprest/${no}/print/${form}`)).rawPayload.subarray(0, 5).toString()))
    expect(prints).toEqual(['%PDF-', '%PDF-'])
  })

  it('takes the exact refund of what was not spent', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const no = await issued()
    onDay('2026-06-29T09:00:00+03:00')
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { detailedImprestLines: [receipt(10000, 'PD-9', 44000), receipt(20000, 'TX-9', 0, { attachment: null, note: 'The county drove us' })] })
    const before = await owed()
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { refundMethod: 'M-Pesa', refundAmount: 8000, refundReference: 'RG1', refundDate: '2026-06-28' })
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })).toMatch(/The refund must be exactly 9000/)
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { refundAmount: 9000 })
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    await approve('otieno', no)
    await approve('mutua', no)
    expect(await owed()).toBe(before - 53000)
  })

  it('is reminded of, to its holder and their supervisor, once a day that is named; and while it is overdue no other is sent', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const no = await issued()
    const titles = async (name: string): Promise<string[]> => (await (await who(name)).call('GET', 'notifications')).json<{ data: { title: string; documentNo: string }[] }>().data.filter((one) => one.documentNo === no).map((one) => one.title)
    const remind = async (at: string): Promise<number> => {
      onDay(at)
      return sendReminders(test.services)
    }
    expect(await remind('2026-07-03T08:00:00+03:00')).toBe(0)
    expect(await remind('2026-07-04T08:00:00+03:00')).toBe(1)
    expect(await remind('2026-07-04T09:00:00+03:00')).toBe(0)
    expect(await remind('2026-07-06T08:00:00+03:00')).toBe(1)
    expect((await titles('wanjiku')).filter((title) => title === `Imprest ${no} is to be surrendered`)).toHaveLength(2)
    expect((await titles('otieno')).filter((title) => title === `Imprest ${no} is to be surrendered`)).toHaveLength(2)
    const { data: { no: next } } = await done('wanjiku', 'POST', 'hrmis/imprest', trip({ startDate: '2026-08-10', endDate: '2026-08-12' }))
    onDay('2026-07-07T09:00:00+03:00')
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: next })).toMatch(/Please account for the imprest that you hold before you request another/)
    expect(await remind('2026-07-14T08:00:00+03:00')).toBe(2)
    expect(await titles('mutua')).toContain(`Imprest ${no} is overdue: recover it from the payroll?`)
  })
})
