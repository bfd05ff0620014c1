import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, PHONE, accessibilityProblems, faultsOf, go, resize, type Visitor } from './harness.ts'
import { makeRequest, sendRequest, type Person } from './people.ts'
import { startWindows } from './windows.ts'

type Who = 'nobody' | 'employee' | 'approver' | 'administrator'

/**
 * Screens of the portal: the user, the address, the heading, and further text if the heading is not unique. `{open}` and `{sent}` are
 * requests. Screens with all the distinct colours are also checked in dark mode: badges, tints, inputs, links, selections. Lists, cards and
 * new records of every type are covered by walk-of-types.ts.
 */
interface ScreenCase { name: string; who: Who; path: string; shows: string | RegExp; says?: string; isColourful?: true }

const SCREENS: ScreenCase[] = [
  { name: 'sign-in', who: 'nobody', path: '/auth/login', shows: /^(Sign in|Login)$/, isColourful: true },
  { name: 'first', who: 'employee', path: '/', shows: /./, isColourful: true },
  { name: 'list-nothing-matches', who: 'employee', path: '/pettycash/list?q=nothing-is-called-so', shows: 'My Petty Cash Requests', says: 'Nothing matches' },
  { name: 'list', who: 'employee', path: '/pettycash/list', shows: 'My Petty Cash Requests', isColourful: true },
  { name: 'card-open', who: 'employee', path: '/pettycash/form?edit={open}', shows: /Petty Cash PC-/, isColourful: true },
  { name: 'card-sent', who: 'employee', path: '/pettycash/form?edit={sent}', shows: /Petty Cash PC-/, isColourful: true },
  { name: 'card-of-nobody', who: 'employee', path: '/pettycash/form?edit=PC-1999-00001', shows: /./ },
  { name: 'approvals', who: 'approver', path: '/approvals/list', shows: 'My Approval List', isColourful: true },
  { name: 'approvals-history', who: 'approver', path: '/approvals/list?tab=history', shows: 'My Approval List' },
  { name: 'approval', who: 'approver', path: '/approvals/card/petty-cash/{sent}', shows: /Petty Cash PC-/, isColourful: true },
  { name: 'settings', who: 'administrator', path: '/admin/settings?group=site_colors', shows: 'Settings', isColourful: true },
  { name: 'not-found', who: 'employee', path: '/there/is/nothing', shows: /./ },
]
const EMAILS: Record<Exclude<Who, 'nobody'>, string> = { employee: 'wanjiku@mazingira.example', approver: 'otieno@mazingira.example', administrator: 'admin@mazingira.example' }

const windows = startWindows()
let open = ''
let sent = ''
/** A requisition that nobody may change any more. */
let closed = ''
const people = new Map<Who, Person>()
beforeAll(async () => {
  await Promise.all(Object.entries(EMAILS).map(async ([who, email]) => people.set(who as Who, await windows.person(email))))
  const employee = people.get('employee')
  if (!employee) throw new Error('nobody to ask')
  open = await makeRequest(employee)
  sent = await sendRequest(employee)
  const requisitions = (await employee.call('GET', 'documents/requisition?limit=100')).data as unknown as { no: string; status: string }[]
  closed = requisitions.find(({ status }) => status === 'Released')?.no ?? ''
  opened.set('nobody', await windows.open())
  for (const [who, known] of people) opened.set(who, await windows.of(known))
})

describe('a screen of the portal', () => {
  it.each(SCREENS.map((screen) => [screen.name, screen] as const))('the screen %s is accessible and fits a desktop and a phone', async (name, { who, path, shows, says, isColourful }) => {
    const { page, problems } = await arrive(who)
    await go(page, path.replace('{open}', open).replace('{sent}', sent))
    await page.getByRole('heading', { level: 1, name: shows }).waitFor()
    if (says !== undefined) await page.getByRole('main').getByText(says).first().waitFor()
    const faults = await faultsOf(page, `screen-${name}`, { inKnownColours: isColourful !== true, returns: false })
    if (isColourful) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
      faults.push(...(await accessibilityProblems(page, 'colours')).map((problem) => `dark: ${problem}`))
    }
    expect([...faults, ...problems]).toEqual([])
  })
})

/** The style of values comes from one place (ui/value-style.ts) and holds wherever one is shown. */
describe('a number', () => {
  it.each<[string, string, (page: Page) => Locator]>([
    ['a list', '/pettycash/list', (page) => page.locator('tbody td').getByText(/^[\d,]+\.\d\d$/)],
    ['a line', '/pettycash/form?edit={open}', (page) => page.locator('input[data-number]')],
    ['a field that nobody enters', '/requisition/card', (page) => page.locator('[data-section="totals"] input[data-locked]')],
    ['a closed form', '/requisition/card?code={closed}', (page) => page.locator('[data-section="totals"] dd > span').getByText(/\d/)],
  ])('has digits of one width in %s', async (_, path, find) => {
    const { page } = await arrive('employee')
    // The screens above were left as narrow as a phone's.
    await resize(page, DESKTOP)
    await go(page, path.replace('{open}', open).replace('{closed}', closed))
    // Its own style, not what a cell around it passes on.
    expect(await find(page).first().evaluate((value) => (value as HTMLElement).style.fontVariantNumeric)).toBe('tabular-nums')
  })
})

