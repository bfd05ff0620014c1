import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { go } from './harness.ts'
import { makeRequest, sendRequest, storedRequest, type Person } from './people.ts'
import { act, actOnRow, answer, choose, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()
let owner: Person
let approver: Person
let stranger: Person
let owners: Page
let approvers: Page
beforeAll(async () => {
  owner = await windows.person('ekal@mazingira.example')
  approver = await windows.person('otieno@mazingira.example')
  stranger = await windows.person('baraka@mazingira.example')
  ;[owners, approvers] = [(await windows.of(owner)).page, (await windows.of(approver)).page]
})

async function at(path: string, page: Page): Promise<Page> {
  await go(page, path)
  return page
}

const cardOf = (no: string): string => `/pettycash/form?edit=${no}`
const approvalOf = (no: string): string => `/approvals/card/petty-cash/${no}`

describe('the owner', () => {
  it('the owner cancels a request while it waits for approval', async () => {
    const no = await sendRequest(owner)
    const page = await at(cardOf(no), owners)
    await act(page, 'Cancel Approval Request')
    await answer(page, 'Are you sure you want to cancel this request?', 'Cancel Approval Request')
    await seeToast(page, 'Approval Request Cancelled')
    await seeState(page, 'Open')
  })

  it('the owner sees the approver’s decision on the open card without a reload', async () => {
    const no = await sendRequest(owner)
    const page = await at(cardOf(no), owners)
    await seeState(page, 'Pending Approval')
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    const { data } = await approver.call('GET', `approvals/nestedApprovalEntries?documentNo=${no}&status=Open`)
    await approver.call('POST', 'approvals/reject', { entryNo: (data as unknown as { entryNo: number }[])[0]?.entryNo, reason: 'The receipt is of another day.' })
    await seeState(page, 'Rejected')
    await page.getByText('The receipt is of another day.').first().waitFor()
    await page.getByRole('button', { name: 'Reopen' }).first().waitFor()
  })

  it('the owner deletes a request by answering the question with Delete, and keeps it with Keep it', async () => {
    const no = await makeRequest(owner)
    const page = await at(cardOf(no), owners)
    await act(page, 'Delete')
    await answer(page, 'Are you sure you want to delete this request?', 'Keep it')
    expect((await storedRequest(owner, no)).status).toBe('Open')
    await act(page, 'Delete')
    await answer(page, 'Are you sure you want to delete this request?', 'Delete')
    await seeToast(page, `${no}: Petty Cash deleted`)
    await page.waitForURL('**/pettycash/list')
    await expect(storedRequest(owner, no)).rejects.toThrow('404')
  })

  it('the owner deletes a request from its row in the list after a question', async () => {
    const no = await makeRequest(owner)
    const page = await at('/pettycash/list', owners)
    await actOnRow(page, no, 'Delete')
    await answer(page, 'Are you sure you want to delete this request?', 'Delete')
    await seeToast(page, `${no}: Petty Cash deleted`)
    await expect.poll(() => page.locator(`[data-key="${no}"]`).count()).toBe(0)
  })
})

describe('the approver', () => {
  it('the approver delegates a decision to a colleague, for whom it then waits', async () => {
    const no = await sendRequest(owner)
    const page = await at(approvalOf(no), approvers)
    await act(page, 'Delegate')
    const dialog = page.getByRole('dialog', { name: 'Delegate' })
    // The list of colleagues opens with the dialog; leaving it closes it.
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('option').first().waitFor({ state: 'hidden' })
    await dialog.getByRole('button', { name: 'Delegate', exact: true }).click()
    await dialog.getByText('Choose who should decide instead.').waitFor()
    await choose(dialog, 'Delegate to', 'Achieng')
    await dialog.getByRole('button', { name: 'Delegate', exact: true }).click()
    await seeToast(page, 'Document delegated successfully')

    const { data } = await (await windows.person('achieng@mazingira.example')).call('GET', `approvals/approvalEntries?status=Open&scope=mine&documentNo=${no}`)
    expect(data).toHaveLength(1)
  })

  it('a reason is still there after Escape, only for its document, and Ctrl+Enter sends it', async () => {
    const [no, other] = [await sendRequest(owner), await sendRequest(owner)]
    const page = await at(approvalOf(no), approvers)
    const reason = page.getByRole('dialog', { name: 'Reject' }).getByRole('textbox')
    await act(page, 'Reject')
    await reason.fill('The receipt\nis not readable')
    await page.keyboard.press('Escape')
    await reason.waitFor({ state: 'hidden' })
    await go(page, approvalOf(other))
    await act(page, 'Reject')
    await expect.poll(() => reason.inputValue()).toBe('')
    // Nothing is sent while it may not be.
    await reason.press('Control+Enter')
    await page.getByRole('dialog', { name: 'Reject' }).getByText('Reason is required').waitFor()
    await page.keyboard.press('Escape')
    await go(page, approvalOf(no))
    await act(page, 'Reject')
    await expect.poll(() => reason.inputValue()).toBe('The receipt\nis not readable')
    await reason.press('Control+Enter')
    await seeToast(page, 'Document rejected successfully')
    expect((await storedRequest(owner, no)).status).toBe('Rejected')
    expect((await storedRequest(owner, other)).status).toBe('Pending Approval')
  })

  it('the approver sees the names of places when the approval is opened from the card', async () => {
    const taxi = { expense_code: 'TAXI', description: 'Taxi to the airport', from: 'HQ', to: 'JKIA', transportCode: 'TX-HQ-JKIA', shortcutDimension1Code: 'CLIMATE', shortcutDimension2Code: 'P-WATER', shortcutDimension3Code: 'EU' }
    const no = await sendRequest(owner, { pettyCashLinesAPI: [taxi] })
    const page = await at(cardOf(no), approvers)
    await page.getByText(/^HQ – /).first().waitFor()
    // Within the portal, so that what the card loaded is still in memory.
    await page.getByRole('link', { name: 'Review and decide' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await expect.poll(() => page.getByText(/^HQ – /).count()).toBeGreaterThan(0)
    await expect.poll(() => page.getByText(/^JKIA – /).count()).toBeGreaterThan(0)
  })

  it('the approver is told when the request was decided in another window meanwhile, and that decision stands', async () => {
    const no = await sendRequest(owner)
    const page = await at(approvalOf(no), approvers)
    await act(page, 'Approve')
    const { data } = (await approver.call('GET', `approvals/approvalEntries?status=Open&documentNo=${no}`)) as unknown as { data: { entryNo: number }[] }
    await approver.call('POST', 'approvals/reject', { entryNo: data[0]?.entryNo, reason: 'Decided in the other window' })
    await answer(page, 'Are you sure you want to approve this document?', 'Approve')
    await seeToast(page, /no longer open/)
    expect((await storedRequest(owner, no)).status).toBe('Rejected')
  })

  it('a person who cannot decide sees a message instead of buttons, and can stop the redirect or skip the wait', async () => {
    const no = await sendRequest(owner)
    const page = await windows.at(approvalOf(no), stranger)
    const dialog = page.getByRole('dialog').filter({ hasText: 'Sorry, you cannot approve this document. Please contact the sender/admin for more information.' })
    await dialog.getByRole('timer').waitFor()
    expect(await page.getByRole('toolbar', { name: 'Decision' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Wait' }).click()
    await dialog.getByText('Stopped.').waitFor()
    await dialog.getByRole('button', { name: 'Go now' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/approvals/card'))
  })
})

describe('a large amount', () => {
  it('it waits for the head of department after the supervisor, and the card shows the time of a decision by the company’s clock', async () => {
    const no = await sendRequest(owner, { pettyCashLinesAPI: [{ expense_code: 'CONF', description: 'Hall for the county forum', amount: 60_000, shortcutDimension1Code: 'CLIMATE', shortcutDimension2Code: 'P-WATER', shortcutDimension3Code: 'EU' }] })
    const { data } = (await approver.call('GET', `approvals/approvalEntries?status=Open&documentNo=${no}`)) as unknown as { data: { entryNo: number }[] }
    await approver.call('POST', 'approvals/approve', { entryNo: data[0]?.entryNo })
    const [decided] = (await storedRequest(owner, no))['approvalEntry'] as { decidedAt: string }[]
    const time = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi', timeStyle: 'short' }).format(new Date(decided?.decidedAt ?? ''))
    const page = await at(cardOf(no), owners)
    const entries = page.locator('[data-section="approvals"] li')
    await entries.filter({ hasText: 'Otieno' }).filter({ hasText: new RegExp(`, ${time}Entry \\d+ `) }).waitFor()
    await entries.filter({ hasText: 'Achieng' }).filter({ hasText: 'Head of department' }).waitFor()
  })
})
