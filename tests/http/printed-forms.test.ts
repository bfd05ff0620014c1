/** The content of the printed forms, page by page, as an auditor reads them. */
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from './harness.ts'
import { NO_CEILINGS, PIXEL, request } from './petty-cash-cases.ts'
import { walkIn } from './walk.ts'

interface Document { no: string; imprestLinesAPI: { lineNo: number }[] }

const HEAD = { shortcutDimension1Code: 'CLIMATE', shortcutDimension3Code: 'EU' }
const file = (fileName: string): object => ({ fileName, attachment: PIXEL })
const trip = (more: object = {}): object => ({
  imprestType: 'TRAVEL', Purpose: 'Water points in Kisumu', description: 'Survey; deliverable: the inventory', startDate: '2026-06-22', endDate: '2026-06-25', Type: 'Local', From: 'Nairobi', To: 'Kisumu', ...HEAD,
  imprestLinesAPI: [
    { expenseCode: 'PERDIEM-LOC', description: 'Per diem', Quantity: 4, unitOfMeasure: 'DAY', unitCost: 11000, ...HEAD },
    { code: 'TAXI', description: 'Taxis', Quantity: 6, unitOfMeasure: 'TRIP', unitCost: 1500, ...HEAD },
  ],
  attachments: [file('concept.png')], ...more,
})
const lines = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ code: 'TAXI', description: `Ride ${index + 1}.`, Quantity: 1, unitOfMeasure: 'TRIP', unitCost: 100 + index, ...HEAD }))
const workshop = (more: object): object => trip({ imprestType: 'WORKSHOP', Type: null, From: null, To: null, ...more })
const loan = (more: object = {}): object => ({
  advanceType: 'Staff Loan', loanNo: 'SCHOOL', applicationAmount: 60000, repaymentInstallments: 6, preferredDisbursementDate: '2026-06-20', applicationReason: 'School fees', ...more,
})

let test: TestApp
const { who, onDay, done, decide } = walkIn<Document>(() => test)
beforeAll(async () => {
  test = await startApp({ settings: NO_CEILINGS })
})
afterAll(() => test.stop())

