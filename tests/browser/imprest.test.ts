import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { faultsOf, go, scrollsSideways, takePicture, type Visitor } from './harness.ts'
import { RECEIPT } from './receipt.ts'
import { act, answer, choose, dateAhead, field, lineOf, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()

const PEOPLE = { traveller: 'wanjiku', supervisor: 'otieno', head: 'achieng', finance: 'mutua' } as const
type Role = keyof typeof PEOPLE

/** A journey to Kisumu by four people who see only the screen, from the request to an imprest that is accounted for and its claim paid. */
describe('an imprest for a journey', () => {
  const visitors: Partial<Record<Role, Visitor>> = {}
  let no = ''
  const purpose = 'Water points in Kisumu'

  beforeAll(async () => {
    await Promise.all((Object.entries(PEOPLE) as [Role, string][]).map(async ([role, who]) => {
      visitors[role] = await windows.for(`${who}@mazingira.example`)
    }))
  })

  const pageOf = (role: Role): Page => {
    const visitor = visitors[role]
    if (visitor === undefined) throw new Error(`${role} has not signed in`)
    return visitor.page
  }
  const look = async (page: Page, what: string): Promise<void> => {
    expect(await scrollsSideways(page), what).toBe(false)
    await takePicture(page, `imprest-${what}`)
  }

  it('the traveller asks for it: the journey brings days and rate, and the per diem may not be above it', async () => {
    const page = pageOf('traveller')
    await go(page, '/imprest/list')
    await page.getByRole('link', { name: 'New Imprest' }).first().waitFor()
    await look(page, 'list')
    await page.getByRole('link', { name: 'New Imprest' }).first().click()
    await choose(page, 'Imprest type', 'Travel')
    await field(page, 'Purpose').fill(purpose)
    await field(page, 'Purpose/Objective/Deliverables').fill('Survey of the water points; deliverable: the inventory')
    expect(await field(page, 'End Date').isEditable()).toBe(false)
    await dateAhead(page, 'Start Date', 6)
    await dateAhead(page, 'End Date', 9)
    await choose(page, 'Type', 'Local')
    await choose(page, 'From', 'Nairobi')
    await choose(page, 'To', 'Kisumu')
    await choose(page, 'Speed key', 'Climate work in Turkana')
    await page.getByRole('button', { name: 'Add line' }).click()
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
    await act(page, 'Send For Approval')
    await answer(page, 'Are you sure you want to send this imprest request for approval?', 'Yes')
    await seeToast(page, 'Imprest successfully sent for approval')
    await seeState(page, 'Pending')
    no = /IMP-\d{4}-\d{5}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
    expect(no).not.toBe('')
  })

  it.each(['supervisor', 'head'] as const)('the %s approves it', async (role) => {
    await approve(pageOf(role), no)
  })

  it('finance releases and issues it', async () => {
    const page = pageOf('finance')
    await go(page, `/imprest/card/${no}`)
    await seeState(page, 'Under Review')
    await act(page, 'Release')
    await answer(page, 'Are you sure you want to release this imprest?', 'Yes')
    await seeState(page, 'Approved')
    await act(page, 'Issue')
    const dialog = page.getByRole('dialog', { name: 'Issue' })
    await field(dialog, 'Payment reference').fill('QXA1B2C3')
    await look(page, 'issue')
    await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
    await seeState(page, 'Issued')
    await look(page, 'issued')
  })

  it('the traveller enters receipts: balances follow, and nothing is submitted half', async () => {
    const page = pageOf('traveller')
    await go(page, '/imprest/list')
    await page.getByRole('link', { name: `Account ${no}` }).click()
    await page.getByRole('heading', { level: 1, name: /Imprest Accounting/ }).waitFor()
    await act(page, 'Submit')
    await page.getByRole('alert').filter({ hasText: 'Make sure all imprests are accounted for before submission' }).first().waitFor()
    await receipt(page, 1, { no: 'PD-1', amount: '44000' })
    await group(page, 1).getByText('Accounted', { exact: true }).waitFor()
    await receipt(page, 2, { no: 'TX-1', amount: '11400' })
    await page.getByText(/2,400\.00/).first().waitFor()
    await look(page, 'receipts')
    await field(page, 'Reason of the claim').fill('The bridge at Ahero was closed')
    await act(page, 'Submit')
    await answer(page, 'Confirm Submitting Accounted imprest lines', 'Yes')
    await seeToast(page, 'Imprest accounting successfully submitted')
    await seeState(page, 'Pending Liquidation')
  })

  it.each(['supervisor', 'finance'] as const)('the %s accepts what was spent', async (role) => {
    await approve(pageOf(role), no)
  })

  it('finance pays the claim, and the traveller owes nothing', async () => {
    const page = pageOf('finance')
    await go(page, `/imprest/card/${no}`)
    await seeState(page, 'Accounted')
    await act(page, 'Pay claim')
    const dialog = page.getByRole('dialog', { name: 'Pay claim' })
    await field(dialog, 'Payment reference').fill('CL-77')
    await dialog.getByRole('button', { name: 'Pay claim', exact: true }).click()
    await page.getByText('CL-77').first().waitFor()
    await look(page, 'accounted')
  })

  it('the comments can be read from the list, and both forms be printed', async () => {
    const page = pageOf('traveller')
    await go(page, '/imprest/list')
    await page.getByRole('button', { name: `View comment history of ${no}` }).click()
    const dialog = page.getByRole('dialog', { name: /View comment history/ })
    await dialog.getByText('Peter Otieno').or(dialog.getByText(/Otieno/)).first().waitFor()
    await look(page, 'comments')
    await dialog.getByRole('button', { name: 'Close' }).click()
    for (const form of ['imprestDoc', 'imprestSurrenderDoc']) {
      await go(page, `/imprest/${form}/${no}`)
      await page.locator('canvas').first().waitFor()
      await look(page, form)
    }
  })

  it('has no faults on the screens that no other type has', async () => {
    const page = pageOf('traveller')
    const faults: Record<string, string[]> = {}
    for (const [what, path] of [['accounting', `/imprest/account/${no}`], ['calculator', '/imprest/Calc'], ['dashboard', '/imprest/dashboard']] as const) {
      await go(page, path)
      await page.locator('[data-screen]').first().waitFor()
      faults[what] = await faultsOf(page, `imprest-look-${what}`)
    }
    expect(faults).toEqual({ accounting: [], calculator: [], dashboard: [] })
  })

  it('nothing was complained about in the console', () => {
    expect(Object.values(visitors).flatMap(({ problems }) => problems)).toEqual([])
  })
})

/** Types a date some days from now, as people write it here. */
async function approve(page: Page, no: string): Promise<void> {
  await go(page, '/approvals/list')
  await page.getByRole('link', { name: new RegExp(no) }).first().click()
  await page.getByRole('heading', { level: 1, name: new RegExp(no) }).waitFor()
  await act(page, 'Approve')
  await answer(page, 'Are you sure you want to approve this document?', 'Yes')
  await seeToast(page, /approved|Approved/)
  await page.waitForURL('**/approvals/list')
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
