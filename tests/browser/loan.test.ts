/**
 * Salary advances and staff loans in the browser: requested in the dialog over the list, with the repayment schedule.
 * tests/http/loan-walk.test.ts covers approval, payment and deduction.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DESKTOP, PHONE, go, resize } from './harness.ts'
import { dayAhead, typedDayAhead, type Person } from './people.ts'
import { act, answer, choose, field, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()
const who = (name: string): Promise<Person> => windows.person(`${name}@mazingira.example`)

const inAWeek = typedDayAhead(7)

it('an employee applies for a loan on a phone, in the dialog over the list, and its card shows the repayment schedule', async () => {
  const borrower = await who('atieno')
  const { data: own } = await borrower.call('GET', 'hrmis/payroll/advance?status=Open')
  for (const { no } of own as unknown as { no: string }[]) await borrower.call('DELETE', `hrmis/payroll/advance?no=${no}`)

  const { page, problems } = await windows.of(borrower, PHONE)
  await go(page, '/advance/list')
  await page.locator('[data-figure="limit"]').getByText(/^KES [\d,]+\.\d\d$/).waitFor()
  await page.getByRole('link', { name: 'New Application' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Salary advance' })
  await field(dialog, 'Type').click()
  await page.getByRole('option', { name: 'Staff Loan', exact: true }).locator('visible=true').click()
  await choose(dialog, 'Loan type', 'School fees loan')
  await field(dialog, 'Repayment instalments').fill('13')
  await field(dialog, 'Repayment instalments').blur()
  await dialog.getByText('Period cannot be more than 12').waitFor()
  await field(dialog, 'Repayment instalments').fill('10')
  await field(dialog, 'Amount').fill('60000')
  await field(dialog, 'Preferred payment date').fill(inAWeek)
  await field(dialog, 'Preferred payment date').press('Tab')
  await field(dialog, 'Reason').fill('Seeds for the long rains')
  await dialog.getByRole('heading', { name: 'Repayment schedule' }).waitFor()
  // Computed lines cannot be removed.
  expect(await dialog.getByRole('button', { name: /Delete line|Remove/ }).count()).toBe(0)
  await act(page, 'Submit for approval')
  await answer(page, 'Submit this application for approval?', 'Send')
  await seeToast(page, 'Application sent for approval')
  await dialog.waitFor({ state: 'hidden' })
  const { data } = await borrower.call('GET', 'hrmis/payroll/advance')
  const [{ no }] = data as unknown as [{ no: string }]
  await page.getByText(no).first().waitFor()

  for (const name of ['halima', 'achieng']) await (await who(name)).call('POST', 'approvals/approve', { code: no })
  await payOut(await windows.at(`/advance/card/${no}`, await who('mutua')))
  await resize(page, DESKTOP)
  await go(page, `/advance/card/${no}`)
  await page.getByText('BT-77').waitFor()
  // Ten instalments of a tenth each plus a month's interest: 6 % a year of the whole.
  const schedule = page.locator('[data-lines="schedule"]')
  await schedule.getByText('10', { exact: true }).first().waitFor()
  await expect.poll(() => schedule.locator('tbody tr').filter({ hasText: '6,000.00' }).filter({ hasText: '300.00' }).count()).toBe(10)
  await page.getByRole('link', { name: /Application Form/ }).first().waitFor()
  expect(problems).toEqual([])
})

/** Pays it out: the dialog offers no day that the server would refuse, and accepts none. */
async function payOut(page: Page): Promise<void> {
  await act(page, 'Pay')
  const dialog = page.getByRole('dialog', { name: 'Pay' })
  await dialog.getByRole('button', { name: 'Open the calendar' }).click()
  const calendar = page.getByRole('dialog', { name: 'Paid on' })
  // It was requested today: the day before and the day after are not allowed.
  await expect.poll(() => calendar.locator('table button:not([disabled])').allTextContents()).toEqual([String(Number(dayAhead().slice(-2)))])
  await page.keyboard.press('Escape')
  await field(dialog, 'Paid on').fill(inAWeek)
  await field(dialog, 'Payment reference').fill('BT-77')
  await dialog.getByText('Paid on should not be a future date').waitFor()
  await dialog.getByRole('button', { name: 'Pay' }).click()
  await dialog.getByText('Paid on should not be a future date').waitFor()
  await field(dialog, 'Paid on').fill(dayAhead())
  await dialog.getByRole('button', { name: 'Pay' }).click()
  await seeToast(page, /paid to/)
}

it('the list shows above its rows what was deducted in the current period, and links to the deductions', async () => {
  const finance = await who('mutua')
  const { data } = await finance.call('GET', 'hrmis/payroll/current_period')
  const [{ startDate }] = data as unknown as [{ startDate: string }]
  await finance.call('POST', `documents/pay-period/${startDate}/actions/postDeductions`)
  const page = await windows.at('/advance/list', await who('ekal'))
  await page.locator('[data-figure="deductions"]').getByText('KES 10,661.85').waitFor()
  await page.getByRole('link', { name: 'Deductions' }).click()
  await page.waitForURL('**/advance/deductions')
  await page.locator('[data-key]').getByText(/10,661\.85/).first().waitFor()
})
