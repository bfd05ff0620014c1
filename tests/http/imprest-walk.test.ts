/**
 * The life of an imprest, over the calls that its manifest names: requested, approved, issued, surrendered, claimed; and what is refused on
 * the way.
 */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sendReminders } from '../../src/server/reminders/send-reminders.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import { ONE_KIND, startApp, type TestApp } from './harness.ts'
import { openEntry, PIXEL } from './petty-cash-cases.ts'
import { walkIn } from './walk.ts'

interface Line { lineNo: number; amount: number; spent: number; balance: number; accounted: string }
interface Receipt { entryNo: number; description: string; amount: number; attachment?: { id: string; fileName: string } }
interface Imprest {
  no: string; stage: string; imprestStatus: string; status: string; amountToPayHeader: number; perDiemRate: number; daysAway: number; surrenderDueDate?: string; rejectReason?: string
  claimAmount: number; refundDue: number; imprestLinesAPI: Line[]; detailedImprestLines: Receipt[]; _actions: string[]; _rev: number
}

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

describe.each(ONE_KIND)('an imprest on %s', (kind) => {
  let test: TestApp
  const { who, onDay, call, done, refused, decide: approve } = walkIn<Imprest>(() => test)
  beforeAll(async () => {
    test = await startApp({ kind })
  })
  afterAll(() => test.stop())
  // Each case is a journey of its own on the same days, and nobody draws two per diems for one day.
  afterEach(() => test.services.database.kysely.updateTable('documents').set({ data: sql`data - 'perDiemUntil'` }).where('type', '=', 'imprest').execute())

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
    ['travel that is requested too late', { startDate: '2026-06-16', endDate: '2026-06-17' }, /Travel is requested at least 3 days ahead/],
    ['a start in the past', { startDate: '2026-06-01' }, /Start Date should not be in the past/],
    ['an end before the start', { endDate: '2026-06-20' }, /End Date should not be before the Start Date/],
    ['an end in a hundred years', { endDate: '2126-06-22' }, /End Date should be at most 366 days after the Start Date/],
    ['a start in a hundred years', { startDate: '2126-06-22', endDate: '2126-06-25' }, /Start Date should be at most 366 days ahead/],
    ['an emergency of years ago', { startDate: '2024-03-01', endDate: '2024-03-06', emergency: true, emergencyReason: 'Flood' }, /Start Date should be at most 366 days in the past/],
    ['a journey to its own start', { To: 'Nairobi' }, /To must be another place than From/],
    ['a local journey that ends abroad', { To: 'Kampala, Uganda' }, /A local journey ends in the country\. Choose International, or another town/],
    ['a local journey that begins abroad', { From: 'Kampala, Uganda' }, /A local journey begins in the country\. Choose International, or another town/],
    ['a journey without its kind', { Type: null }, /Required\./],
    ['an empty purpose', { Purpose: '' }, /Required\./],
    ['an emergency without its reason', { emergency: true }, /Required\./],
    ['a per diem above the rate', { imprestLinesAPI: [{ expenseCode: 'PERDIEM-LOC', Quantity: 4, unitCost: 11001 }] }, /The per diem for this journey is at most 11,000 a day/],
    ['a negative quantity', { imprestLinesAPI: [{ expenseCode: 'TAXI', Quantity: -2, unitCost: 100 }] }, /Cannot be less than 1/],
    ['a cost of zero', { imprestLinesAPI: [{ expenseCode: 'TAXI', Quantity: 1, unitCost: 0 }] }, /Must be greater than 0/],
    ['a total too large to be exact to the cent', { imprestLinesAPI: [{ expenseCode: 'TAXI', Quantity: 10_000, unitCost: 90_000_000_000 }] }, /smaller number/],
    ['a cost above the limit', { imprestLinesAPI: [{ expenseCode: 'TAXI', Quantity: 1, unitCost: 1e15 }] }, /smaller number/],
    ['a training without method and provider', { imprestType: 'TRAINING' }, /Required\./],
    ['a status of the sender’s choice', { stage: 'Issued' }, /cannot be changed/],
    ['somebody else as the traveller', { employeeNo: 'MRT-005' }, /cannot be changed/],
  ]
  it.each(wrong)('cannot be created with %s', async (_, more, message) => {
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest', trip(more))).toMatch(message)
  })

  it('cannot be sent without a line and a file, and the messages are those that callers rely on', async () => {
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/imprest', trip({ attachments: [], imprestLinesAPI: [] }))
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })).toMatch(/^Unable to send Imprest Record For Approval: .*Please add at least one line/)
    await done('wanjiku', 'POST', 'hrmis/imprest/line', { documentNo: no, expenseCode: 'TAXI', Quantity: 1, unitCost: 900, ...HEAD })
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })).toMatch(/Attachment is required!/)
  })

  it('can be created and sent, or changed and sent, in one call, which does both or neither', async () => {
    const sendWith = (form: object, name = 'wanjiku') => [name, 'POST', 'hrmis/imprest/sendForApproval', form] as const
    const made = await done(...sendWith({ ...trip(), employeeNo: 'MRT-015', method: 'post' }))
    expect(made).toMatchObject({ message: 'Imprest successfully sent for approval', data: { imprestStatus: 'Pending', amountToPayHeader: 53000 } })
    const { no } = made.data
    await done('wanjiku', 'POST', 'hrmis/imprest/cancelApprovalRequest', { docNo: no })
    const changed = await done(...sendWith({ docNo: no, method: 'patch', description: 'Water points seen and written up' }))
    expect(changed.data).toMatchObject({ no, imprestStatus: 'Pending', description: 'Water points seen and written up' })
    // The message concerns the requested sending, which is not possible.
    expect(await refused(...sendWith({ docNo: no, description: 'Again' }))).toMatch(/^Send For Approval is not possible while/)
    await done('wanjiku', 'POST', 'hrmis/imprest/cancelApprovalRequest', { docNo: no })
    // All or nothing: if sending is refused, nothing is saved; if saving is refused, nothing is sent.
    expect(await refused(...sendWith({ docNo: no, description: 'Kept?', imprestLinesAPI: [] }))).toMatch(/^Unable to send Imprest Record For Approval: .*at least one line/)
    expect(await refused(...sendWith({ docNo: no, Purpose: '' }))).toMatch(/^Unable to send Imprest Record For Approval: Required\./)
    expect(await refused(...sendWith({ ...trip({ imprestLinesAPI: [] }), method: 'post' }))).toMatch(/at least one line/)
    expect(await refused(...sendWith({ docNo: no, description: 'By Otieno' }, 'otieno'))).toMatch(/no such record|not yours/)
    expect(await refused(...sendWith({ docNo: no, description: 'Late', _rev: 1 }))).toMatch(/changed by someone else/)
    expect(await refused(...sendWith({ docNo: no, descripton: 'Typed wrong', Purpose: 'Trip' }))).toMatch(/no field “descripton”; did you mean “description”/)
    // A call that names its record by another call's parameter, or that cannot create a record, creates none.
    expect(await refused(...sendWith({ ...trip(), documentNo: no, method: 'patch' }))).toMatch(/"docNo" is missing/)
    for (const path of ['CheckBudget', 'accountFor']) expect(await refused('wanjiku', 'POST', `hrmis/imprest/${path}`, trip())).toMatch(/does not say which record it means/)
    expect((await call('wanjiku', 'GET', `hrmis/imprest/${no}`)).body.data).toMatchObject({ imprestStatus: 'Draft', description: 'Water points seen and written up' })
  })

  it('goes from request through approvals, issue, receipts and an over-spend to accounted, and its claim is paid once', async () => {
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
    expect(await refused('mutua', 'POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: '2026-06-16', paidFrom: 'M-Pesa', paymentReference: 'QX' } })).toMatch(/Paid on should not be a future date/)
    const paid = await done('mutua', 'POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: '2026-06-15', paidFrom: 'M-Pesa', paymentReference: 'QXA' } })
    expect(paid.data).toMatchObject({ stage: 'Issued', imprestStatus: 'Issued', status: 'Released', surrenderDueDate: '2026-07-06' })
    expect(await owed()).toBe(53000)

    onDay('2026-06-29T09:00:00+03:00')
    const [first, second] = paid.data.imprestLinesAPI.map(({ lineNo }) => lineNo) as [number, number]
    const save = (body: object): Promise<string> => refused('wanjiku', 'PATCH', `hrmis/imprest/${no}`, body)
    expect(await save({ Purpose: 'Something else' })).toMatch(/Purpose cannot be changed/)
    expect(await save({ imprestLinesAPI: [] })).toMatch(/Lines cannot be changed/)
    expect(await save({ detailedImprestLines: [receipt(first, 'PD-1', 44000, { attachment: null })] })).toMatch(/field is required/)
    expect(await save({ detailedImprestLines: [receipt(first, 'PD-1', 44000, { attachment: { fileName: 'a.pdf', attachment: Buffer.from('no file').toString('base64') } })] })).toMatch(/a\.pdf is damaged, or its content is not PDF/)
    expect(await save({ detailedImprestLines: [receipt(first, 'PD-1', 44000, { attachment: { id: '00000000-0000-4000-8000-000000000000', fileName: 'stolen.png' } })] })).toMatch(/no longer there/)
    expect(await save({ detailedImprestLines: [receipt(99, 'PD-1', 10)] })).toMatch(/belongs to no line/)
    expect(await save({ detailedImprestLines: [receipt(first, 'TX-1', 10), receipt(second, 'TX-1', 10)] })).toMatch(/Receipt TX-1 is entered twice/)
    for (const alike of ['ТX-1', 'TX–1', 'ＴX-1', 'TX-1\u00a0']) expect(await save({ detailedImprestLines: [receipt(first, 'TX-1', 10), receipt(second, alike, 10, { supplier: 'Lake\u2003 Сabs' })] })).toMatch(/Receipt TX-1 is entered twice/)
    expect(await save({ detailedImprestLines: [receipt(first, 'TX-1', 10), receipt(second, 'T\u200bX-1', 10)] })).toMatch(/contains invisible characters/)
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
    expect(await save({ refundAmount: 9001, refundMethod: 'M-Pesa' })).toMatch(/Spent and refunded together cannot exceed what was paid/)

    expect((await done('wanjiku', 'GET', `hrmis/imprest/detail?DetailedLineMgtDocNo=${no}`)).data).toMatchObject([{ amount: 44000 }])
    expect((await done('wanjiku', 'GET', `hrmis/imprest/line?documentNo=${no}`)).data).toMatchObject([{ spent: 44000 }, { spent: 0 }])
    expect(await refused('halima', 'GET', `hrmis/imprest/line?documentNo=${no}`)).toMatch(/no such record/)
    // The key of a receipt is enough where only one of the records that a person may read has such a receipt.
    const alone = one.data.detailedImprestLines[0]?.entryNo
    expect((await done('wanjiku', 'GET', `hrmis/imprest/detail?id=${alone}`)).data).toMatchObject({ entryNo: alone, amount: 44000 })
    expect(await refused('halima', 'GET', `hrmis/imprest/detail?id=${alone}`)).toMatch(/no such record/)
    expect(await refused('wanjiku', 'GET', 'hrmis/imprest/detail?id=77')).toMatch(/no such record/)

    const two = await done('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(second, 'TX-1', 5000), DetailedLineMgtDocNo: no })
    const entry = two.data.detailedImprestLines[1]?.entryNo
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })).toMatch(/Required\./)
    const more = await done('wanjiku', 'POST', 'hrmis/imprest/detail/update', { DetailedLineMgtDocNo: no, entryNo: entry, amount: 11400 })
    expect(more.data).toMatchObject({ claimAmount: 2400, refundDue: 0, imprestLinesAPI: [{}, { spent: 11400, balance: -2400 }] })
    expect(more.data.detailedImprestLines[1]?.attachment?.fileName).toBe('TX-1.png')
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })).toMatch(/Say why more was spent than was paid/)
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
    await approve('achieng', no)
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

  it('can be accounted for only with the exact refund of what was not spent', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const no = await issued()
    onDay('2026-06-29T09:00:00+03:00')
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { detailedImprestLines: [receipt(10000, 'PD-9', 44000), receipt(20000, 'TX-9', 0, { attachment: null, note: 'The county drove us' })] })
    const before = await owed()
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { refundMethod: 'M-Pesa', refundAmount: 8000, refundReference: 'RG1', refundDate: '2026-06-28' })
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })).toMatch(/The refund must be exactly 9,000/)
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { refundAmount: 9000 })
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { documentType: 'Imprest', no, imprestStatus: 'Issued' })
    await approve('otieno', no)
    await approve('mutua', no)
    expect(await owed()).toBe(before - 53000)
  })

  it('sends its holder and their supervisor one reminder on each day set for it, and no other can be sent while it is overdue', async () => {
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

  it('cannot have a receipt that another imprest has, however it is written, and only one gets it when both enter it at once', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const [first, second] = [await issued(), await issued({ startDate: '2026-07-06', endDate: '2026-07-09' })]
    onDay('2026-06-29T09:00:00+03:00')
    const enter = (no: string, sent: object) => call('wanjiku', 'POST', 'hrmis/imprest/detail', { ...sent, DetailedLineMgtDocNo: no })
    await done('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(20000, 'KLC-77', 900), DetailedLineMgtDocNo: first })
    const twice = /Receipt klc-77 is accounted for on another imprest already\. If it is another receipt, say its supplier and date\./
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(20000, 'klc-77', 900, { supplier: 'LAKE CABS' }), DetailedLineMgtDocNo: second })).toMatch(twice)
    expect(await refused('wanjiku', 'PATCH', `hrmis/imprest/${second}`, { detailedImprestLines: [receipt(10000, 'PD-77', 44000), receipt(20000, 'klc-77', 450)] })).toMatch(twice)
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(20000, 'КLС–77', 900, { supplier: 'Lake\u00a0Cabs' }), DetailedLineMgtDocNo: second })).toMatch(/Receipt КLС–77 is accounted for on another imprest already/)
    for (const other of [{ supplier: 'Hill Cabs' }, { receiptDate: '2026-06-23' }, { amount: 0, note: 'The county drove us', attachment: null }]) {
      const { data } = await done('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(20000, 'KLC-77', 900, other), DetailedLineMgtDocNo: second })
      expect(JSON.stringify(data)).not.toMatch(/receiptKey/)
    }

    await who('wanjiku')
    const answers = await Promise.all([first, second, first, second].map((no) => enter(no, receipt(20000, 'KLC-78', 700))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    const holder = (await Promise.all([first, second].map(async (no) => (await done('wanjiku', 'GET', `hrmis/imprest/${no}`)).data))).filter(({ detailedImprestLines }) => detailedImprestLines.some(({ description }) => description === 'KLC-78'))
    expect(holder).toHaveLength(1)
    const kept = holder[0]?.detailedImprestLines.find(({ description }) => description === 'KLC-78')
    await done('wanjiku', 'POST', 'hrmis/imprest/detail/delete', { DetailedLineMgtDocNo: holder[0]?.no, entryNo: kept?.entryNo })
    expect((await enter(first === holder[0]?.no ? second : first, receipt(20000, 'KLC-78', 700))).status).toBe(200)
  })

  it('draws one per diem a day, whichever imprest is sent or issued first, and no more of it is accounted for', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const no = await issued()
    const draft = async (more: object): Promise<string> => (await done('wanjiku', 'POST', 'hrmis/imprest', trip(more))).data.no
    const later = { startDate: '2026-06-25', endDate: '2026-06-26' }
    const lines = (...codes: string[]): object => ({ imprestLinesAPI: codes.map((expenseCode) => ({ expenseCode, Quantity: 2, unitCost: 1000, ...HEAD })) })
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: await draft({ ...later, ...lines('PERDIEM-LOC') }) })).toMatch(/draws a per diem for some of these days already/)
    await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: await draft({ ...later, ...lines('TAXI') }) })
    const both = [await draft({ startDate: '2026-07-20', endDate: '2026-07-21', ...lines('PERDIEM-LOC') }), await draft({ startDate: '2026-07-21', endDate: '2026-07-22', ...lines('PERDIEM-LOC') })]
    const answers = await Promise.all(both.map((docNo) => call('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    onDay('2026-06-29T09:00:00+03:00')
    expect(await refused('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { detailedImprestLines: [receipt(10000, 'PER-1', 44001)] })).toMatch(/A per diem is a fixed sum: account for what was paid at most/)
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { detailedImprestLines: [receipt(10000, 'PER-1', 44000)] })
  })

  it('is accounted for once the journey of its per diem is over, and earlier if nothing of it was spent', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const no = await issued()
    const receipts = (spent: object): object => ({ detailedImprestLines: [spent, receipt(20000, 'NIL-T', 0, { note: 'By bus', attachment: null, receiptDate: '2026-06-15' })] })
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { ...receipts(receipt(10000, 'EARLY-1', 44000, { receiptDate: '2026-06-15' })) })
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { refundMethod: 'Payroll recovery', refundAmount: 9000 })
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })).toMatch(/The per diem is for a journey until 25th Jun 2026\. Please submit the accounting on that day or later/)
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { ...receipts(receipt(10000, 'NIL-P', 0, { note: 'No journey', attachment: null, receiptDate: '2026-06-15' })), refundAmount: 53000 })
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
  })

  it('is not issued to somebody who has left', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/imprest', trip())
    await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
    await approve('otieno', no)
    await approve('achieng', no)
    await done('mutua', 'POST', `documents/imprest/${no}/actions/release`)
    const setActive = (active: boolean) => test.services.database.kysely.updateTable('documents').set({ data: sql`data || ${JSON.stringify({ active })}::jsonb` }).where('company', '=', 'MRT').where('type', '=', 'employee').where('key', '=', 'MRT-015').execute()
    const issue = { input: { paidOn: '2026-06-15', paidFrom: 'M-Pesa', paymentReference: 'LEFT' } }
    await setActive(false)
    expect(await refused('mutua', 'POST', `documents/imprest/${no}/actions/issue`, issue)).toMatch(/Wanjiku Kamau has left, so nothing more is advanced/)
    await setActive(true)
    await done('mutua', 'POST', `documents/imprest/${no}/actions/issue`, issue)
  })

  it('and petty cash do not pay the same receipt twice, however it is written', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const no = await issued()
    onDay('2026-06-29T09:00:00+03:00')
    const cash = async (invoiceRef: string): Promise<string> => (await done<{ no: string }>('wanjiku', 'POST', 'hrmis/pettycash', {
      description: 'Taxis', ...HEAD, pettyCashLinesAPI: [{ expense_code: 'MEALS', amount: 500, invoiceRef, ...HEAD }], attachments: [FILE],
    })).data.no
    const send = (headerNo: string) => call('wanjiku', 'POST', 'hrmis/pettycash/sendForApproval', { headerNo })
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { detailedImprestLines: [receipt(20000, 'CASH-1', 900)] })
    expect((await send(await cash('cash–1'))).body).toMatchObject({ errors: [{ message: 'cash–1 is accounted for with an imprest already. If it is another supplier’s, write their name before its number.' }] })
    expect((await send(await cash('CASH-2'))).status).toBe(200)
    expect((await send(await cash('Cash-2'))).body).toMatchObject({ errors: [{ message: 'Invoice Cash-2 is claimed with another request already. If it is another supplier’s, write their name before its number.' }] })
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(20000, 'cash-2', 900), DetailedLineMgtDocNo: no })).toMatch(/cash-2 is claimed with a petty cash request already/)
    // A draft claims nothing: its author may have no receipt at all.
    const { data: { no: draft } } = await done<{ no: string }>('otieno', 'POST', 'hrmis/imprest', trip({ startDate: '2026-07-20', endDate: '2026-07-23' }))
    await done('otieno', 'PATCH', `documents/imprest/${draft}`, { _rev: 1, detailedImprestLines: [receipt(20000, 'CASH-9', 900)] })
    expect((await send(await cash('CASH-9'))).status).toBe(200)
    const [first, second] = [await cash('CASH-3'), await cash('CASH-3')]
    expect((await Promise.all([send(first), send(second)])).map(({ status }) => status).sort()).toEqual([200, 422])
    for (let round = 0; round < 5; round += 1) {
      const claimed = await cash(`BOTH-${round}`)
      const answers = await Promise.all([send(claimed), call('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(20000, `both ${round}`.replace(' ', '-'), 10), DetailedLineMgtDocNo: no })])
      expect(answers.map(({ status }) => status).sort(), `round ${round}`).toEqual([200, 422])
    }
  })

  it('gives one receipt, or all, to a person who may see the imprest', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const no = await issued()
    onDay('2026-06-29T09:00:00+03:00')
    const { data } = await done('wanjiku', 'POST', 'hrmis/imprest/detail', { ...receipt(20000, 'ONE-1', 900), DetailedLineMgtDocNo: no })
    const id = data.detailedImprestLines[0]?.entryNo
    for (const address of [`DetailedLineMgtDocNo=${no}&id=${id}`, `docNo=${no}&entryNo=${id}`]) {
      expect((await done('wanjiku', 'GET', `hrmis/imprest/detail?${address}`)).data).toMatchObject({ entryNo: id, description: 'ONE-1', amount: 900, attachment: { fileName: 'ONE-1.png' }, DetailedLineMgtDocNo: no })
    }
    const statusOf = async (name: string, address: string): Promise<number> => (await call(name, 'GET', `hrmis/imprest/detail?${address}`)).status
    expect(await statusOf('wanjiku', `DetailedLineMgtDocNo=${no}&id=77`)).toBe(404)
    expect(await statusOf('wanjiku', `id=${id}`)).toBe(400)
    expect(await statusOf('halima', `DetailedLineMgtDocNo=${no}&id=${id}`)).toBe(404)
  })

  it('is listed for its current approver, who can reject it by the number of the entry alone', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/imprest', trip())
    await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
    const waiting = async (name: string, path = 'pending-approvals'): Promise<{ no: string; approvalEntryNo: number; amountToPayHeader: number; _actions: string[] }[]> =>
      (await done(name, 'GET', `hrmis/imprest/${path}`)).data as unknown as { no: string; approvalEntryNo: number; amountToPayHeader: number; _actions: string[] }[]
    expect((await waiting('wanjiku')).map((one) => one.no)).not.toContain(no)
    expect((await waiting('achieng')).map((one) => one.no)).not.toContain(no)
    const mine = (await waiting('otieno', 'pending-approval')).find((one) => one.no === no)
    expect(mine).toMatchObject({ employeeNo: 'MRT-015', postingDate: '2026-06-15', amountToPayHeader: 53000, Purpose: 'Water points in Kisumu', startDate: '2026-06-22' })
    expect(mine?._actions).toContain('approve')
    const [entry] = (await done('otieno', 'GET', `approvals/approvalEntries?entryNo=${mine?.approvalEntryNo}`)).data as unknown as { documentNo: string; pdfAttachment: string }[]
    expect([entry?.documentNo, Buffer.from(entry?.pdfAttachment ?? '', 'base64').subarray(0, 5).toString()]).toEqual([no, '%PDF-'])
    const reject = { approvalEntryNo: mine?.approvalEntryNo, comment: 'Go by train' }
    for (const other of ['wanjiku', 'halima']) expect((await call(other, 'POST', 'hrmis/imprest/RejectImprest', reject)).status).toBeGreaterThanOrEqual(403)
    for (const wrongEntry of [0, -1, 'x', 999_999, { toString: 1 }]) expect((await call('otieno', 'POST', 'hrmis/imprest/reject', { ...reject, approvalEntryNo: wrongEntry })).status).toBe(404)
    expect((await call('otieno', 'POST', 'hrmis/imprest/reject', { comment: 'Go by train' })).status).toBe(400)
    expect((await done('otieno', 'POST', 'hrmis/imprest/RejectImprest', reject)).message).toBe('Imprest Rejected')
    expect((await done('wanjiku', 'GET', `hrmis/imprest/${no}`)).data).toMatchObject({ stage: 'Rejected', rejectReason: 'Go by train' })
    expect((await waiting('otieno')).map((one) => one.no)).not.toContain(no)
  })

  it('accepts a method of training from the settings, and keeps one that was there when it was chosen', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const methods = (training_methods: string[]): Promise<void> => saveSettings(test.services.database.kysely, 'MRT', 'cashmgt_settings', { training_methods }, 'test')
    const training = (methodOfStudy: string): object => ({ ...trip(), imprestType: 'TRAINING', Type: null, From: null, To: null, TrainingProvider: 'Kenya School of Government', methodOfStudy, imprestLinesAPI: [] })
    await methods(['Virtual', 'Physical'])
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest', training('By post'))).toMatch(/Method Of Training must be one of Virtual, Physical\./)
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/imprest', training('Physical'))
    await methods(['Virtual', 'Blended'])
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { methodOfStudy: 'Physical', Purpose: 'Course' })
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest', training('Physical'))).toMatch(/must be one of Virtual, Blended\./)
    await methods([])
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { methodOfStudy: 'By post' })
  })

  it('can be returned to its sender with a reason, keeps its number, and can be sent again', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/imprest', trip())
    await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
    const { entryNo } = await openEntry(await who('otieno'), no)
    expect(await refused('otieno', 'POST', 'approvals/return', { entryNo, reason: ' ' })).toMatch(/Required\./)
    expect(await refused('achieng', 'POST', 'approvals/return', { entryNo, reason: 'Mine' })).not.toBe('')
    expect((await done('otieno', 'POST', 'approvals/return', { entryNo, reason: 'Name the villages' })).message).toBe('Imprest returned to its sender')
    const { data } = await done('wanjiku', 'GET', `hrmis/imprest/${no}`)
    expect(data).toMatchObject({ no, stage: 'Draft', rejectReason: 'Name the villages' })
    expect(data._actions).toEqual(expect.arrayContaining(['save', 'send', 'delete']))
    const told = (await (await who('wanjiku')).call('GET', 'notifications')).json<{ data: { documentNo: string; kind: string }[] }>().data.filter((one) => one.documentNo === no)
    expect(told.map(({ kind: told }) => told)).toContain('returned')
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { description: 'Survey of Ahero and Muhoroni' })
    const again = await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
    expect(again.data).toMatchObject({ no, stage: 'Pending' })
    expect(again.data.rejectReason ?? '').toBe('')
  })

  it('is one row among the requests that its sender sent, with the current approver or the last decision', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/imprest', trip())
    const sent = async (): Promise<{ status: string; approverName: string }[]> => {
      const answer = await (await who('wanjiku')).call('GET', `approvals/approvalEntries?scope=sent&search=${no}&limit=50`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ data: { documentNo: string; status: string; approverName: string }[] }>().data.filter((one) => one.documentNo === no).map(({ status, approverName }) => ({ status, approverName }))
    }
    await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
    expect(await sent()).toEqual([{ status: 'Open', approverName: 'Otieno Ochieng' }])
    await approve('otieno', no)
    const [waiting, ...others] = await sent()
    expect([waiting?.status, others]).toEqual(['Open', []])
    expect(waiting?.approverName).toMatch(/Achieng/)
    await approve('achieng', no, 'reject', { reason: 'Not this month' })
    expect((await sent()).map(({ status }) => status)).toEqual(['Rejected'])
  })

  it('keeps its files once it is issued', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const no = await issued()
    const { data } = await done<{ attachments: { id: string }[] }>('wanjiku', 'GET', `hrmis/imprest/${no}`)
    const id = data.attachments[0]?.id
    expect(id).toBeDefined()
    expect(await refused('wanjiku', 'POST', 'hrmis/imprest/attachments/destroy', { docNo: no, id })).toMatch(/cannot be changed/)
  })

  it('in another currency is accounted for to the cent in the company’s currency', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    await saveSettings(test.services.database.kysely, 'MRT', 'cashmgt_settings', { multiple_currency: true }, 'test')
    const before = await owed()
    const no = await issued({ currencyCode: 'USD', imprestLinesAPI: [{ expenseCode: 'TAXI', Quantity: 1, unitCost: 10.02, ...HEAD }] })
    const { data } = await done<{ amountLCY: number; equivalent: number }>('wanjiku', 'GET', `hrmis/imprest/${no}`)
    expect(data.equivalent).toBe(data.amountLCY)
    await saveSettings(test.services.database.kysely, 'MRT', 'cashmgt_settings', { multiple_currency: false }, 'test')
    onDay('2026-06-29T09:00:00+03:00')
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { detailedImprestLines: [receipt(10000, 'USD-1', 5.01)] })
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { refundMethod: 'M-Pesa', refundAmount: 5.01, refundReference: 'RG2', refundDate: '2026-06-28' })
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    await approve('otieno', no)
    await approve('mutua', no)
    expect((await done<{ currencyCode: string; stage: string }>('wanjiku', 'GET', `hrmis/imprest/${no}`)).data).toMatchObject({ currencyCode: 'USD', stage: 'Accounted' })
    expect(Math.round((await owed() - before) * 100)).toBe(0)
  })

  it('cannot be issued above the limit of what one person may hold, even if two are issued at once', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const held = (await test.services.database.kysely.selectFrom('documents').select('data').where('type', '=', 'imprest-ledger').execute())
      .map(({ data }) => data as { amount: number; employee_no: string }).filter((one) => one.employee_no === 'MRT-015').reduce((sum, { amount }) => sum + amount, 0)
    await saveSettings(test.services.database.kysely, 'MRT', 'cashmgt_settings', { imprest_max_outstanding: held + 60_000 }, 'test')
    const approved = async (more: object = {}): Promise<string> => {
      const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/imprest', trip(more))
      await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
      await approve('otieno', no)
      await approve('achieng', no)
      await done('mutua', 'POST', `documents/imprest/${no}/actions/release`)
      return no
    }
    const both = [await approved(), await approved({ startDate: '2026-07-06', endDate: '2026-07-09' })]
    const issue = async (no: string): Promise<number> => (await call('mutua', 'POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: '2026-06-15', paidFrom: 'M-Pesa', paymentReference: no } })).status
    expect((await Promise.all(both.map(issue))).sort()).toEqual([200, 422])
    await saveSettings(test.services.database.kysely, 'MRT', 'cashmgt_settings', { imprest_max_outstanding: 0 }, 'test')
  })

  it('with a claim is decided by whoever may decide on a request as large as all that was spent', async () => {
    onDay('2026-06-15T09:00:00+03:00')
    const no = await issued()
    onDay('2026-06-29T09:00:00+03:00')
    const receipts = (taxis: number): object => ({ detailedImprestLines: [receipt(10000, 'BIG-1', 44000), receipt(20000, 'BIG-2', taxis)], claimReason: 'The road was washed away', budgetReason: 'The survey is due' })
    const stage = async (): Promise<string> => (await done('wanjiku', 'GET', `hrmis/imprest/${no}`)).data.stage
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, receipts(300_000))
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    for (const name of ['otieno', 'achieng', 'mutua']) await approve(name, no)
    expect(await stage()).toBe('Pending Liquidation')
    expect(await refused('mutua', 'POST', `documents/imprest/${no}/actions/payClaim`, { input: { paidOn: '2026-06-29', reference: 'C3' } })).toMatch(/./)
    await approve('mwangi', no)
    expect(await stage()).toBe('Accounted')
  })
})
