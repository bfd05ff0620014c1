import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHONE, accessibilityProblems, scrollsSideways, takePicture, go } from './harness.ts'
import type { Person } from './people.ts'
import { startWindows } from './windows.ts'

/** A year ahead, so that no visit is in the past; its 8th of March is a Monday. */
const DAYS = '2027-03'
const at = (view: string, day = 10): string => `/records/gate-pass?calendar=${view}&day=${DAYS}-${String(day).padStart(2, '0')}`
const event = (page: Page, visitor: string) => page.locator('[data-event]', { hasText: visitor })
const day = (page: Page, number: number) => page.locator(`[data-day="${DAYS}-${String(number).padStart(2, '0')}"]`)
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

describe('a list with a calendar', () => {
  let folder = ''
  const windows = startWindows(() => {
    folder = mkdtempSync(join(tmpdir(), 'dirisha-modules-'))
    cpSync('tests/fixtures/modules', folder, { recursive: true })
    return { MODULES: `modules:${folder}` }
  })
  let wanjiku: Person
  const visits: [visitor: string, from: number, to: number, kind?: string][] = [
    ['Amina Yusuf', 9, 11, 'Colleague'], ['Brian Mutiso', 10, 10, 'Department'], ['Chebet Joy', 10, 10], ['Dida Halima', 10, 10, 'Nobody'], ['Esther Wambui', 5, 8], ['Faraja Otieno', 20, 20],
  ]

  beforeAll(async () => {
    wanjiku = await windows.person('wanjiku@mazingira.example')
    const njeri = await windows.person('njeri@mazingira.example')
    const date = (number: number): string => `${DAYS}-${String(number).padStart(2, '0')}`
    for (const [visitor, from, to, kind] of visits) {
      const made = await wanjiku.call('POST', 'documents/gate-pass', { visitor, visit_date: date(from), last_date: date(to), ...(kind !== undefined && { host_kind: kind }), items: [{ what: 'Laptop', quantity: 1 }] })
      expect(made.status, made.message).toBe(201)
    }
    const { request } = (await njeri.call('POST', 'documents/holiday', { date: date(12), name: 'Founders’ Day', _reason: 'Gazetted' })) as unknown as { request: { type: string; key: string } }
    await (await windows.person('wambui@mazingira.example')).call('POST', `documents/${request.type}/${request.key}/actions/approve`, {})
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('is switched to its calendar and back, steps through its periods, and is found again as it was left', async () => {
    const page = await windows.at('/records/gate-pass', wanjiku)
    await page.locator('table').waitFor()
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Calendar').click()
    await page.locator('[data-view="week"]').waitFor()
    expect(new URL(page.url()).searchParams.get('calendar')).toBe('week')
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Month').click()
    await page.locator('[data-view="month"]').waitFor()
    await go(page, at('month'))
    const period = page.getByRole('heading', { level: 2, name: /^[A-Z][a-z]+ 20\d\d$/ })
    for (const [step, shown] of [['Next', 'April 2027'], ['Previous', 'March 2027'], ['Previous', 'February 2027']] as const) {
      await page.getByRole('button', { name: step, exact: true }).click()
      await expect.poll(() => period.textContent()).toBe(shown)
    }
    await page.getByRole('button', { name: 'Today' }).click()
    await page.locator('[data-today]').first().waitFor()
    expect(new URL(page.url()).searchParams.has('day')).toBe(false)
    await go(page, '/dashboard')
    await go(page, '/records/gate-pass')
    await page.locator('[data-view="month"]').waitFor()
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('List', { exact: true }).click()
    await page.locator('table').waitFor()
  })

  it('a week has events over their days, with their days and state, and marks weekends and holidays', async () => {
    const page = await windows.at(at('week'), wanjiku)
    const amina = event(page, 'Amina Yusuf')
    await amina.waitFor()
    expect(await amina.getAttribute('aria-label')).toMatch(/^Amina Yusuf, Colleague, 9\D+11 March 2027, Open$/)
    expect(await amina.getAttribute('data-colour')).toBe('green')
    expect(await amina.evaluate((bar) => [getComputedStyle(bar).gridColumnStart, getComputedStyle(bar).gridColumnEnd])).toEqual(['2', '5'])
    expect(await event(page, 'Esther Wambui').getAttribute('data-begun')).toBe('true')
    expect(await event(page, 'Faraja').count()).toBe(0)
    expect(await day(page, 12).getAttribute('aria-label')).toContain('Founders’ Day')
    expect(await Promise.all([12, 13, 14].map((number) => day(page, number).getAttribute('data-weekend')))).toEqual([null, 'true', 'true'])
    await page.getByText('Founders’ Day').waitFor()
    await takePicture(page, 'calendar-week')
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('a month counts what does not fit, and the count opens the day', async () => {
    const page = await windows.at(at('month'), wanjiku)
    await page.getByRole('button', { name: /^1 more on 10 March 2027$/ }).click()
    await page.locator('[data-view="day"]').waitFor()
    expect(await page.locator('[data-event]').count()).toBe(4)
  })

  it('keys go from day to day and into events, open one and close it, and turn the period', async () => {
    const page = await windows.at(at('month'), wanjiku)
    await event(page, 'Amina Yusuf').waitFor()
    await day(page, 10).focus()
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toMatch(/^Thursday 11 March 2027/)
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toMatch(/^Amina Yusuf/)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: /Amina Yusuf/ })
    await dialog.getByText('Requested by').waitFor()
    expect(await dialog.getByRole('link', { name: 'View details' }).getAttribute('href')).toMatch(/^\/records\/gate-pass\/card\?key=GP-\d{4}-\d{4}$/)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^Amina Yusuf/)
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toMatch(/^Thursday 18 March 2027/)
    await page.keyboard.press('PageDown')
    await expect.poll(() => focused(page)).toMatch(/^Sunday 18 April 2027/)
    await page.keyboard.press('PageUp')
    await expect.poll(() => focused(page)).toMatch(/^Thursday 18 March 2027/)
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toMatch(/^Thursday 11 March 2027/)
  })

  it('people have rows, and the heading counts the events of each day', async () => {
    const page = await windows.at(at('people'), wanjiku)
    const row = page.getByRole('group', { name: /Wanjiku/ })
    await row.waitFor()
    expect(await row.locator('[data-event]').count()).toBe(visits.length)
    expect(await day(page, 10).getAttribute('aria-label')).toMatch(/4 events$/)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('a search narrows the calendar, and days without anything say so', async () => {
    const page = await windows.at(`${at('month')}&q=Brian`, wanjiku)
    await event(page, 'Brian Mutiso').waitFor()
    expect(await page.locator('[data-event]').count()).toBe(1)
    await go(page, `${at('week', 28)}`)
    await page.getByText('Nothing in these days.').waitFor()
  })

  it('on a phone a month has dots, a chosen day its events below, and a week is an agenda', async () => {
    const { page } = await windows.of(wanjiku, PHONE, 'dark')
    await go(page, at('month', 20))
    await event(page, 'Faraja Otieno').waitFor()
    expect(await day(page, 10).textContent()).toContain('4')
    await day(page, 10).click()
    await expect.poll(() => page.locator('[data-event]').count()).toBe(4)
    expect([await scrollsSideways(page), await accessibilityProblems(page)]).toEqual([false, []])
    await takePicture(page, 'calendar-phone-month')
    await go(page, at('week'))
    await page.getByRole('region', { name: 'Wednesday 10 March 2027' }).locator('[data-event]').nth(3).waitFor()
    expect([await scrollsSideways(page), await accessibilityProblems(page)]).toEqual([false, []])
  })
})
