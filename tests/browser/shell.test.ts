import { beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { PHONE, accessibilityProblems, faultsOf, go } from './harness.ts'
import { makeRequest, sendRequest, type Person } from './people.ts'
import { seeToast } from './steps.ts'
import { startWindows } from './windows.ts'

const WITHIN = { timeout: 15_000 }

const windows = startWindows()

const focused = (page: Page): Promise<string | null> => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null)

const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Main menu tabs' })

describe('the start', () => {
  it('the page begins the first calls while its code is fetched, and the portal takes them over', async () => {
    const { page, problems } = await windows.for('wanjiku@mazingira.example')
    await go(page, '/pettycash/list')
    const calls: string[] = []
    page.on('request', (request) => void (request.url().includes('/api/v1/portal/bootstrap') && calls.push(request.headers()['accept-language'] ?? '')))
    await page.reload()
    await page.getByRole('row').nth(1).waitFor()
    expect(calls).toEqual(['en'])
    expect(problems).toEqual([])
  })
})

describe('the drawer', () => {
  it('it shows only icons when it is collapsed, stays collapsed after a reload, and opens the links of an entry beside its icon', async () => {
    const { page, problems } = await windows.for('wanjiku@mazingira.example')
    await go(page, '/dashboard/main')
    // Tabs are for ERP users, and so is the button to the approvals.
    expect(await tabs(page).count() + await page.getByRole('banner').getByRole('link', { name: 'Approvals', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Collapse menu' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Expand menu' }).waitFor()
    await page.getByRole('link', { name: 'Approvals', exact: true }).hover()
    const tip = page.getByRole('tooltip', { name: 'Approvals' })
    await tip.waitFor()
    const [icon, text] = await Promise.all([page.getByRole('link', { name: 'Approvals', exact: true }).boundingBox(), tip.boundingBox()])
    expect(text!.x, 'beside the icon').toBeGreaterThanOrEqual(icon!.x + icon!.width)
    await page.keyboard.press('Escape')
    await tip.waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Approvals', exact: true }).focus()
    await tip.waitFor()
    await page.getByRole('button', { name: 'Cash Management' }).click()
    expect(await tip.count()).toBe(0)
    await expect.poll(() => focused(page), WITHIN).toBe('Imprest Dashboard')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page), WITHIN).toBe('Cash Management')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Petty Cash', exact: true }).click()
    await page.waitForURL('**/pettycash/list')
    await page.getByRole('button', { name: 'Expand menu' }).click()
    await page.getByRole('link', { name: 'Petty Cash', exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it('it shows the links of an entry in place of the menu, with the way back and the dashboard on top', async () => {
    const { page, problems } = await windows.for('mutua@mazingira.example')
    await go(page, '/dashboard/main')
    await page.getByRole('button', { name: 'Cash Setup' }).click()
    await expect.poll(() => focused(page), WITHIN).toBe('Main menu')
    const links = await page.getByRole('navigation', { name: 'Pages' }).locator('a, button').allInnerTexts()
    expect(links.slice(0, 3)).toEqual(['Main menu', 'Dashboard', 'Expense codes'])
    await page.getByRole('link', { name: 'Funds' }).click()
    await page.getByRole('heading', { level: 1, name: 'Funds' }).waitFor()
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect.poll(() => trail.getByRole('listitem').allInnerTexts(), WITHIN).toEqual(['', 'Cash Setup', 'Funds'])
    await go(page, '/records/fund/card')
    await expect.poll(() => trail.locator('[aria-current=page]').innerText(), WITHIN).toBe('New fund')
    await trail.getByRole('link', { name: 'Funds' }).click()
    await page.waitForURL('**/records/fund')
    await trail.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(await trail.count()).toBe(0)
    // A user who opens the address directly finds the same menu.
    await go(page, '/approvals/list')
    await page.getByRole('link', { name: 'Approvals', exact: true }).first().waitFor()
    await go(page, '/records/fund')
    await page.getByRole('link', { name: 'Funds' }).and(page.locator('[aria-current=page]')).waitFor()
    await page.getByRole('button', { name: 'Main menu' }).click()
    await expect.poll(() => focused(page), WITHIN).toBe('Cash Setup')
    await page.getByRole('link', { name: 'Approvals', exact: true }).waitFor()
    expect(problems).toEqual([])
  })
})

describe('a screen of the menu', () => {
  const PATHS = ['/imprest/dashboard', '/imprest/approvals', '/imprest/list', '/imprest/Calc', '/advance/list', '/attendance/requests', '/requisition/dashboard', '/requisition/list/Store%20Requisition', '/requisition/list', '/requisition/stock?low=true', '/records/advance-ledger', '/records/petty-cash-bank']
  it('it is called what the menu calls it', async () => {
    const { page } = await windows.for('mutua@mazingira.example')
    for (const path of PATHS) {
      await go(page, path)
      const entry = page.getByRole('navigation', { name: 'Pages', exact: true }).locator('a[aria-current="page"]').last()
      // The number of tasks may follow.
      await expect.poll(async () => ((await entry.textContent()) ?? '').replace(/\d+ waits? for you$/, ''), { message: path }).toBe(await page.locator('h1').textContent())
    }
  })
})

describe('the top bar', () => {
  it('it has tabs and a button to the approvals for an ERP user', async () => {
    const { page } = await windows.for('kiptoo@mazingira.example')
    await go(page, '/dashboard/main')
    await tabs(page).getByRole('link', { name: 'Cash Management' }).click()
    await page.waitForURL('**/imprest/dashboard')
    await expect.poll(() => tabs(page).locator('[aria-current=page]').innerText(), WITHIN).toBe('Cash Management')
    await page.getByRole('banner').getByRole('link', { name: 'Approvals', exact: true }).click()
    await page.waitForURL('**/approvals/list')
  })

  it('an administrator who is also an employee changes between the portal and the administration', async () => {
    const administrator = await windows.person('admin@mazingira.example')
    const { data } = await administrator.call('GET', 'admin/users?search=brian')
    const [brian] = data as unknown as { id: string; name: string; email: string; employee: string; default_company: string; _rev: number }[]
    if (!brian) throw new Error('no such user')
    await administrator.call('POST', `admin/updateUser/${brian.id}`, { name: brian.name, email: brian.email, employee: brian.employee, default_company: brian.default_company, is_admin: true, _rev: brian._rev })
    const { page } = await windows.for('brian@mazingira.example')
    await go(page, '/')
    await page.waitForURL('**/admin/settings')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect.poll(() => pages.getByRole('link', { name: 'Dashboard' }).count(), WITHIN).toBe(0)
    await page.getByRole('link', { name: 'My portal' }).click()
    await page.waitForURL('**/dashboard/main')
    await expect.poll(() => pages.getByRole('button', { name: 'Setup', exact: true }).count(), WITHIN).toBe(0)
    // A screen in neither menu stays in the current area.
    await page.getByRole('button', { name: 'Account of Brian Wekesa' }).click()
    await page.getByRole('menuitem', { name: 'Security' }).click()
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Account', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Account of Brian Wekesa' }).getAttribute('data-active')).toBe('true')
    await page.getByRole('link', { name: 'Admin Portal' }).click()
    await pages.getByRole('button', { name: 'Setup', exact: true }).waitFor()
  })
})

