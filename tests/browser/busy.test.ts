/** What tests and tools can wait for: the window reports whether it is still busy. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { comeToRest } from './harness.ts'
import type { Person } from './people.ts'
import { field, lineOf } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()

/** Creates a requisition of one line that can still be changed; returns its number. */
async function made(who: Person): Promise<string> {
  const department = { globalDimension1Code: 'CLIMATE' }
  const { data: { no } } = await who.call('POST', 'requisition', { documentType: 'Store Requisition', description: 'Pens', requestedFor: 'MRT-015', locationCode: 'MAIN-NBO', ...department, requisitionLines: [{ billingItemCode: 'PENS-BOX', quantity: 1, ...department }] })
  return no
}
const revision = async (page: Page): Promise<number> => Number(await page.locator('[data-rev]').getAttribute('data-rev'))

it('a window is busy from the first keystroke until the input is stored, and then has the new revision', async () => {
  const { page, who } = await windows.for('wanjiku@mazingira.example')
  await page.goto(`/requisition/card?code=${await made(who)}`)
  await comeToRest(page)
  expect(await lineOf(page, 1).field('Quantity').inputValue()).toBe('1')
  const before = await revision(page)
  let letGo = (): void => undefined
  const isFree = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/requisition/update', async (route) => {
    await isFree
    await route.continue()
  })
  const isSent = page.waitForRequest('**/requisition/update')
  await lineOf(page, 1).type('Quantity', '3')
  expect(await page.locator('html').getAttribute('data-busy')).not.toBeNull()
  await isSent
  expect(await page.locator('html').getAttribute('data-busy')).toMatch(/call/)
  letGo()
  await comeToRest(page)
  expect(await page.locator('[data-autosave]').getAttribute('data-autosave')).toBe('saved')
  expect(await revision(page)).toBe(before + 1)
})

it('a window that receives events is marked as live, and then shows the changes of others', async () => {
  const { page, who } = await windows.for('wanjiku@mazingira.example')
  const no = await made(who)
  await page.goto(`/requisition/card?code=${no}`)
  await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await comeToRest(page)
  const before = await revision(page)
  await who.call('PATCH', `requisition/${no}`, { description: 'Pens and paper' })
  await page.locator(`[data-rev="${before + 1}"]`).waitFor()
  expect(await field(page, 'Description').inputValue()).toBe('Pens and paper')
})
