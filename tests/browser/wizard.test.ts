import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, accessibilityProblems, comeToRest, go, scrollsSideways } from './harness.ts'
import { dayAhead, type Person } from './people.ts'
import { choose } from './steps.ts'
import { startWindows } from './windows.ts'

const at = (page: Page, step: string) => page.locator(`[data-step="${step}"]`)
const field = (page: Page, name: string) => page.locator(`[data-path="${name}"]`).first()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** The step that screen readers are told to be the current one. */
const current = (page: Page) => page.locator('[aria-current="step"]').textContent()

describe('a form in steps', () => {
  const windows = startWindows()
  let chebet: Person

  beforeAll(async () => {
    chebet = await windows.person('chebet@mazingira.example')
  })

  /** The first day from `ahead` days from today on that the server lets her choose. */
  async function freeDay(ahead: number): Promise<string> {
    const { data } = await chebet.call('POST', 'hrmis/leave_application/validate', { leave_type_code: 'COMPASSION', start_date: dayAhead(ahead), leave_days: 1 })
    return String(data.status) === 'success' ? dayAhead(ahead) : freeDay(ahead + 1)
  }

  it.each([['a wide window', DESKTOP, 20], ['a phone', PHONE, 40]] as const)('is filled in on %s, checked by the server, kept over a reload and saved', async (_, size, ahead) => {
    const start = (await freeDay(ahead)).split('-').reverse().join('/')
    const page = await windows.at('/leave/make_application', chebet, size)
    await at(page, 'type').waitFor()
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
    await choose(page, 'Leave Type', 'COMPASSION')
    await press(page, 'Continue')
    await at(page, 'duration').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Leave Duration')
    expect(await current(page)).toMatch(size === DESKTOP ? /Leave Duration/ : /Step 2 of 4/)
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true)
    // The end follows from the days until it is chosen instead.
    await field(page, 'start_date').fill(start)
    await page.keyboard.press('Tab')
    const end = field(page, 'end_date')
    const isClosed = () => end.evaluate((input: HTMLInputElement) => input.readOnly || input.disabled)
    await expect.poll(isClosed).toBe(true)
    expect(await page.locator('[data-step="duration"]').textContent()).toContain('Follows from the number of days')
    await page.getByText('End date', { exact: true }).click()
    await expect.poll(isClosed).toBe(false)
    expect(await field(page, 'leave_days').count()).toBe(0)
    await page.getByText('Number of days', { exact: true }).click()
    await expect.poll(async () => field(page, 'leave_days').inputValue()).toBe('1')
    // More days than the type allows: each problem is said once, and leads to its field.
    await field(page, 'leave_days').fill('40')
    await page.keyboard.press('Tab')
    await press(page, 'Continue')
    const problems = page.locator('[data-summary] li')
    await problems.first().waitFor()
    const told = await problems.allTextContents()
    expect(new Set(told).size).toBe(told.length)
    expect(await at(page, 'duration').count()).toBe(1)
    await field(page, 'leave_days').fill('1')
    await field(page, 'leave_days').press('Enter')
    await at(page, 'handover').waitFor()
    await field(page, 'comments').fill('A day in Nyeri')
    await press(page, 'Go back')
    await at(page, 'duration').waitFor()
    await press(page, 'Continue')
    await at(page, 'handover').waitFor()
    await comeToRest(page)
    await page.reload()
    await at(page, 'handover').waitFor()
    expect(await field(page, 'comments').inputValue()).toBe('A day in Nyeri')
    await press(page, 'Continue')
    await at(page, 'save').waitFor()
    expect(await page.locator('[data-summary-of="handover"]').textContent()).toContain('A day in Nyeri')
    // What is entered is summed up once, by the section that does so in the step itself.
    expect(await page.locator('[data-summary-of="duration"]').textContent()).not.toMatch(/Length by|Number of days/)
    expect([await accessibilityProblems(page), await scrollsSideways(page)]).toEqual([[], false])
    await press(page, 'Save')
    await page.locator('[data-thanks]').waitFor()
    expect(await page.locator('[data-thanks]').textContent()).toContain('Thank you')
    // The card of what is changed in steps is read; Edit leads to them.
    const code = (await page.locator('[data-thanks]').getAttribute('data-thanks')) ?? ''
    await go(page, `/leave/view_application/${code}`)
    expect([await page.getByRole('textbox').count(), await page.getByRole('button', { name: 'Save', exact: true }).count()]).toEqual([0, 0])
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await at(page, 'type').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/leave/edit_application/${code}`)
  })

  it('says of a starred field which action asks for it, where a draft is saved without', async () => {
    const { data } = await chebet.call('POST', 'documents/leave-application', { leave_code: 'STUDY', start_date: await freeDay(60), leave_days: 1 })
    const code = String(data.application_code)
    const page = await windows.at(`/leave/edit_application/${code}?step=handover`, chebet)
    await at(page, 'handover').waitFor()
    const textOf = (label: string) => page.locator('.mantine-InputWrapper-root', { hasText: label }).textContent()
    expect(await textOf('Attachment')).toMatch(/^Attachment \*.*Needed for “Send for approval”, not for saving\.$/)
    // Nothing asks for a comment.
    expect(await textOf('Comments')).not.toMatch(/\*|Needed for/)
    await press(page, 'Continue')
    await at(page, 'save').waitFor()
    await press(page, 'Edit')
    await page.locator('[data-thanks]').waitFor()
    await expect(chebet.call('POST', `documents/leave-application/${code}/actions/send`, {})).rejects.toThrow(/"path":"attachment".*Field is required/)
  })
})
