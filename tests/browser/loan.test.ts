/** Salary advances and staff loans in the browser: asked for in the dialog over the list; a loan approved, disbursed and deducted, as four people. That an advance goes the same way is told by tests/http/loan-walk.test.ts. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { DESKTOP, PHONE, takePicture, go } from './harness.ts'
import type { Person } from './people.ts'
import { act, answer, choose, field, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()
const people: Record<string, Person> = {}

const who = async (name: string): Promise<Person> => (people[name] ??= await windows.person(`${name}@mazingira.example`))

async function open(name: string, path: string, viewport = DESKTOP): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await windows.of(await who(name), viewport)
  await go(page, path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, problems }
}

/** The day in the words of the date field. */
const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10).split('-').reverse().join('/')

interface Application { kind: 'Advance' | 'Staff Loan'; borrower: string; amount: string; viewport: typeof DESKTOP }

it('an advance is asked for on a phone, in the dialog over the list', async () => {
  const { page, problems, no } = await apply({ kind: 'Advance', borrower: 'wanjiku', amount: '6000', viewport: PHONE })
  await page.getByText(no).first().waitFor()
  expect(problems).toEqual([])
})

/** Fills the dialog in and sends it; answers the window over which it stood, and the number. */
async function apply({ kind, borrower, amount, viewport }: Application): Promise<{ page: Page; problems: string[]; no: string }> {
  const applicant = await who(borrower)
  const { data: own } = await applicant.call('GET', 'hrmis/payroll/advance?status=Open')
  for (const { no } of own as unknown as { no: string }[]) await applicant.call('DELETE', `hrmis/payroll/advance?no=${no}`)

  const { page, problems } = await open(borrower, '/advance/list', viewport)
  await page.locator('[data-figure="limit"]').getByText(/^KES [\d,]+\.\d\d$/).waitFor()
  await page.getByRole('link', { name: 'New Application' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Salary advance' })
  await field(dialog, 'Type').click()
  await page.getByRole('option', { name: kind, exact: true }).locator('visible=true').click()
  if (kind === 'Staff Loan') {
    await choose(dialog, 'Loan type', 'School fees loan')
    await field(dialog, 'Repayment instalments').fill('13')
    await field(dialog, 'Repayment instalments').blur()
    await dialog.getByText('Period cannot be more than 12').waitFor()
    await field(dialog, 'Repayment instalments').fill('10')
  }
  await field(dialog, 'Amount').fill(amount)
  await field(dialog, 'Preferred disbursement date').fill(inAWeek)
  await field(dialog, 'Preferred disbursement date').press('Tab')
  await field(dialog, 'Reason').fill('Seeds for the long rains')
  await dialog.getByRole('heading', { name: 'Repayment schedule' }).waitFor()
  // What is worked out cannot be taken away.
  expect(await dialog.getByRole('button', { name: /Delete line|Remove/ }).count()).toBe(0)
  await act(page, 'Submit for approval')
  await answer(page, 'Submit this application for approval?', 'Yes')
  await seeToast(page, 'Application sent for approval')
  await dialog.waitFor({ state: 'hidden' })
  const { data } = await applicant.call('GET', 'hrmis/payroll/advance')
  const [{ no }] = data as unknown as [{ no: string }]
  return { page, problems, no }
}

it('a staff loan goes through its approvals, on phones, to its schedule', async () => {
  const { page, problems, no } = await apply({ kind: 'Staff Loan', borrower: 'atieno', amount: '60000', viewport: DESKTOP })
  const met = [problems]
  for (const name of ['halima', 'achieng']) {
    const approver = await open(name, `/approvals/card/salary-advance/${no}`, PHONE)
    met.push(approver.problems)
    await approver.page.getByText('Seeds for the long rains').first().waitFor()
    expect(await approver.page.getByText('Projected take-home').count()).toBe(0)
    await act(approver.page, 'Approve')
    await approver.page.getByRole('dialog').getByRole('button', { name: /^(Yes|Approve)$/ }).click()
    await seeToast(approver.page, 'Application approved')
  }

  const finance = await open('mutua', `/advance/card/${no}`)
  met.push(finance.problems)
  await act(finance.page, 'Disburse')
  await field(finance.page.getByRole('dialog'), 'Payment reference').fill('BT-77')
  await finance.page.getByRole('dialog').getByRole('button', { name: 'Disburse' }).click()
  await seeToast(finance.page, `${no} disbursed to`)
  await seeState(finance.page, 'Disbursed')
  await finance.page.getByRole('heading', { name: 'Repayment schedule' }).waitFor()

  await go(page, `/advance/card/${no}`)
  await page.getByText('BT-77').waitFor()
  // Ten instalments of a tenth each and the interest of a month: 6 % a year of the whole.
  const schedule = page.locator('[data-lines="schedule"]')
  await schedule.getByText('10', { exact: true }).first().waitFor()
  await expect.poll(() => schedule.locator('tbody tr').filter({ hasText: '6,000.00' }).filter({ hasText: '300.00' }).count()).toBe(10)
  await page.getByRole('link', { name: /Application Form/ }).first().click()
  await page.locator('[data-kind="document"] canvas').first().waitFor()
  await takePicture(page, 'loan-printed')
  expect(met.flat()).toEqual([])
})

it('finance deducts what is due in the current period, and each sees it among the deductions', async () => {
  const { page } = await open('mutua', '/records/pay-period')
  const { data } = await (await who('mutua')).call('GET', 'hrmis/payroll/current_period')
  const [{ startDate, name }] = data as unknown as [{ startDate: string; name: string }]
  await go(page, `/records/pay-period/card?key=${startDate}`)
  await act(page, 'Post deductions')
  await answer(page, /Deduct from the pay of this period/, 'Yes')
  await seeToast(page, `Deductions of ${name} posted`)
  const ekal = await open('ekal', '/advance/list')
  await ekal.page.locator('[data-figure="deductions"]').getByText('KES 10,661.85').waitFor()
  await ekal.page.getByRole('link', { name: 'Deductions' }).click()
  await ekal.page.getByText('KES 10,661.85').first().waitFor()
})
