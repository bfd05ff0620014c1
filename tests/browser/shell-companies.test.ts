import { afterEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { faultsOf, go } from './harness.ts'
import { answer, field, seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const WITHIN = { timeout: 15_000 }
const ADMIN = 'admin@mazingira.example'

const windows = startWindows()
// The last company chosen is the default from then on: the next sign-in must find the administrator in the original one.
afterEach(async () => {
  await present?.evaluate(async () => {
    const token = localStorage.getItem('dirisha.token') ?? ''
    await fetch('/api/v1/hrmis/auth/setCompany', { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: '{"default_company":"MRT"}' })
  })
  present = undefined
})

let present: Page | undefined

async function windowFor(email: string) {
  const visitor = await windows.for(email)
  present = visitor.page
  return visitor
}

const select = (page: Page) => page.getByLabel('Default company')
const company = (page: Page): Promise<string> => select(page).inputValue()

/** The code in the newest message to the administrator, read in another session. */
async function codeSent(): Promise<string> {
  const reader = await windows.person(ADMIN)
  const { data } = await reader.call('GET', 'admin/outbox')
  const message = (data as unknown as { text: string; recipient: string }[]).find(({ text, recipient }) => recipient === ADMIN && /\b\d{6}\b/.test(text))
  return /\b(\d{6})\b/.exec(message?.text ?? '')?.[1] ?? ''
}

describe('the choice of a company in the footer', () => {
  it('it is not offered to a person of one company', async () => {
    const { page } = await windowFor('wanjiku@mazingira.example')
    await go(page, '/dashboard/main')
    await page.getByText(/^© \d{4} Mazingira Research Trust/).waitFor()
    await expect.poll(() => page.getByRole('contentinfo').getByRole('link', { name: 'Dirisha' }).getAttribute('href')).toMatch(/^https:/)
    expect(await select(page).count()).toBe(0)
  })

  it('it asks about unsaved changes, takes all tabs to the other company, and restores the changes when the person comes back', async () => {
    const { page, context, problems } = await windowFor(ADMIN)
    const other = await context.newPage()
    await go(other, '/admin/settings?group=cashmgt_settings')
    const ceiling = other.getByLabel('Petty cash ceiling per request')
    await ceiling.fill('12345')
    await ceiling.blur()
    await other.getByText('One change is not saved.').waitFor()
    const name = field(page, 'Name').or(field(page, 'Description')).first()
    await go(page, '/records/fund/card')
    await name.fill('Fund of the lake')
    await expect.poll(() => select(page).locator('option:checked').innerText()).toBe('Mazingira Research Trust (default)')
    // The name in the drawer offers the same choice.
    await page.getByRole('button', { name: 'Company: Mazingira Research Trust' }).click()
    await page.getByRole('menuitem', { name: 'Baraka Manufacturing' }).click()
    await answer(page, /leave/i, 'Stay')
    await expect.poll(() => company(page)).toBe('MRT')
    await select(page).selectOption({ label: 'Baraka Manufacturing' })
    const overlay = page.getByRole('alertdialog', { name: 'Switching Companies' })
    await answer(page, /leave/i, 'Leave')
    await overlay.getByText('Opening Baraka Manufacturing').waitFor()
    await seeToast(page, 'You are now in Baraka Manufacturing.')
    await overlay.waitFor({ state: 'hidden' })
    await page.waitForURL('**/admin/settings')
    await expect.poll(() => company(page)).toBe('BML')
    await seeToast(other, 'You are now in Baraka Manufacturing.')
    await expect.poll(() => company(other)).toBe('BML')
    await other.getByText('Everything is saved.').waitFor()
    // The same companies everywhere; only the default differs.
    await expect.poll(() => select(page).locator('option').allInnerTexts()).toEqual(['Baraka Manufacturing (default)', 'Mazingira Research Trust', 'Uwezo SACCO'])
    await go(page, '/records/fund/card')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await name.inputValue()).toBe('')
    await select(page).selectOption('MRT')
    await seeToast(other, 'You are now in Mazingira Research Trust.')
    await other.getByText('One change is not saved.').waitFor()
    await expect.poll(async () => (await ceiling.inputValue()).replace(/\D/g, '')).toMatch(/^12345/)
    await other.getByRole('button', { name: 'Undo changes' }).click()
    await other.getByText('Everything is saved.').waitFor()
    await expect.poll(() => company(page), WITHIN).toBe('MRT')
    await go(page, '/records/fund/card')
    await expect.poll(() => name.inputValue(), WITHIN).toBe('Fund of the lake')
    expect(problems).toEqual([])
  })

  it('it asks for a code where the other company requires one, and can be abandoned before', async () => {
    const { page } = await windowFor(ADMIN)
    await go(page, '/admin/outbox')
    await select(page).selectOption('USC')
    await page.waitForURL('**/auth/verify/otp')
    await page.getByRole('link', { name: 'Back to the portal' }).click()
    await expect.poll(() => company(page), WITHIN).toBe('MRT')
    await go(page, '/records/fund?company=USC')
    await page.getByRole('heading', { level: 1, name: 'This link belongs to Uwezo SACCO' }).waitFor()
    expect(await faultsOf(page, 'another-company')).toEqual([])
    await page.getByRole('button', { name: 'Stay in Mazingira Research Trust' }).click()
    await page.waitForURL('**/admin/settings')
    await select(page).selectOption('USC')
    await page.waitForURL('**/auth/verify/otp')
    await page.getByLabel('Code', { exact: true }).fill(await codeSent())
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/admin/settings')
    await expect.poll(() => company(page), WITHIN).toBe('USC')
  })
})

describe('a link of another company', () => {
  it('it is followed after a question, and the portal offers to try again when the companies cannot be loaded', async () => {
    const { page } = await windowFor(ADMIN)
    // Fails until the button is pressed: the footer fetches the companies too, and its response would remove the button.
    await page.addInitScript(() => addEventListener('click', () => { document.documentElement.dataset.pressed = 'yes' }, true))
    await page.route(/\/companies(\?|$)/, async (route) => await page.locator('html[data-pressed]').count() > 0
      ? route.continue()
      : route.fulfill({ status: 400, json: { code: 'test', message: 'Away.' } }))
    await page.goto('/records/expense-code?company=BML&search=meals')
    await page.getByRole('alert').getByText('Away.').waitFor()
    expect(await page.getByText('cannot change company from here').count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Go to Baraka Manufacturing' }).click()
    await page.waitForURL('**/records/expense-code?search=meals')
    await expect.poll(() => company(page)).toBe('BML')
    await go(page, '/records/expense-code?company=BML')
    await page.waitForURL('**/records/expense-code')
  })
})

describe('a session of another company than the one stored in the browser', () => {
  it('the portal shows an error while the server does not answer, and then changes to the session’s company and says so', async () => {
    const { page, problems } = await windowFor(ADMIN)
    await go(page, '/records/fund')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // As if another program had changed the browser's storage.
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('dirisha.user') ?? '{}') as Record<string, string>
      localStorage.setItem('dirisha.user', JSON.stringify({ ...user, default_company: 'BML' }))
    })
    const headers: Record<string, string>[] = []
    // Fails for the whole first load, whose calls follow one another until the page is left; the second load succeeds.
    let loads = 0
    let isAway = true
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
      else if (loads > 1 && request.url().includes('/portal/bootstrap')) isAway = false
    })
    await page.route('**/hrmis/auth/session', async (route) => {
      headers.push(route.request().headers())
      await (isAway ? route.abort() : route.continue())
    })
    await page.reload()
    await page.getByRole('alert').first().waitFor()
    await expect.poll(() => headers.length, WITHIN).toBeGreaterThan(0)
    expect(headers[0]?.['x-company']).toBeUndefined()
    expect(problems.filter((problem) => problem.startsWith('page error'))).toEqual([])
    await page.reload()
    await seeToast(page, 'You are now in Mazingira Research Trust.')
    expect(await page.evaluate(() => (JSON.parse(localStorage.getItem('dirisha.user') ?? '{}') as { default_company: string }).default_company)).toBe('MRT')
  })
})
