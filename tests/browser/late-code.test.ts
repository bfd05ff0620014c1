/** Code that loads late: input made as soon as a card appears must not be lost, and a page that was left must not come back. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP } from './harness.ts'
import { makeRequest, sendRequest } from './people.ts'
import { act, choose, field, lineOf } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()

/** Holds a chunk of code back, from its request until it is released. */
async function hold(page: Page, chunk: string): Promise<{ asked: Promise<unknown>; letGo: () => void }> {
  const code = new RegExp(`/${chunk}-[^/]+\\.js$`)
  let letGo = (): void => undefined
  const isFree = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(code, async (route) => {
    await isFree
    await route.continue()
  })
  return { asked: page.waitForRequest(code), letGo }
}

it('a field whose widget loads late is drawn only with that widget, and is not replaced afterwards', async () => {
  const { page } = await windows.for('wanjiku@mazingira.example')
  const widget = await hold(page, 'SourcedReference')
  await page.goto('/imprest/card')
  await widget.asked
  expect(await field(page, 'Imprest type').count()).toBe(0)
  widget.letGo()
  await choose(page, 'Imprest type', 'Travel')
  const from = field(page, 'From')
  await from.waitFor()
  const first = await from.elementHandle()
  await from.click()
  await page.keyboard.type('Nairobi')
  await page.getByRole('option', { name: 'Nairobi' }).first().click()
  await expect.poll(() => from.inputValue()).toContain('Nairobi')
  expect(await first?.evaluate((element) => element.isConnected), 'it is the field that was there first').toBe(true)
})

it('autosave handles the first change of a line, however late its code loads', async () => {
  const { page, who } = await windows.for('wanjiku@mazingira.example')
  const department = { globalDimension1Code: 'CLIMATE' }
  const { data: { no } } = await who.call('POST', 'requisition', { documentType: 'Store Requisition', description: 'Pens', requestedFor: 'MRT-015', locationCode: 'MAIN-NBO', ...department, requisitionLines: [{ billingItemCode: 'PENS-BOX', quantity: 1, ...department }] })
  const autosave = await hold(page, 'AutosaveState')
  await page.goto(`/requisition/card?code=${no}`)
  await autosave.asked
  expect(await lineOf(page, 1).field('Quantity').count()).toBe(0)
  autosave.letGo()
  await lineOf(page, 1).type('Quantity', '0')
  await page.locator('[data-autosave="incomplete"]').waitFor()
})

it('a problem that is pressed focuses its field in the dialog of the line, however late the dialog’s code loads', async () => {
  const { page, who } = await windows.for('wanjiku@mazingira.example', DESKTOP)
  const no = await makeRequest(who, { pettyCashLinesAPI: [{ expense_code: 'MEALS', amount: 450, shortcutDimension1Code: null }] })
  const code = await hold(page, 'LineDialog')
  await page.goto(`/pettycash/form?edit=${no}`)
  await act(page, 'Send For Approval')
  await page.locator('[data-summary]').getByRole('button', { name: 'Line 1: Department is required' }).click()
  await code.asked
  // Longer than half a second of frames.
  await page.evaluate(() => new Promise<void>((resolve) => {
    let frames = 60
    const next = (): void => { if (--frames === 0) resolve(); else requestAnimationFrame(next) }
    next()
  }))
  code.letGo()
  const department = field(page.getByRole('dialog', { name: 'Dimensions, line 1' }), 'Department')
  await expect.poll(() => department.evaluate((element) => element === document.activeElement)).toBe(true)
})

it('a search that was typed before a link is followed does not lead back to its list while the next page loads', async () => {
  const { page } = await windows.for('admin@mazingira.example')
  await page.goto('/admin/user-settings')
  await page.getByRole('row').nth(1).waitFor()
  const next = await hold(page, 'outbox')
  await page.getByRole('searchbox', { name: 'Search' }).fill('chebet')
  await page.getByRole('link', { name: 'Outbox' }).click()
  await next.asked
  // The search is no longer pending when only the page is loading.
  await expect.poll(() => page.locator('html').getAttribute('data-busy')).not.toContain('pause')
  next.letGo()
  await page.getByRole('heading', { level: 1, name: 'Outbox' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/outbox')
})

it('the reason for a rejection is asked, however late the code of the question loads', async () => {
  const no = await sendRequest(await windows.person('wanjiku@mazingira.example'))
  const { page } = await windows.for('otieno@mazingira.example', DESKTOP)
  const dialogs = await hold(page, 'dialogs')
  await page.goto(`/approvals/list?search=${no}`)
  await page.locator('[data-entry]').first().focus()
  await dialogs.asked
  await page.keyboard.press('r')
  // Another key does nothing meanwhile.
  await page.keyboard.press('a')
  expect(await page.getByRole('dialog').count()).toBe(0)
  dialogs.letGo()
  const reason = page.getByRole('dialog', { name: `Reject ${no}` }).getByRole('textbox', { name: 'Reason' })
  await expect.poll(() => reason.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(1)
})
