/** What the card of a request shows of its budget, and whether it can be sent: stopped, or with a reason. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE, go, scrollsSideways, takePicture } from './harness.ts'
import { dayAhead, type Person } from './people.ts'
import { RECEIPT } from './receipt.ts'
import { act, answer, field, lineOf, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()
const CLIMATE = { shortcutDimension1Code: 'CLIMATE', shortcutDimension3Code: 'EU' }

let wanjiku: Person
let keeper: Person
let before: Record<string, Record<string, unknown>>
const settings = (groups: object) => keeper.call('POST', 'admin/updateSettings', groups)
const mode = (budget_mode: string) => settings({ budget_settings: { budget_mode, budget_period: 'year' } })

beforeAll(async () => {
  [wanjiku, keeper] = await Promise.all([windows.person('wanjiku@mazingira.example'), windows.person('admin@mazingira.example')])
  before = (await keeper.call('GET', 'admin/settings')).data as typeof before
  await settings({ cashmgt_settings: { show_budget_balances: true } })
})
// Other files use the portal after this one.
afterAll(() => settings({ budget_settings: before['budget_settings'], cashmgt_settings: { show_budget_balances: before['cashmgt_settings']?.['show_budget_balances'] ?? false } }))

/** A request with one line, created over HTTP and opened. */
async function opened(expenseCode: string, unitCost: number, viewport = DESKTOP): Promise<{ page: Page; no: string }> {
  const { data: { no } } = await wanjiku.call('POST', 'hrmis/imprest', {
    imprestType: 'FIELD', Purpose: 'Field days', description: 'Two field days', startDate: dayAhead(5), endDate: dayAhead(6), ...CLIMATE,
    imprestLinesAPI: [{ expenseCode, description: 'Of the field days', Quantity: 1, unitCost, ...CLIMATE }], attachments: [{ fileName: 'concept.pdf', attachment: RECEIPT.toString('base64') }],
  })
  return { no, page: await windows.at(`/imprest/card/${no}`, wanjiku, viewport) }
}

it('a line shows how much of its budget is left and how that is computed, and new figures once it has another account', async () => {
  await mode('warn')
  const { page, no } = await opened('CASUAL', 1000)
  const stored = (await wanjiku.call('GET', `hrmis/imprest/${no}`)).data['imprestLinesAPI'] as { budgetYTD: number; budgetOfYear: number; committedOfYear: number }[]
  const shown = (amount: number): string => new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 }).format(amount)
  const left = page.locator('[data-path="imprestLinesAPI.0.budgetYTD"]').or(page.getByText(shown(stored[0]?.budgetYTD ?? NaN))).first()
  await left.waitFor()
  await page.getByRole('button', { name: /About Budget YTD/ }).first().click()
  await page.getByText('Budget of the year').locator('visible=true').first().waitFor()
  await page.getByText(shown(stored[0]?.budgetOfYear ?? NaN)).locator('visible=true').first().waitFor()
  await takePicture(page, 'budget-details')
  await page.keyboard.press('Escape')

  await lineOf(page, 1).choose('Code', 'FUEL')
  // The figures of the previous account are not shown for this one.
  await expect.poll(async () => page.getByText(shown(stored[0]?.budgetYTD ?? NaN)).count()).toBe(0)
  await act(page, 'Save')
  await seeToast(page, 'Imprest successfully saved')
  const fuel = (await wanjiku.call('GET', `hrmis/imprest/${no}`)).data['imprestLinesAPI'] as { budgetYTD: number }[]
  expect(fuel[0]?.budgetYTD).not.toBe(stored[0]?.budgetYTD)
  // A read-only value is in a control or is text.
  await page.waitForFunction((text) => document.body.innerText.includes(text) || [...document.querySelectorAll('input')].some((one) => one.value.includes(text)), shown(Math.abs(fuel[0]?.budgetYTD ?? NaN)))
})

it('on a phone, a request above its budget is stopped, or sent with a reason where the budget only warns', async () => {
  await mode('stop')
  const { page, no } = await opened('FUEL', 250_000, PHONE)
  await act(page, 'Send For Approval')
  // What the server refuses is known before the question.
  await page.getByText(/The budget for Of the field days leaves .* which is exceeded by/).first().waitFor()
  expect(await scrollsSideways(page)).toBe(false)
  await takePicture(page, 'budget-stopped')

  await mode('warn')
  await go(page, '/imprest/list')
  await go(page, `/imprest/card/${no}`)
  await act(page, 'Send For Approval')
  await page.getByText('This is above the budget. Please say why it may exceed it').first().waitFor()
  await field(page, 'Why it may exceed the budget').fill('The rains cut the road')
  await act(page, 'Send For Approval')
  await answer(page, 'Are you sure you want to send this imprest request for approval?', 'Send')
  await seeToast(page, 'Imprest successfully sent for approval')
  await seeState(page, 'Pending')
})

it('the analytics show finance what is left by account, with five figures in a row', async () => {
  const mutua = await windows.person('mutua@mazingira.example')
  const page = await windows.at('/dashboard/analytics', mutua)
  await page.getByText('Left by account').first().waitFor()
  const tops = await page.locator('[data-tile]').evaluateAll((tiles) => tiles.map((tile) => Math.round(tile.getBoundingClientRect().top)))
  expect(tops.filter((top) => top === tops[0])).toHaveLength(5)
  expect(await scrollsSideways(page)).toBe(false)
  await takePicture(page, 'budget-dashboard')
})
