import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { PHONE, accessibilityProblems, comeToRest, faultsOf, go, type Visitor } from './harness.ts'
import { type Person } from './people.ts'
import { startWindows } from './windows.ts'

const windows = startWindows()
let wanjiku: Person
let mutua: Person
let ofWanjiku: Visitor
beforeAll(async () => {
  wanjiku = await windows.person('wanjiku@mazingira.example')
  mutua = await windows.person('mutua@mazingira.example')
  ofWanjiku = await windows.of(wanjiku)
})

interface Figures { years: number[]; tiles: { id: string; value: number }[] }
async function figures(who: Person, year = ''): Promise<Figures> {
  return (await who.call('GET', `dashboards/main${year === '' ? '' : `?year=${year}`}`)).data as unknown as Figures
}
const chart = (page: Page, id: string) => page.locator(`[data-chart="${id}"]`)

describe('the dashboard', () => {
  it('it shows the person’s profile, and figures that open the list of what they count', async () => {
    const { page } = ofWanjiku
    await go(page, '/dashboard/main')
    const profile = page.getByRole('region', { name: 'My profile' })
    await profile.getByRole('heading', { name: 'Wanjiku Kamau' }).waitFor()
    await expect.poll(() => profile.getByText('Employee', { exact: true }).isVisible()).toBe(true)
    await expect.poll(() => profile.locator('[data-fact="employment_date"] dd').textContent()).toBe('1st Feb 2021')
    const { tiles } = await figures(wanjiku)
    for (const tile of tiles) await expect.poll(() => page.locator(`[data-tile="${tile.id}"]`).textContent()).toContain(String(tile.value))
    await page.locator('[data-tile="petty-cash"] a').click()
    await page.waitForURL('**/pettycash/list?*')
    await page.getByRole('status').filter({ hasText: new RegExp(`^${String(tiles.find(({ id }) => id === 'petty-cash')?.value)} records?$`) }).waitFor()
  })

  it('on a phone, the new requests come after three tasks, and all tasks when they are asked for', async () => {
    const { page } = await windows.of(wanjiku, PHONE)
    await go(page, '/dashboard/main')
    const needs = page.getByRole('region', { name: 'Needs you' })
    await needs.waitFor()
    const all = Number((await needs.getByRole('heading').textContent())?.replace(/\D/g, ''))
    expect(all).toBeGreaterThan(3)
    expect(await needs.getByRole('listitem').count()).toBe(3)
    // The first of them can be read without scrolling.
    const box = await page.getByRole('region', { name: 'New request' }).getByRole('link').first().boundingBox()
    expect(box && box.y + box.height).toBeLessThan(PHONE.height)
    await needs.getByRole('button', { name: `Show all ${all}` }).click()
    await expect.poll(() => needs.getByRole('listitem').count()).toBe(all)
  })

  it('another dashboard that is opened from the menu shows nothing of it', async () => {
    const { page } = ofWanjiku
    await go(page, '/dashboard/main')
    await page.getByRole('region', { name: 'Needs you' }).or(page.getByRole('heading', { name: 'Needs you' })).first().waitFor()
    await page.getByRole('navigation').getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Leave Dashboard' }).click()
    await page.locator('[data-screen="leave.leave.dashboard"]').waitFor()
    await comeToRest(page)
    expect(await page.getByText('Needs you').count()).toBe(0)
  })

  it('a figure opens the person’s own requests, and a person who may see all of them can remove that filter', async () => {
    const { page, problems } = await windows.of(mutua)
    await go(page, '/dashboard/main')
    const own = (await figures(mutua)).tiles.find(({ id }) => id === 'petty-cash')?.value ?? -1
    await page.locator('[data-tile="petty-cash"] a').click()
    const all = page.locator('[data-tile="all"]')
    await expect.poll(() => all.textContent()).toBe(`${String(own)}All Requests`)
    const mine = page.getByRole('button', { name: 'Mine only' })
    await expect.poll(() => mine.getAttribute('aria-pressed')).toBe('true')
    await mine.click()
    await expect.poll(async () => parseInt((await all.textContent()) ?? '')).toBeGreaterThan(own)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(problems).toEqual([])
    const other = ofWanjiku
    await go(other.page, '/pettycash/list?mine=1&status=Gone')
    await other.page.locator('tbody tr').first().waitFor()
    // A filter that would change nothing is not offered; an unknown parameter narrows nothing.
    expect([await other.page.getByRole('button', { name: 'Mine only' }).count(), await other.page.getByRole('button', { name: 'Clear', exact: true }).count()]).toEqual([0, 0])
  })

  it('a chart can be shown as an accessible table with the same figures, and both follow the selected year', async () => {
    const { page } = ofWanjiku
    await go(page, '/dashboard/main')
    const months = chart(page, 'months')
    await months.locator('svg').waitFor()
    await months.getByText('Table', { exact: true }).click()
    await expect.poll(() => months.locator('tbody th').allTextContents()).toHaveLength(12)
    // The top bar would cover a part of what has scrolled below it.
    await page.evaluate(() => { scrollTo(0, 0) })
    expect([...(await faultsOf(page, 'dashboard-table')), ...ofWanjiku.problems]).toEqual([])
    const { years, tiles } = await figures(wanjiku)
    const total = async () => {
      const heads = await months.locator('thead th').allTextContents()
      const cells = await months.locator('tfoot th').allTextContents()
      return heads.reduce((sum, head, at) => (/^Petty Cash(?!.*KES)/.test(head) ? sum + Number(cells[at]) : sum), 0)
    }
    const requests = (all: Figures['tiles']) => all.find(({ id }) => id === 'petty-cash')?.value
    expect(await total()).toBe(requests(tiles))
    const before = String(years.at(-1))
    const earlier = await figures(wanjiku, before)
    await page.getByLabel('Year').selectOption(before)
    await expect.poll(total).toBe(requests(earlier.tiles))
    expect(new URL(page.url()).searchParams.get('year')).toBe(before)
    await months.getByText('Chart', { exact: true }).click()
    await expect.poll(() => months.getByRole('img', { name: /^Month by month/ }).getAttribute('aria-label')).toMatch(new RegExp(`^Month by month, ${before}: .*Petty Cash ${String(requests(earlier.tiles))}`))
  })

  it('it says when a year has no records, and offers to try again when the server fails', async () => {
    const { page } = ofWanjiku
    await go(page, '/dashboard/main?year=2001')
    await page.getByRole('heading', { name: 'Nothing in 2001' }).waitFor()
    await page.route('**/api/v1/dashboards/**', (route) => route.fulfill({ status: 400, json: { code: 'x', message: 'The figures are being counted anew.' } }))
    // A year that this window has not fetched yet; a cached one would not be requested again.
    await go(page, '/dashboard/main?year=2002')
    await page.getByText('The figures are being counted anew.').waitFor()
    await page.unroute('**/api/v1/dashboards/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Nothing in 2002' }).waitFor()
  })

  it('finance opens the analytics from it, and an employee can neither see nor open them', async () => {
    const { page } = await windows.of(mutua)
    await go(page, '/dashboard/main')
    await page.getByRole('button', { name: 'Analytics' }).click()
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor()
    await chart(page, 'petty-cash-department').locator('svg').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const other = ofWanjiku
    await go(other.page, '/dashboard/analytics')
    await other.page.locator('[data-screen="not-found"]').waitFor()
    expect(await other.page.getByRole('button', { name: 'Analytics' }).count()).toBe(0)
  })
})
