import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { faultsOf, go, scrollsSideways, takePicture, type Visitor } from './harness.ts'
import { dayAhead, type Person } from './people.ts'
import { RECEIPT } from './receipt.ts'
import { act, actOnRow, answer, choose, dateAhead, field, lineOf, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()

/**
 * An imprest for a journey to Kisumu as the traveller sees it. Approvers and payers act over HTTP: tests/http/imprest-walk.test.ts covers
 * their part.
 */
describe('an imprest for a journey', () => {
  let traveller: Visitor & { who: Person }
  let no = ''

  beforeAll(async () => {
    traveller = await windows.for('wanjiku@mazingira.example')
  })

  const look = async (page: Page, what: string): Promise<void> => {
    expect(await scrollsSideways(page), what).toBe(false)
    await takePicture(page, `imprest-${what}`)
  }

  it('the traveller’s request takes days and rate from the journey, and reports a per diem above the rate', async () => {
    const { page } = traveller
    await go(page, '/imprest/list')
    await page.getByRole('link', { name: 'New Imprest' }).first().click()
    await choose(page, 'Imprest type', 'Travel')
    await field(page, 'Purpose').fill('Water points in Kisumu')
    await field(page, 'Purpose/Objective/Deliverables').fill('Survey of the water points; deliverable: the inventory')
    expect(await field(page, 'End Date').isEditable()).toBe(false)
    // A per diem is accounted for once the journey is over: an emergency, reported afterwards.
    await page.getByRole('switch', { name: 'Emergency' }).check({ force: true })
    await field(page, 'Emergency Reason').fill('The springs ran dry')
    await dateAhead(page, 'Start Date', -3)
    await dateAhead(page, 'End Date', 0)
    await choose(page, 'Type', 'Local')
    await choose(page, 'From', 'Nairobi')
    await choose(page, 'To', 'Kisumu')
    await choose(page, 'Speed key', 'Climate work in Turkana')
    const perDiem = lineOf(page, 1)
    await perDiem.choose('Code', 'PERDIEM-LOC')
    await expect.poll(async () => perDiem.field('Quantity').inputValue()).toBe('4')
    await expect.poll(async () => perDiem.field('Unit Cost').inputValue()).toBe('11,000.00')
    await perDiem.type('Unit Cost', '11500')
    await page.getByText('The per diem for this journey is at most 11,000.00 a day').or(page.getByText(/at most .*11,?000/)).first().waitFor()
    await perDiem.type('Unit Cost', '11000')
    await page.getByRole('button', { name: 'Add line' }).click()
    const taxi = lineOf(page, 2)
    await taxi.choose('Code', 'TAXI')
    await taxi.type('Quantity', '6')
    await taxi.type('Unit Cost', '1500')
    await page.getByText(/53,000\.00/).first().waitFor()
    await page.getByLabel('Attach files').setInputFiles({ name: 'concept.pdf', mimeType: 'application/pdf', buffer: RECEIPT })
    await look(page, 'request')
    await act(page, 'Save')
    await seeToast(page, 'You have successfully created a new imprest request')
    no = /IMP-\d{4}-\d{5}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
    expect(no).not.toBe('')
  })

  it('the traveller enters receipts, the balances follow, and the accounting is submitted only when it is complete', async () => {
    const { page, who } = traveller
    await issue(who, no)
    await go(page, '/imprest/list')
    await page.getByRole('link', { name: `Account ${no}` }).click()
    await page.getByRole('heading', { level: 1, name: /Imprest Accounting/ }).waitFor()
    await act(page, 'Submit')
    await page.getByRole('alert').filter({ hasText: 'Make sure all imprests are accounted for before submission' }).first().waitFor()
    await receipt(page, 1, { no: 'PD-1', amount: '44000' })
    await group(page, 1).getByText('Accounted', { exact: true }).waitFor()
    await receipt(page, 2, { no: 'TX-1', amount: '11400' })
    await page.getByText(/2,400\.00/).first().waitFor()
    expect(await faultsOf(page, 'imprest-look-accounting')).toEqual([])
    await field(page, 'Reason of the claim').fill('The bridge at Ahero was closed')
    await act(page, 'Submit')
    await answer(page, 'Confirm Submitting Accounted imprest lines', 'Send')
    await seeToast(page, 'Imprest accounting successfully submitted')
    await seeState(page, 'Pending Liquidation')
  })

  it('the traveller reads the comments from the list, and opens the printed form of the accounting', async () => {
    const { page } = traveller
    await go(page, '/imprest/list')
    await actOnRow(page, no, 'View comment history')
    const dialog = page.getByRole('dialog', { name: /View comment history/ })
    await dialog.getByText(/Otieno/).first().waitFor()
    await dialog.getByText('Take the early ferry').waitFor()
    await look(page, 'comments')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await go(page, `/imprest/imprestSurrenderDoc/${no}`)
    await page.locator('canvas').first().waitFor()
    await look(page, 'surrender')
  })

  it('the per diem calculator is accessible and fits a desktop and a phone', async () => {
    const { page } = traveller
    await go(page, '/imprest/Calc')
    await page.locator('[data-screen]').first().waitFor()
    expect(await faultsOf(page, 'imprest-look-calculator')).toEqual([])
  })

  it('the browser’s console reported no problem', () => {
    expect(traveller.problems).toEqual([])
  })
})

/** Has it sent, approved, released and paid out. */
async function issue(traveller: Person, no: string): Promise<void> {
  await traveller.call('POST', 'hrmis/imprest/sendForApproval', { docNo: no })
  const [supervisor, head, finance] = await Promise.all(['otieno', 'achieng', 'mutua'].map((name) => windows.person(`${name}@mazingira.example`))) as [Person, Person, Person]
  await supervisor.call('POST', 'approvals/approve', { code: no, comment: 'Take the early ferry' })
  await head.call('POST', 'approvals/approve', { code: no })
  await finance.call('POST', `documents/imprest/${no}/actions/release`)
  await finance.call('POST', `documents/imprest/${no}/actions/issue`, { input: { paidOn: dayAhead(), paidFrom: 'M-Pesa', paymentReference: 'QXA1B2C3' } })
}

/** The receipts of a line of the imprest. */
function group(page: Page, line: number) {
  return page.locator('[data-section="receipts"]').getByRole('region', { name: `Line ${line}`, exact: true }).and(page.locator('[data-group]'))
}

async function receipt(page: Page, line: number, { no, amount }: { no: string; amount: string }): Promise<void> {
  const of = group(page, line)
  await of.getByRole('button', { name: 'Add receipt' }).click()
  const isPhone = (page.viewportSize()?.width ?? 0) < 768
  const cell = (label: string) => (isPhone ? field(of, label) : of.getByRole('textbox', { name: new RegExp(`^${label}, line`) }))
  const fill = async (label: string, text: string): Promise<void> => {
    await cell(label).last().click()
    await cell(label).last().fill(text)
    await cell(label).last().blur()
  }
  await fill('Receipt No.', no)
  await fill('Supplier', 'Lake Cabs')
  await fill('Date', 'today')
  await fill('Amount', amount)
  await of.locator('input[type=file]').last().setInputFiles({ name: `${no}.pdf`, mimeType: 'application/pdf', buffer: RECEIPT })
  await of.getByText(`${no}.pdf`).waitFor()
}
