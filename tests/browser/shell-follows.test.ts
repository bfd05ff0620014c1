/** The frame follows the current state: colours, names, the session, overlays on the screen. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { PHONE, go } from './harness.ts'
import type { Person } from './people.ts'
import { seeToast } from './steps.ts'
import { keepSession } from './tabs.ts'
import { startWindows } from './windows.ts'

const ADMIN = 'admin@mazingira.example'
const RED = '#7a1f2b'
const DEFAULT = '#00448b'

const windows = startWindows()
let admin: Person
beforeAll(async () => {
  admin = await windows.person(ADMIN)
})

const paint = (primary: string) => admin.call('POST', 'admin/updateSettings', { site_colors: { primary } })
const primary = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-primary-6').trim())
const seePrimary = (page: Page, colour: string) => page.waitForFunction((wanted) => getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-primary-6').trim() === wanted, colour)

describe('the colours of the company', () => {
  it('the sign-in page has them before any call for the company is answered', async () => {
    await paint(RED)
    const { page } = await windows.open()
    // The company is known only from the page itself.
    await page.route('**/api/v1/company/**', () => undefined)
    await page.goto('/auth/login')
    await page.getByRole('button', { name: 'Login' }).waitFor()
    expect(await primary(page)).toBe(RED)
  })

  it('every window follows a change of the colours or of the company’s name without a reload, and a change of company', async () => {
    await paint(RED)
    const mover = await windows.person(ADMIN)
    const { page, context } = await windows.of(mover)
    await go(page, '/admin/settings')
    await seePrimary(page, RED)
    const other = await context.newPage()
    await go(other, '/notifications')
    await seePrimary(other, RED)
    await other.locator('html[data-live]').waitFor({ state: 'attached' })
    await paint('#1f5a2b')
    await Promise.all([seePrimary(page, '#1f5a2b'), seePrimary(other, '#1f5a2b')])
    await admin.call('POST', 'admin/updateSettings', { company_display_name: 'Mazingira Trust' })
    await other.getByLabel('Default company').locator('option', { hasText: /^Mazingira Trust/ }).waitFor({ state: 'attached' })
    await admin.call('POST', 'admin/updateSettings', { company_display_name: 'Mazingira Research Trust' })
    await other.close()
    await page.getByLabel('Default company').selectOption({ label: 'Baraka Manufacturing' })
    await seeToast(page, 'You are now in Baraka Manufacturing.')
    await seePrimary(page, DEFAULT)
    // As on the screen that the user came from.
    await expect.poll(() => page.getByLabel('Default company').locator('option').count(), { timeout: 10_000 }).toBe(3)
  })
})

it('the drawer of a phone keeps the keyboard focus, closes with Escape, and gives the focus back', async () => {
  const { page } = await windows.of(await windows.person('wanjiku@mazingira.example'), PHONE)
  await go(page, '/notifications')
  const burger = page.getByRole('button', { name: 'Open menu' })
  await burger.click()
  const isIn = () => page.evaluate(() => document.activeElement?.closest('aside') !== null && document.activeElement !== document.body)
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Close menu')
  for (let presses = 0; presses < 25; presses++) {
    await page.keyboard.press('Tab')
    // After the last control the browser's own have their turn, then the first: never anything beneath the drawer.
    if (!(await page.evaluate(() => document.activeElement === document.body))) expect(await isIn()).toBe(true)
  }
  // As an open list does.
  await page.evaluate(() => document.addEventListener('keydown', (event) => event.stopPropagation()))
  // A key pressed while the browser's own controls have the focus does not reach the page.
  while (!(await isIn())) await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Open menu')
  expect(await page.locator('aside').getAttribute('data-open')).toBeNull()
})

it.each(['while their window receives events', 'before their window receives events'])('a person whose session was ended %s reads that on the sign-in page, and a new visitor does not', async (when) => {
  const wanjiku = await windows.person('joyce@mazingira.example')
  const { page } = await windows.of(wanjiku)
  let goOn = (): void => undefined
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/api/v1/events/stream', async (route) => {
    if (when.startsWith('before')) await held
    await route.continue()
  })
  const isWanted = page.waitForRequest('**/api/v1/events/stream')
  await go(page, '/notifications')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await isWanted
  if (when.startsWith('while')) await page.locator('html[data-live]').waitFor({ state: 'attached' })
  await (await windows.person('joyce@mazingira.example')).call('POST', 'hrmis/auth/sessions/revokeOthers', {})
  goOn()
  await page.waitForURL('**/auth/login')
  await page.getByText('Your session was ended. Sign in to continue; what you typed is kept.').waitFor()
  const { page: stranger } = await windows.open()
  await go(stranger, '/auth/login')
  await stranger.getByRole('button', { name: 'Login' }).waitFor()
  expect(await stranger.locator('[data-ended]').count()).toBe(0)
})

it('a call that was under way when its session ended is refused, and the next session loads the same list', async () => {
  const who = await windows.person('joyce@mazingira.example')
  const { page } = await windows.of(who)
  let goOn = (): void => undefined
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/assets/*rules-*.js', async (route) => {
    await held
    await route.continue()
  })
  const isWanted = page.waitForRequest('**/assets/*rules-*.js')
  await page.goto('/pettycash/list')
  await isWanted
  // As another tab signs out, before the list's rules, which fetch its manifest, have loaded.
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await page.waitForURL('**/auth/login')
  const refused = page.waitForResponse((response) => response.url().includes('/portal/manifests/') && response.status() === 401)
  goOn()
  await refused
  await keepSession(page, who.session)
  await go(page, '/pettycash/list')
  await page.getByRole('table').waitFor()
})

it('a screen that could not be loaded without a network loads when the network is back', async () => {
  const { page, context } = await windows.of(await windows.person('otieno@mazingira.example'))
  await go(page, '/dashboard/main')
  await page.locator('[data-chart]').first().waitFor()
  await context.setOffline(true)
  await page.getByText('No internet connection').first().waitFor()
  // The notice covers neither of the buttons at the bottom of the drawer.
  const [notice, logout] = await Promise.all([page.locator('[data-offline]').boundingBox(), page.getByRole('button', { name: 'Collapse menu' }).boundingBox()])
  expect((logout?.y ?? 0) + (logout?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0)
  await page.getByRole('link', { name: 'Approvals', exact: true }).first().click()
  await page.getByText('could not be loaded').waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'My Approval List' }).waitFor()
})

it('the drawer marks Analytics while its screen is open', async () => {
  const { page } = await windows.of(await windows.person('mutua@mazingira.example'))
  await go(page, '/dashboard/analytics')
  await page.getByRole('button', { name: 'Analytics', exact: true }).and(page.locator('[aria-current="page"]')).waitFor()
  await go(page, '/notifications')
  await page.getByRole('button', { name: 'Analytics', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Analytics', exact: true }).getAttribute('aria-current')).toBe(null)
})