/** The texts of the pages, with whitespace collapsed. */
async function pages(name: string, type: string, no: string, form: string): Promise<string[]> {
  const answer = await (await who(name)).call('GET', `documents/${type}/${no}/print/${form}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: answer.rawPayload, encoding: 'utf8' })
  return text.split('\f').slice(0, -1).map((page) => page.replace(/\s+/g, ' '))
}
const imprest = async (body: object): Promise<string> => (await done('wanjiku', 'POST', 'hrmis/imprest', body)).data.no
async function sent(body: object): Promise<string> {
  const no = await imprest(body)
  await done('wanjiku', 'POST', 'hrmis/imprest/sendForApproval', { docNo: no })
  return no
}

describe('the form of an imprest', () => {
  it('the form has one page from request to surrender, and names the round of each decision', async () => {
    const no = await sent(trip())
    const printed = (form = 'document'): Promise<string[]> => pages('wanjiku', 'imprest', no, form)
    const [pending, ...none] = await printed()
    expect(none).toEqual([])
    // In the words of the screen: one approver is asked now, the other later.
    expect(pending).toMatch(/Approvals Step .* Request Supervisor Otieno Ochieng Pending due 18th Jun 2026 Head of department Achieng Okello Waiting I undertake/)
    await decide('otieno', no)
    await decide('achieng', no)
    await done('mutua', 'POST', `documents/imprest/${no}/actions/release`)
    const { data } = await done('mutua', 'POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: '2026-06-15', paidFrom: 'M-Pesa', paymentReference: 'QXA' } })
    const receipts = data.imprestLinesAPI.map(({ lineNo }, index) => ({ DetailedLineMgtLineNo: lineNo, description: `R-${index}`, supplier: 'Lake Cabs', receiptDate: '2026-06-15', amount: [44000, 9000][index], attachment: file(`receipt-${index}.png`) }))
    await done('wanjiku', 'PATCH', `hrmis/imprest/${no}`, { detailedImprestLines: receipts })
    onDay('2026-06-25T09:00:00+03:00')
    await done('wanjiku', 'POST', 'hrmis/imprest/accountFor', { docNo: no })
    await decide('otieno', no)
    await decide('mutua', no)
    for (const form of ['document', 'surrender']) {
      const [page = '', ...rest] = await printed(form)
      expect(rest).toEqual([])
      expect(page).toMatch(/Request Supervisor Otieno Ochieng Approved .* Head of department Achieng Okello Approved .* Surrender and claim Supervisor Otieno Ochieng Approved .* Finance Mutua Kilonzo Approved/)
      expect(page).toContain('Verification code')
    }
    expect((await printed('surrender'))[0]).toMatch(/Total 53,000\.00 53,000\.00 0\.00 .*R-1 15th Jun 2026 Lake Cabs receipt-1\.png 9,000\.00/)
    onDay('2026-06-15T09:00:00+03:00')
  })

  it.each([26, 27, 28, 29, 30, 31, 32, 60])('the form of %i lines breaks between lines, repeats the headings and leaves no total or signatures alone', async (count) => {
    const sheet = await pages('wanjiku', 'imprest', await imprest(workshop({ imprestLinesAPI: lines(count) })), 'document')
    const whole = sheet.join(' ')
    for (let index = 1; index <= count; index += 1) expect(whole).toContain(` Ride ${index}. `)
    const withLines = sheet.filter((page) => page.includes('Ride '))
    for (const page of withLines) expect(page).toMatch(/Code Description Quantity Unit Unit Cost \(KES\) Amount \(KES\)/)
    expect(withLines.at(-1)).toMatch(new RegExp(`Ride ${count}\\. .*Total`))
    expect(sheet.at(-1)).toMatch(/Attachments concept\.png I undertake .* Received by .* Verification code/)
  })

  it('the form has every line of a long comment', async () => {
    const no = await sent(workshop({ imprestLinesAPI: lines(1) }))
    // As many lines as the comment may have, which is more than a page.
    await decide('otieno', no, 'reject', { reason: 'z\n'.repeat(124) + 'z' })
    const sheet = await pages('wanjiku', 'imprest', no, 'document')
    const whole = sheet.join(' ')
    // It is shown next to the decision, and not again above.
    expect(whole).not.toContain('Rejection')
    expect(sheet.length).toBeGreaterThan(1)
    expect(whole.match(/\bz\b/g)).toHaveLength(125)
    expect(whole).toContain('Verification code')
  })

  it('the form of a rejected imprest has nothing to sign, and gives the reason', async () => {
    const no = await sent(workshop({ imprestLinesAPI: lines(1) }))
    await decide('otieno', no)
    await done('mutua', 'POST', `documents/imprest/${no}/actions/refuse`, { input: { reason: 'The fund is closed' } })
    const [page = '', ...rest] = await pages('wanjiku', 'imprest', no, 'document')
    expect(rest).toEqual([])
    expect(page).toContain('Rejection Reason The fund is closed')
    expect(page).not.toMatch(/Received by|I undertake/)
  })

  it('the form converts a foreign currency to the company’s, and lists the attachments', async () => {
    const attachments = Array.from({ length: 10 }, (_, index) => file(`letter of the county ${index + 1}.png`))
    const no = await imprest(workshop({ currencyCode: 'USD', imprestLinesAPI: lines(2), attachments }))
    const [page = ''] = await pages('wanjiku', 'imprest', no, 'document')
    expect(page).toMatch(/Amount \(USD\).*Total 201\.00 .*USD 201\.00 129\.3 KES 25,989\.30/)
    expect(page).toMatch(/Attachments \(10\) 1\. letter of the county 1\.png, .* 10\. letter of the county 10\.png/)
  })

  it('the form of an imprest without lines says so', async () => {
    const [page, ...rest] = await pages('wanjiku', 'imprest', await imprest(workshop({ imprestLinesAPI: [], attachments: [] })), 'document')
    expect(rest).toEqual([])
    expect(page).toContain('Amount (KES) No lines Total 0.00')
    expect(page).not.toContain('Attachments')
  })
})

describe('the form of an application for pay', () => {
  const printed = async (body: object): Promise<string> => {
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/payroll/advance', body)
    await done('wanjiku', 'POST', 'hrmis/payroll/SendApprovalRequest', { docNo: no })
    const [page = '', ...rest] = await pages('wanjiku', 'salary-advance', no, 'document')
    expect(rest).toEqual([])
    return page
  }

  it('a loan application has its own heading, its instalments and their total', async () => {
    const page = await printed(loan())
    expect(page).toMatch(/Staff Loan Application ADV-\S+ Pending Approval/)
    expect(page).not.toMatch(/Salary Advance/i)
    expect(page).toMatch(/No\. Period Principal \(KES\) Interest \(KES\) Instalment \(KES\) Balance \(KES\) 1 July 2026 10,000\.00 300\.00 10,300\.00 50,000\.00/)
    expect(page).toMatch(/6 December 2026 .* 0\.00 Total 60,000\.00 1,800\.00 61,800\.00 Approvals/)
    expect(page).toMatch(/Otieno Ochieng Pending Approval .* Waiting/)
    expect(page).not.toMatch(/\b(Open|Created)\b/)
  })

  it('an advance application has its own heading', async () => {
    const page = await printed(loan({ advanceType: 'Advance', loanNo: null, applicationAmount: 5000, repaymentInstallments: 1 }))
    expect(page).toContain('Salary Advance Application ADV-')
  })
})

describe('the form of a petty cash request', () => {
  it('the voucher leaves out empty columns', async () => {
    const { data: { no } } = await done('wanjiku', 'POST', 'hrmis/pettycash', request())
    await done('wanjiku', 'POST', 'hrmis/pettycash/sendForApproval', { headerNo: no })
    await decide('otieno', no)
    const [page = '', ...rest] = await pages('wanjiku', 'petty-cash', no, 'document')
    expect(rest).toEqual([])
    expect(page).toMatch(/Code Description Amount \(KES\) MEALS · Meals and refreshments Working lunch 1,200\.00 Total Amount KES 1,200\.00/)
  })
})
