import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { PHONE, go, scrollsSideways, takePicture, type Visitor } from './harness.ts'
import type { Person } from './people.ts'
import { RECEIPT } from './receipt.ts'
import { act, actOnRow, answer, choose, field, lineOf, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

/** The core journey of the first release, step by step, using only the screen: each step starts where the previous one ended. */
describe('petty cash from request to voucher on a phone', () => {
  const windows = startWindows()
  let employee: Visitor
  let approver: Visitor & { who: Person }
  let no = ''
  const description = 'Field visit to Westlands'
  const openBefore = { count: 0 }

  beforeAll(async () => {
    employee = await windows.for('wanjiku@mazingira.example', PHONE)
    approver = await windows.for('otieno@mazingira.example', PHONE)
  })

  it('the approver sees how many documents wait', async () => {
    const { page, who } = approver
    openBefore.count = ((await who.call('GET', 'approvals/count')).data as unknown as { open: number }).open
    await go(page, '/notifications')
    await seeOpen(page, openBefore.count)
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
  })

  it('the employee starts a request, and the speed key fills fund and dimensions', async () => {
    const { page } = employee
    await go(page, '/pettycash/list')
    await page.getByRole('link', { name: 'New Request' }).first().click()
    // Fields required for sending show the asterisk from the start.
    for (const label of ['Description', 'Department']) expect(await field(page, label).getAttribute('required'), label).not.toBeNull()
    // What few need is folded, and stays shown once it is filled.
    expect(await field(page, 'Project').count()).toBe(0)
    await page.getByRole('button', { name: /^More \(/ }).click()
    await expect.poll(() => field(page, 'Project').getAttribute('required')).toBeNull()
    await page.getByRole('heading', { name: 'Attachments * required' }).waitFor()
    await field(page, 'Description').fill(description)
    await choose(page, 'Speed key', 'Climate work in Turkana')
    await waitForValue(page, 'Fund', /European Union/)
    await waitForValue(page, 'Department', /Climate/)
    await waitForValue(page, 'County', /Turkana/)
  })

  it('a transport line takes its amount from the rate and locks it', async () => {
    const { page } = employee
    // The first line is open.
    const line = lineOf(page, 1)
    await line.choose('Code', 'TAXI')
    // If there are several routes, none is preselected.
    await expect.poll(async () => line.field('Description').inputValue()).toBe('Taxi')
    expect(await line.field('From').inputValue()).toBe('')
    await line.choose('From', 'Nairobi HQ')
    await line.choose('To', 'Westlands')
    await expect.poll(async () => line.field('Amount').inputValue()).toBe('800.00')
    expect(await line.field('Amount').isEditable()).toBe(false)
    const said = (await line.field('Amount').getAttribute('aria-describedby'))?.split(' ') ?? []
    expect(await Promise.all(said.map((id) => page.locator(`[id="${id}"]`).textContent()))).toContain('Fixed rate of this route')
    await expect.poll(() => line.field('From').inputValue()).toMatch(/Nairobi HQ/)
  })

  it('a second line gets dimensions of its own in its dialog', async () => {
    const { page } = employee
    await page.getByRole('button', { name: 'Add line' }).click()
    const line = lineOf(page, 2)
    // What is chosen can be read in full, also where the field is too narrow for it.
    await line.choose('Code', 'STATIONERY')
    const whole = page.locator('[data-whole]').filter({ hasText: 'STATIONERY – Stationery and printing' })
    await whole.waitFor()
    await line.choose('Code', 'MEALS')
    await expect.poll(() => whole.count()).toBe(0)
    await line.type('Amount', '1250.5')
    await page.getByRole('button', { name: /^Dimensions of line 2/ }).click()
    const dialog = page.getByRole('dialog', { name: /Dimensions/ })
    // The new line inherits the header's dimensions.
    await expect.poll(async () => field(dialog, 'Project').inputValue()).toMatch(/Water for Turkana/)
    await choose(dialog, 'Speed key', 'Administration at headquarters')
    await expect.poll(async () => field(dialog, 'Project').inputValue()).toMatch(/Core operations/)
    await takePicture(page, 'journey-line-dialog')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText(/2,050\.50/).first().waitFor()
  })

  it('the request is not sent without a receipt', async () => {
    const { page } = employee
    await act(page, 'Send For Approval')
    await page.getByRole('alert').filter({ hasText: 'Attachment is required!' }).first().waitFor()
  })

  it('a file that is a PDF only by name is not attached: its row says why, and a valid file replaces it', async () => {
    const { page } = employee
    const files = page.locator('[data-section="attachments"] li')
    await page.getByLabel('Attach files').setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF at all') })
    await act(page, 'Send For Approval')
    await answer(page, 'Are you sure you want to send this request for approval?', 'Send')
    await files.filter({ hasText: 'not attached' }).filter({ hasText: 'receipt.pdf is damaged, or its content is not PDF' }).waitFor()
    await act(page, 'Send For Approval')
    await page.getByRole('alert').filter({ hasText: 'Attachment is required!' }).first().waitFor()
    await page.getByLabel('Attach files').setInputFiles({ name: 'receipt.pdf', mimeType: 'application/pdf', buffer: RECEIPT })
    await files.filter({ hasText: 'sent when you save' }).waitFor()
    await expect.poll(() => files.count()).toBe(1)
  })

  it('the request is sent with a receipt, after a question', async () => {
    const { page } = employee
    expect(await scrollsSideways(page)).toBe(false)
    await takePicture(page, 'journey-filled')
    await act(page, 'Send For Approval')
    await answer(page, 'Are you sure you want to send this request for approval?', 'Send')
    await seeToast(page, 'Petty Cash successfully sent for approval')
    await seeState(page, 'Pending Approval')
    no = /PC-\d{4}-\d{5}/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? ''
    expect(no).not.toBe('')
    await takePicture(page, 'journey-pending')
  })

  it('the approver’s badge counts the request, and the approver rejects it with a reason', async () => {
    const { page } = approver
    await seeOpen(page, openBefore.count + 1)
    await openFromBadge(page, no)
    await page.getByText(description).first().waitFor()
    expect(await page.getByRole('textbox').count()).toBe(0)
    await act(page, 'Reject')
    const dialog = page.getByRole('dialog', { name: 'Reject' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByText('Reason is required').waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('x'.repeat(300))
    expect((await dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).length).toBe(250)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The receipt names another day')
    await takePicture(page, 'journey-reject')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await seeToast(page, 'Document rejected successfully')
    await page.waitForURL('**/approvals/list')
    await seeOpen(page, openBefore.count)
  })

  it('the employee reads the reason, reopens the request, corrects it and sends it again', async () => {
    const { page } = employee
    await seeState(page, 'Rejected')
    await page.getByText('The receipt names another day').first().waitFor()
    await takePicture(page, 'journey-rejected')
    await act(page, 'Reopen')
    await answer(page, 'Are you sure you want to reopen this request?', 'Reopen')
    await seeToast(page, 'Petty Cash request reopened')
    await field(page, 'Description').fill(`${description}, corrected`)
    await act(page, 'Send For Approval')
    await answer(page, 'Are you sure you want to send this request for approval?', 'Send')
    await seeState(page, 'Pending Approval')
  })

  it('the approver approves the corrected request', async () => {
    const { page } = approver
    await seeOpen(page, openBefore.count + 1)
    await openFromBadge(page, no)
    await page.getByText(`${description}, corrected`).first().waitFor()
    await takePicture(page, 'journey-approval')
    await act(page, 'Approve')
    await answer(page, 'Are you sure you want to approve this document?', 'Approve')
    await seeToast(page, 'Document approved successfully')
    await page.waitForURL('**/approvals/list')
  })

  it('the employee sees the voucher’s pages on screen, prints and downloads it, and goes back', async () => {
    const { page } = employee
    await go(page, '/pettycash/list')
    await actOnRow(page, no, 'Petty Cash Voucher')
    await page.locator('canvas').first().waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await takePicture(page, 'journey-document')
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', String(document.querySelector('canvas')?.width))
    })
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await expect.poll(() => page.evaluate(() => Number(document.body.dataset['printed'])), { timeout: 10_000 }).toBeGreaterThan(1900)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByRole('button', { name: 'Download' }).isVisible()).toBe(false)
    await expect.poll(() => page.locator('canvas').first().isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()])
    expect(file.suggestedFilename()).toBe(`${no}.pdf`)
    await page.getByRole('button', { name: 'Back', exact: true }).last().click()
    await page.waitForURL('**/pettycash/list')
  })

  it('the browser’s console reported no problem', () => {
    expect([...employee.problems, ...approver.problems]).toEqual([])
  })
})

async function waitForValue(page: Page, label: string, value: RegExp): Promise<void> {
  await expect.poll(async () => field(page, label).inputValue(), { timeout: 10_000 }).toMatch(value)
}

/** The badge in the top bar shows this count. */
async function seeOpen(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: count === 0 ? 'Approvals, none open' : `Approvals, ${count} open`, exact: true }).waitFor()
}

/** Opens the list behind the badge and follows it to the document. */
async function openFromBadge(page: Page, no: string): Promise<void> {
  await page.getByRole('button', { name: /^Approvals, / }).click()
  await page.getByRole('dialog').getByRole('link').filter({ hasText: no }).click()
  await page.getByRole('heading', { level: 1, name: new RegExp(no) }).waitFor()
}