describe('notifications without a reload', () => {
  let wanjiku: Person
  beforeAll(async () => {
    wanjiku = await windows.person('wanjiku@mazingira.example')
  })

  it('a new request appears on the badges, in the dropdowns and on the page of notifications', async () => {
    const { page, problems } = await windows.for('otieno@mazingira.example')
    const stream = page.waitForResponse(/events\/stream/)
    await go(page, '/notifications')
    await stream
    const count = async (name: string): Promise<number> => Number((await page.getByRole('button', { name: new RegExp(`^${name}, `) }).getAttribute('data-count')) ?? '-1')
    await expect.poll(() => count('Approvals'), WITHIN).toBeGreaterThanOrEqual(0)
    const otieno = await windows.person('otieno@mazingira.example')
    // Jobs of the server send notices of their own meanwhile.
    const unread = async (): Promise<{ documentNo: string | null }[]> => ((await otieno.call('GET', 'notifications?limit=100&unread=1')) as unknown as { data: { documentNo: string | null }[] }).data
    const isUnread = async (key: string): Promise<boolean> => (await unread()).some(({ documentNo }) => documentNo === key)
    const showsAll = async (): Promise<boolean> => (await count('Notifications')) === (await unread()).length
    const before = { open: await count('Approvals') }
    const no = await sendRequest(wanjiku)
    await expect.poll(() => count('Approvals'), WITHIN).toBe(before.open + 1)
    expect(await isUnread(no)).toBe(true)
    await expect.poll(showsAll, WITHIN).toBe(true)
    await page.getByRole('list', { name: 'Notifications' }).getByText(`${no} waits for your approval`).waitFor()

    await page.getByRole('button', { name: /^Approvals, / }).click()
    await page.getByRole('dialog', { name: /^Approvals, / }).getByText(no).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Notifications, / }).click()
    const bell = page.getByRole('dialog', { name: /^Notifications, / })
    await bell.getByRole('link', { name: new RegExp(no) }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await bell.getByRole('link', { name: new RegExp(no) }).click()
    await page.waitForURL(`**/approvals/card/petty-cash/${no}`)
    await expect.poll(() => isUnread(no), WITHIN).toBe(false)
    await expect.poll(showsAll, WITHIN).toBe(true)

    // However a document is opened, its notifications are then marked as read, in every tab.
    const another = await sendRequest(wanjiku)
    expect(await isUnread(another)).toBe(true)
    await expect.poll(showsAll, WITHIN).toBe(true)
    const tab = await page.context().newPage()
    await go(tab, `/approvals/card/petty-cash/${another}`)
    await expect.poll(() => isUnread(another), WITHIN).toBe(false)
    await expect.poll(showsAll, WITHIN).toBe(true)
    await tab.close()

    await go(page, '/notifications?unread=1')
    if ((await unread()).length > 0) await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText('Everything is read').waitFor()
    await expect.poll(() => count('Notifications'), WITHIN).toBe(0)
    expect([...(await faultsOf(page, 'notifications')), ...problems]).toEqual([])
  })

  it('a badge is updated by polling when the event stream is refused', async () => {
    const { page } = await windows.for('otieno@mazingira.example')
    await page.route('**/events/stream', (route) => route.fulfill({ status: 429, json: { code: 'too-many-streams', message: 'Too many.' } }))
    await page.clock.install()
    await go(page, '/approvals/list')
    const badge = page.getByRole('button', { name: /^Approvals, / })
    await badge.waitFor()
    const before = Number(await badge.getAttribute('data-count'))
    await sendRequest(wanjiku)
    await page.clock.runFor(40_000)
    await expect.poll(async () => Number(await badge.getAttribute('data-count')), WITHIN).toBe(before + 1)
  })

  it('a person switches off the e-mail for a kind of notification, and the choice is kept', async () => {
    const { page, who } = await windows.for('wanjiku@mazingira.example')
    await go(page, '/notifications')
    const isOn = page.getByRole('switch', { name: 'My request was approved, by e-mail' })
    await isOn.click({ force: true })
    await expect.poll(async () => JSON.stringify((await who.call('GET', 'notifications/preferences')).data), WITHIN).toContain('"kind":"approved","title":"My request was approved","inApp":true,"mail":false')
    await go(page, '/dashboard/main')
    await go(page, '/notifications')
    await expect.poll(() => isOn.isChecked(), WITHIN).toBe(false)
  })
})

