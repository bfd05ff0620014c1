/** Leave from the plan to the ledger, by the people who take part: employee, recipient, supervisor and human resources. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { readableDate } from '../../src/core/index.ts'
import { DESKTOP, PHONE, comeToRest, cutOffTexts, go, scrollsSideways, takePicture } from './harness.ts'
import type { Person } from './people.ts'
import { act, actOnRow, answer, choose, field, lineOf, seeState, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const NEXT_YEAR = new Date().getFullYear() + 1
/** A day of the second week of September next year, from its Monday on: a month without holidays in Kenya. */
const day = (number: number): string => new Date(Date.UTC(NEXT_YEAR, 8, 8 + ((8 - new Date(Date.UTC(NEXT_YEAR, 8, 8)).getUTCDay()) % 7) + number)).toISOString().slice(0, 10)
const typed = (date: string): string => date.split('-').reverse().join('/')
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
const step = (page: Page, name: string): Promise<void> => page.locator(`[data-step="${name}"]`).waitFor()

describe('leave', () => {
  const windows = startWindows()
  const people = new Map<string, Person>()
  let grant = ''
  const as = (name: string): Person => people.get(name) ?? expect.fail(`${name} is not signed in`)

  beforeAll(async () => {
    for (const name of ['kiptoo', 'baraka', 'mutua', 'brian', 'ali', 'njeri']) people.set(name, await windows.person(`${name}@mazingira.example`))
    const { data: { no } } = await as('njeri').call('POST', 'documents/leave-grant', { on: `${String(NEXT_YEAR)}-01-01` })
    await as('njeri').call('POST', `documents/leave-grant/${no}/actions/start`, {})
    grant = no
  })

  it('the filters of human resources stand in one row beside the menu, on a phone behind a button', async () => {
    const page = await windows.at('/leave/application?start_date_from=2026-01-01&start_date_to=2026-12-31', as('njeri'), { width: 1440, height: 900 })
    await page.getByLabel('Employee No.', { exact: true }).waitFor()
    await page.getByText('1 Jan 2026 – 31 Dec 2026').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Clear', exact: true }).isVisible()).toBe(true)
    const tops = await page.getByRole('search').last().locator('> *').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).filter(({ height }) => height > 0).map(({ top }) => top))
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(10)
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByLabel('Employee No.', { exact: true }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
  })

  it('begins with the initials of whose it is, also without a comment', async () => {
    const { data } = await as('kiptoo').call('POST', 'documents/leave-application', { leave_code: 'COMPASSION', start_date: day(23), leave_days: 1 })
    const code = String(data.application_code)
    const njeri = (await windows.at(`/leave/view_application/${code}`, as('njeri'))).locator('[data-brief] [data-avatar]')
    await njeri.waitFor()
    expect([await njeri.textContent(), await njeri.locator('img').count()]).toEqual(['KC', 0])
    expect(await njeri.locator('xpath=..').textContent()).toContain('Kiptoo Cheruiyot')
    await as('kiptoo').call('POST', `documents/leave-application/${code}/actions/delete`, {})
  })

  it.each([['a desktop', DESKTOP, 'kiptoo', 'brian', 0], ['a phone', PHONE, 'baraka', 'ali', 7]] as const)('goes from the plan over handover, approval and shortening to the ledger, on %s', async (_, size, employee, supervisor, first) => {
    const page = await windows.at('/leave/planner/application', as(employee), size)
    await step(page, 'details')
    await choose(page, 'Period', String(NEXT_YEAR))
    await expect.poll(() => field(page, 'End Date').inputValue()).toBe(`31st Dec ${String(NEXT_YEAR)}`)
    await press(page, 'Next')
    await step(page, 'entries')
    await press(page, 'Add leave')
    const entry = lineOf(page, 1)
    await entry.choose('Leave Type', 'ANNUAL')
    await entry.type('Start Date', typed(day(first)))
    await entry.type('End Date', typed(day(first + 4)))
    await press(page, 'Next')
    await step(page, 'summary')
    await press(page, 'Finish')
    await page.waitForURL('**/leave/planner/application/show/**')
    await page.locator('.mantine-Notification-root', { hasText: 'created' }).getByRole('button').click()
    await act(page, 'Send For Approval')
    await answer(page, /will be sent for approval/, 'Send')
    await seeState(page, 'Pending Approval')
    const planner = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await as(supervisor).call('POST', `documents/leave-planner/${planner}/actions/approve`, {})
    await seeState(page, 'Released')

    await expect.poll(async () => (await as('njeri').call('GET', `documents/leave-grant/${grant}`)).data.status, { timeout: 30_000 }).toBe('Done')
    // From the plan to the application: what was planned is filled in.
    await page.getByRole('link', { name: /^Apply for Annual leave from/ }).click()
    await step(page, 'type')
    await press(page, 'Continue')
    await step(page, 'duration')
    expect([await field(page, 'Start Date').inputValue(), await field(page, 'End Date').inputValue()].map((text) => text.replace(/\D+/g, ' '))).toEqual([day(first), day(first + 4)].map((date) => `${String(Number(date.slice(8)))} ${date.slice(0, 4)}`))
    expect(await page.locator('[data-section="summary"]').textContent()).toContain('Days5Balance before')
    await press(page, 'Continue')
    await step(page, 'handover')
    const picker = field(page, 'Hand over to')
    for (const name of ['Mutua', 'Njeri']) {
      await picker.fill(name)
      await page.getByRole('option', { name: new RegExp(name) }).first().click()
    }
    // The last one is taken out again.
    await picker.press('Backspace')
    await picker.press('Escape')
    await press(page, 'Continue')
    await step(page, 'save')
    expect(await page.locator('[data-summary-of="handover"]').textContent()).toContain('Mutua Kilonzo')
    expect(await page.locator('[data-summary-of="handover"]').textContent()).not.toContain('Njeri')
    await press(page, 'Save')
    await page.locator('[data-thanks]').waitFor()
    const code = (await page.locator('[data-thanks]').getAttribute('data-thanks')) ?? ''
    if (await page.getByRole('dialog').count() > 0) await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'View leave application' }).click()
    await page.locator('[data-section="people"]').getByText('Pending').waitFor()

    // The recipient opens the request by the code of the application.
    const recipient = await windows.at(`/handover/LeaveForm/${code}`, as('mutua'), size)
    await act(recipient, 'Accept')
    await answer(recipient, `Take over the duties of`, 'Accept')
    await seeState(recipient, 'Accepted')

    await page.reload()
    await page.locator('[data-section="people"]').getByText('Accepted').waitFor()
    await act(page, 'Send for approval')
    await answer(page, 'Are you sure you want to send this record for approval?', 'Send')
    await seeState(page, 'Review')

    // What is in review is no entry yet; the explanation says what it leaves.
    // It follows the period, also when it is opened before the figures of the chosen one arrive.
    const waiting = await windows.at('/leave/balances', as(employee), size)
    let arrive = (): void => undefined
    const held = new Promise<void>((resolve) => { arrive = resolve })
    await waiting.route(new RegExp(`/leave-ledger/balances\\?.*${String(NEXT_YEAR)}`), async (route) => {
      await held
      await route.continue()
    })
    await choose(waiting, 'Period', String(NEXT_YEAR))
    await waiting.locator('section', { has: waiting.getByRole('heading', { name: 'Annual leave' }) }).getByRole('button', { name: 'How was this computed?' }).click()
    await waiting.getByRole('dialog').locator('tbody tr').first().waitFor()
    const foot = waiting.getByRole('dialog').locator('tfoot tr')
    expect(await foot.count()).toBe(0)
    arrive()
    await expect.poll(() => foot.count()).toBe(2)
    const [inReview, available] = (await foot.allTextContents()).map((text) => [text.replace(/-?[\d.]+$/, ''), Number(/-?[\d.]+$/.exec(text)?.[0])] as const)
    const balance = Number(await waiting.getByRole('dialog').locator('tbody tr td:last-child').last().textContent())
    expect([inReview, available]).toEqual([['In review', -5], ['Available', balance - 5]])
    await takePicture(waiting, `leave-in-review-${size.width}`)

    // The supervisor approves a day less.
    const approver = await windows.at(`/approvals/card/leave-application/${code}`, as(supervisor), size)
    await act(approver, 'Approve')
    const dialog = approver.getByRole('dialog')
    const shown = (of: Page) => of.getByRole('dialog').locator('dl div').allTextContents()
    await expect.poll(() => shown(approver)).toEqual([`Away until${readableDate(day(first + 4))}`, `Balance after${String(balance - 5)}`])
    await dialog.getByLabel('Approved days').fill('4')
    await expect.poll(() => shown(approver)).toEqual([`Away until${readableDate(day(first + 3))}`, `Balance after${String(balance - 4)}`])
    await takePicture(approver, `leave-approve-fewer-${size.width}`)
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    await seeToast(approver, 'Application Approved')

    // Human resources shorten it by two days more, and every day is in the ledger.
    const hr = await windows.at(`/leave/view_application/${code}`, as('njeri'), size)
    await seeState(hr, 'Released')
    await act(hr, 'Shorten')
    await hr.getByRole('dialog').getByLabel(/Back at work from/).fill(typed(day(first + 2)))
    await hr.keyboard.press('Tab')
    await expect.poll(() => shown(hr)).toEqual(['Days given back2', 'Days taken2', `Away until${readableDate(day(first + 1))}`])
    await hr.getByRole('dialog').getByRole('button', { name: 'Shorten', exact: true }).click()
    await seeToast(hr, `${code} shortened`)
    await expect.poll(() => hr.locator('[data-section="decision"]').textContent()).toMatch(/Days taken\s*2/)
    expect(await hr.locator('[data-section="type"]').textContent()).not.toContain('Balance after')
    const heading = await hr.locator('[data-brief]').textContent()
    expect(heading).toContain(`Away until ${readableDate(day(first + 1))}`)
    expect(heading).toContain('Days 2')
    // What was planned is applied for.
    await go(page, `/leave/planner/application/show/${planner}`)
    await page.locator('[data-brief]').getByText(`Until ${readableDate(day(first + 4))}`).waitFor()
    expect(await page.getByRole('link', { name: /^Apply for/ }).count()).toBe(0)
    await go(page, '/leave/balances')
    await choose(page, 'Period', String(NEXT_YEAR)).catch(() => undefined)
    const account = page.locator('section', { has: page.getByRole('heading', { name: 'Annual leave' }) })
    await account.getByRole('button', { name: 'How was this computed?' }).click()
    const rows = page.getByRole('dialog').locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(3)
    const entries = await Promise.all((await rows.all()).map(async (row) => (await row.locator('td').allTextContents()).map((text) => text.trim())))
    const granted = Number(entries[0]?.[3])
    expect(entries.map(([, kind, , change, balance]) => [kind, Number(change), Number(balance)])).toEqual([['Entitlement', granted, granted], ['Taken', -4, granted - 4], ['Recall', 2, granted - 2]])
    expect(entries.slice(1).every(([, , text]) => text?.includes(code))).toBe(true)
    await takePicture(page, `leave-ledger-${size.width}`)
    expect([await scrollsSideways(page), await cutOffTexts(page)]).toEqual([false, []])
    await comeToRest(page)
  })

  it('shows what is left of each type above the planners, and approvers the way to what they review', async () => {
    const page = await windows.at('/leave/planner', as('kiptoo'), DESKTOP)
    const annual = page.locator('[data-account="ANNUAL"]')
    await annual.waitFor()
    const { data } = await as('kiptoo').call('GET', 'documents/leave-ledger/balances') as unknown as { data: { leave_code: string; available: number }[] }
    expect(await annual.textContent()).toBe(`Annual leave${String(data.find(({ leave_code }) => leave_code === 'ANNUAL')?.available)} days left`)
    expect(await page.getByRole('link', { name: 'My Approvals', exact: true }).count()).toBe(0)
    const approver = await windows.at('/leave/planner', as('brian'), PHONE)
    await approver.getByRole('link', { name: 'My Approvals', exact: true }).click()
    await approver.waitForURL('**/leave/planner/application/reviews')
    await go(approver, '/leave/application')
    await approver.getByRole('link', { name: 'Approval Entries', exact: true }).click()
    await approver.waitForURL('**/leave/approvals')
    await go(approver, '/leave/planner')
    await approver.locator('[data-account]').first().waitFor()
    await takePicture(approver, 'leave-planners-phone')
    expect([await scrollsSideways(approver), await cutOffTexts(approver)]).toEqual([false, []])
  })

  it('that was rejected or deleted is found in the tab of the archive', async () => {
    const caller = as('kiptoo')
    const { data: { application_code: code } } = await caller.call('POST', 'documents/leave-application', { leave_code: 'COMPASSION', start_date: day(21), end_date: day(21) }) as unknown as { data: { application_code: string } }
    await caller.call('POST', `documents/leave-application/${code}/actions/delete`, {})
    const page = await windows.at(`/leave/view_application/${code}`, caller, DESKTOP)
    await act(page, 'Archive')
    await seeToast(page, 'Application archived')
    await go(page, '/leave/application?calendar=list')
    await page.locator('[data-tab="archived"]').waitFor()
    await expect.poll(() => page.getByText(code).count()).toBe(0)
    await page.locator('[data-tab="archived"]').click()
    await page.getByText(code).first().waitFor()
    expect(await page.locator('[data-tab="archived"]').getAttribute('aria-pressed')).toBe('true')
    await takePicture(page, 'leave-archive')
  })

  it('is handed over from a list that opens with what is to be answered, and neither a handover nor leave is rejected without saying why', async () => {
    const { data: { application_code: code } } = await as('kiptoo').call('POST', 'documents/leave-application', { leave_code: 'COMPASSION', start_date: day(22), end_date: day(22), handoverEmps: ['MRT-016'] }) as unknown as { data: { application_code: string } }
    const page = await windows.at('/handover/handOverRequests', as('mutua'), DESKTOP)
    await page.waitForURL('**/handover/handOverRequests?tab=pending')
    await page.locator('[data-tab="pending"][aria-pressed="true"]').waitFor()
    await page.locator('[data-tab="all"]').click()
    await page.locator('[data-tab="all"][aria-pressed="true"]').waitFor()
    await go(page, `/handover/LeaveForm/${code}`)
    await act(page, 'Reject')
    const dialog = page.getByRole('dialog')
    const reject = dialog.getByRole('button', { name: 'Reject', exact: true })
    await expect.poll(() => reject.isDisabled()).toBe(true)
    await dialog.getByLabel('Comment').fill('I am at the dentist')
    await expect.poll(() => reject.isEnabled()).toBe(true)
    await reject.click()
    await seeState(page, 'Rejected')
    await as('kiptoo').call('POST', `documents/leave-application/${code}/actions/send`, {})
    const approver = await windows.at(`/approvals/card/leave-application/${code}`, as('brian'), PHONE)
    await act(approver, 'Reject')
    const why = approver.getByRole('dialog')
    const refuse = why.getByRole('button', { name: 'Reject', exact: true })
    await expect.poll(() => refuse.isDisabled()).toBe(true)
    await why.getByLabel('Reason').fill('The audit')
    await refuse.click()
    await seeToast(approver, 'Application Rejected')
  })

  it('is summed up under a heading of its own for those who approve', async () => {
    for (const [name, heading] of [['kiptoo', 'Leave Application'], ['brian', 'Leave Approval Summary']] as const) {
      const page = await windows.at('/leave/approval-summary', as(name), DESKTOP)
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
    }
  })

  it('that is planned is approved in the list of reviews, and rejected where the reason is asked for', async () => {
    const planned = async (date: string): Promise<string> => {
      const { data: { no } } = await as('kiptoo').call('POST', 'documents/leave-planner', { period: String(NEXT_YEAR), fromDate: `${String(NEXT_YEAR)}-01-01`, toDate: `${String(NEXT_YEAR)}-12-31`, leavePlannerLines: [{ leaveType: 'COMPASSION', fromDate: date, toDate: date }] }) as unknown as { data: { no: string } }
      await as('kiptoo').call('POST', `documents/leave-planner/${no}/actions/send`, {})
      return no
    }
    const first = await planned(day(14))
    const page = await windows.at('/leave/planner/application/reviews?calendar=list', as('brian'), DESKTOP)
    await actOnRow(page, first, 'Approve')
    await answer(page, 'Are you sure you want to accept & approve this leave plan?', 'Approve')
    await seeToast(page, 'Leave Plan approved successfully')
    const second = await planned(day(15))
    await go(page, '/leave/planner/application/reviews?calendar=list')
    await actOnRow(page, second, 'Reject')
    await page.waitForURL(`**/approvals/card/leave-planner/${second}*`)
    await act(page, 'Reject')
    await page.getByRole('dialog').getByLabel('Reason').fill('The audit')
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
    await seeToast(page, 'Leave Plan rejected successfully')
  })
})