describe('a list', () => {
  it('one day of a range, left by Escape, narrows the list to that day', async () => {
    const { page } = await arrive('employee')
    await resize(page, DESKTOP)
    await go(page, '/pettycash/list?q=x')
    await page.getByRole('button', { name: 'Posting Date' }).first().click()
    await page.locator('[data-dates-dropdown] table button:not([data-outside])').first().click()
    await page.keyboard.press('Escape')
    await page.waitForURL(/posting_date_from=(\d{4}-\d\d-01)&posting_date_to=\1/)
  })

  it('a row opens its record wherever it is clicked, and its menu says what can be done', async () => {
    const { page } = await arrive('employee')
    await go(page, '/pettycash/list')
    const row = page.locator(`[data-key="${open}"]`)
    await row.getByRole('button', { name: `Actions for ${open}` }).click()
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['Edit', 'Delete'])
    await page.keyboard.press('Escape')
    await row.locator('td').nth(2).click()
    await page.getByRole('heading', { level: 1, name: new RegExp(open) }).waitFor()
  })

  it('a filter by records of which there are too many to list is searched', async () => {
    const { page } = await windows.for('njeri@mazingira.example', DESKTOP)
    // As if there were more employees than those of the answer.
    await page.route(/documents\/employee\?limit=200/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json() as object), page: { next: 'more', total: 500 } } })
    })
    await go(page, '/records/leave-application')
    const filter = page.locator('input[aria-label="Employee No."]:not([type=hidden])')
    await filter.fill('kiptoo')
    await page.getByRole('option', { name: /Kiptoo/ }).first().click()
    await page.waitForURL(/employee_no=MRT-019/)
    await page.reload()
    await expect.poll(() => filter.inputValue()).toMatch(/Kiptoo/)
    await filter.fill('wanjiku')
    await page.getByRole('option', { name: /Wanjiku/ }).first().click()
    await page.waitForURL(/employee_no=MRT-015/)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.waitForURL((url) => !url.search.includes('employee_no'))
    await expect.poll(() => filter.inputValue()).toBe('')
  })

  it('a saved view keeps what is searched and the columns, and opens first', async () => {
    const { page } = await arrive('employee')
    const choose = async (entry: string) => {
      await page.getByRole('button', { name: 'More for this list' }).click()
      await page.getByRole('menuitem', { name: entry, exact: true }).click()
    }
    await go(page, '/pettycash/list')
    await choose('Columns')
    await page.getByRole('checkbox', { name: 'Posting Date' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.locator('[data-tile="Open"]').click()
    await choose('Saved views')
    await page.getByLabel('Name of this view').fill('Mine to send')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Open the list with Mine to send' }).click()
    await page.getByRole('button', { name: 'Delete Mine to send' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await go(page, '/notifications')
    await go(page, '/pettycash/list')
    await page.waitForURL('**/pettycash/list?status=Open')
    await page.locator(`[data-key="${open}"]`).waitFor()
    expect(await page.getByRole('columnheader', { name: /Posting Date/ }).count()).toBe(0)
  })
})

describe('a list of options on a phone', () => {
  it.each(['Requested For', 'Item'])('that of “%s” opens below its field, whose label stays in view', async (label) => {
    const person = people.get('employee')
    if (!person) throw new Error('nobody is signed in')
    const { page } = await windows.of(person, PHONE)
    await go(page, '/requisition/card')
    const input = page.getByRole('textbox', { name: label }).or(page.getByRole('combobox', { name: label })).first()
    // As low as it can be touched: above the bar of actions.
    await input.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().bottom - window.innerHeight + 160))
    await input.click()
    const list = page.getByRole('listbox').first()
    await list.getByRole('option').first().waitFor()
    await expect.poll(async () => {
      const [of, options, bar] = [await input.boundingBox(), await list.boundingBox(), await page.locator('header').boundingBox()]
      const caption = await page.locator('label').filter({ hasText: label }).first().boundingBox()
      return (options?.y ?? 0) >= (of?.y ?? 0) + (of?.height ?? 0) && (caption?.y ?? 0) >= (bar?.y ?? 0) + (bar?.height ?? 0)
    }).toBe(true)
  })
})

/** One window for each of them, used for all screens. */
const opened = new Map<Who, Visitor>()

async function arrive(who: Who): Promise<Visitor> {
  const visitor = opened.get(who)
  if (!visitor) throw new Error(`no window for ${who}`)
  visitor.problems.length = 0
  await visitor.page.emulateMedia({ colorScheme: 'light' })
  return visitor
}