describe('Ctrl+K', () => {
  it('it finds screens and records by the keyboard alone', async () => {
    const { page, who, problems } = await windows.for('wanjiku@mazingira.example')
    const no = await makeRequest(who, { description: 'Jacaranda seedlings for the school' })
    await go(page, '/dashboard/main')
    await page.getByRole('button', { name: /^Notifications/ }).waitFor()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'Search screens and records' })
    await box.waitFor()
    await page.keyboard.type('attend')
    await page.getByRole('option', { name: 'Attendance', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/attendance/requests')
    await page.keyboard.press('Control+k')
    await page.getByText('Two letters or more').waitFor()
    expect(await box.inputValue()).toBe('')
    await page.keyboard.type('jacaranda')
    await page.getByRole('option', { name: new RegExp(no) }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: new RegExp(no) }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByText('Two letters or more').waitFor()
    await page.keyboard.type('nothing is called so')
    await page.getByText('Nothing was found.').waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
  })

  it('the search finds what waits for the person’s decision, and opens the page where it is decided', async () => {
    const { page } = await windows.for('otieno@mazingira.example', PHONE)
    await go(page, '/dashboard/main')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('combobox', { name: 'Search screens and records' }).fill('Ekal Lokwang')
    const group = page.getByRole('group', { name: 'Waiting for your decision' })
    const hit = group.getByRole('option').first()
    await hit.waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    const no = /[A-Z]+-\d{4}-\d{5}/.exec((await hit.textContent()) ?? '')?.[0] ?? ''
    await hit.click()
    await page.getByRole('heading', { level: 1, name: new RegExp(no) }).waitFor()
    await page.getByRole('toolbar', { name: 'Decision' }).waitFor()
  })
})

