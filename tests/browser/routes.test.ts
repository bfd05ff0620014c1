/** Every persona of the demo signs in the way that is theirs and arrives where they belong; one of each kind opens the screens that are theirs, and no other. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { PASSWORD, go } from './harness.ts'
import { type Person } from './people.ts'
import { startWindows } from './windows.ts'

const NOT_FOUND = 'Page not found'

/** Addresses of the shell with the heading of whoever may open them; `/admin` and the like lead on. */
const ROUTES = {
  '/dashboard': 'Dashboard',
  '/dashboard/main': 'Dashboard',
  '/approvals': 'My Approval List',
  '/approvals/list': 'My Approval List',
  '/notifications': 'Notifications',
  '/security': 'Security',
  '/admin': 'Settings',
  '/admin/settings': 'Settings',
  '/admin/user-settings': 'Users',
  '/admin/portal/admin': 'Users',
  '/admin/sign-ins': 'Sign-in log',
  '/admin/outbox': 'Outbox',
  '/admin/overlays': 'Overlays',
  '/there/is/nothing': NOT_FOUND,
} as const
type Route = keyof typeof ROUTES

const ANYBODY: Route[] = ['/notifications', '/security']
const PERSONAL: Route[] = ['/approvals', '/approvals/list', ...ANYBODY]
const EMPLOYEES: Route[] = ['/dashboard', '/dashboard/main', ...PERSONAL]
const USERS: Route[] = ['/admin/user-settings', '/admin/portal/admin', '/admin/sign-ins']
const ADMINISTRATORS: Route[] = [...USERS, '/admin', '/admin/settings', '/admin/outbox', '/admin/overlays']

interface Persona { name: string; way: 'e-mail' | 'code' | 'windows'; arrives: string; /** All that they open is looked at; of the others who open the same, that they arrive. */ opens?: Route[]; /** Where the dashboard of others leads. */ dashboard?: string; /** Where /admin leads who may open a part of it. */ administration?: string }
const PERSONAS: Persona[] = [
  { name: 'wanjiku@mazingira.example', way: 'e-mail', arrives: '/dashboard/main', opens: EMPLOYEES },
  ...['otieno', 'achieng', 'mutua', 'baraka', 'kiptoo'].map((name): Persona => ({ name: `${name}@mazingira.example`, way: 'e-mail', arrives: '/dashboard/main' })),
  { name: 'njeri@mazingira.example', way: 'e-mail', arrives: '/dashboard/main', opens: [...EMPLOYEES, ...USERS], administration: 'Users' },
  { name: 'admin@mazingira.example', way: 'e-mail', arrives: '/admin/settings', opens: [...PERSONAL, ...ADMINISTRATORS], dashboard: 'Settings' },
  { name: 'visitor@mazingira.example', way: 'e-mail', arrives: '/', opens: ANYBODY, dashboard: 'Welcome, Visiting Auditor' },
  { name: 'zawadi@uwezo.example', way: 'code', arrives: '/dashboard/main' },
  { name: 'hassan', way: 'windows', arrives: '/dashboard/main' },
]

const windows = startWindows()
let administrator: Person
beforeAll(async () => {
  administrator = await windows.person('admin@mazingira.example')
})

describe('signed in', () => {
  it.each(PERSONAS)('by $way, $name arrives at $arrives, where all that is theirs opens', async ({ name, way, arrives, opens, dashboard = NOT_FOUND, administration = NOT_FOUND }) => {
    const { page, problems } = await windows.open()
    await page.goto('/')
    await page.waitForURL('**/auth/login')
    await enter(page, name, way)
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
    await page.locator('[data-screen]').first().waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(arrives)

    if (opens === undefined) return expect(problems).toEqual([])
    const elsewhere: Record<string, string> = { '/dashboard': dashboard, '/dashboard/main': dashboard, '/admin': administration }
    const closed = (route: string): string => elsewhere[route] ?? NOT_FOUND
    for (const [route, heading] of Object.entries(ROUTES)) {
      // From a screen that all may open, so that what is found here was not there before.
      if (route === '/security') await arriveAt(page, '/notifications', 'Notifications')
      else await arriveAt(page, '/security', 'Security')
      await arriveAt(page, route, opens.includes(route as Route) ? heading : closed(route))
    }
    expect(problems).toEqual([])
  })
})

it('not signed in, every address asks for that first', async () => {
  const { page } = await windows.open()
  await page.goto('/auth/login')
  for (const route of Object.keys(ROUTES)) {
    await go(page, route)
    await page.waitForURL('**/auth/login')
    await page.getByRole('button', { name: 'Login' }).waitFor()
  }
})

async function enter(page: Page, name: string, way: Persona['way']): Promise<void> {
  if (way === 'windows') await page.getByRole('combobox', { name: 'Company' }).selectOption('Baraka Manufacturing')
  await page.getByLabel(way === 'windows' ? 'User name' : 'E-mail').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const last = await lastMessage(name)
  await page.getByRole('button', { name: 'Login' }).click()
  if (way !== 'code') return
  await page.waitForURL('**/auth/verify/otp')
  await expect.poll(async () => (await lastMessage(name)).id, { timeout: 20_000 }).toBeGreaterThan(last.id)
  await page.getByRole('textbox', { name: 'Code' }).fill(/\b\d{6}\b/.exec((await lastMessage(name)).text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Verify' }).click()
}

async function lastMessage(recipient: string): Promise<{ id: number; text: string }> {
  const { data } = await administrator.call('GET', 'admin/outbox')
  return (data as unknown as { id: number; text: string; recipient: string }[]).find((message) => message.recipient === recipient) ?? { id: 0, text: '' }
}

/** Goes there as Back and Forward do, without loading the page anew, and finds this heading. */
async function arriveAt(page: Page, route: string, heading: string): Promise<void> {
  await go(page, route)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents(), { message: route, timeout: 15_000 }).toEqual([heading])
}