describe('the key ?', () => {
  it.each([
    ['a dashboard', 'wanjiku@mazingira.example', '/dashboard/main', ['search screens and records, and go to one']],
    ['a list', 'wanjiku@mazingira.example', '/pettycash/list', ['search screens and records, and go to one']],
    ['a screen with keys of its own', 'otieno@mazingira.example', '/approvals', ['next document', 'search screens and records, and go to one']],
  ])('lists the keys on %s, in one dialog', async (_, who, path, says) => {
    const { page } = await windows.for(who)
    await go(page, path)
    await page.locator('html:not([data-busy])').waitFor({ state: 'attached' })
    await page.locator('h1').first().click()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keys' })
    for (const text of says) await dialog.getByText(text).waitFor()
    expect(await dialog.count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('is a letter like any other where the person types', async () => {
    const { page } = await windows.for('wanjiku@mazingira.example')
    await go(page, '/pettycash/list')
    await page.getByRole('searchbox').first().click()
    await page.keyboard.type('why?')
    await expect.poll(() => page.getByRole('searchbox').first().inputValue()).toBe('why?')
    expect(await page.getByRole('dialog', { name: 'Keys' }).count()).toBe(0)
  })
})

describe('a menu whose code does not load', () => {
  it('the portal says so, and the menu opens at the next try', async () => {
    const { page } = await windows.for('wanjiku@mazingira.example')
    let isCut = true
    await page.route(/\/menus-[^/]+\.js$/, (route) => (isCut ? route.abort() : route.continue()))
    // A tab that had the portal open may already have the code.
    await page.goto('/dashboard/main')
    await page.getByRole('button', { name: 'Account of Wanjiku Kamau' }).click()
    await seeToast(page, 'This menu could not be loaded.')
    isCut = false
    await expect.poll(async () => {
      await page.getByRole('button', { name: 'Account of Wanjiku Kamau' }).click()
      return page.getByRole('menuitem', { name: 'Logout' }).isVisible()
    }, WITHIN).toBe(true)
  })
})
