/**
 * Addresses of the shell, opened by one user of each kind: only their own pages are there. tests/http/administration.test.ts and
 * dashboards.test.ts cover who gets which pages.
 */
import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { go } from './harness.ts'
import { startWindows } from './windows.ts'

const NOT_FOUND = 'Page not found'

/**
 * The home page, and addresses with the heading expected for the user. Consecutive headings differ, so that a heading found is never that
 * of the previous page.
 */
interface Persona { name: string; arrives: string; finds: [route: string, heading: string][] }
const PERSONAS: Persona[] = [
  {
    name: 'wanjiku', arrives: '/dashboard/main',
    finds: [
      ['/security', 'Security'], ['/dashboard', 'Dashboard'], ['/notifications', 'Notifications'], ['/dashboard/main', 'Dashboard'], ['/approvals', 'My Approval List'], ['/admin/settings', NOT_FOUND], ['/approvals/list', 'My Approval List'],
      ['/admin', NOT_FOUND],
    ],
  },
  { name: 'njeri', arrives: '/dashboard/main', finds: [['/admin', 'Users'], ['/admin/overlays', NOT_FOUND], ['/admin/portal/admin', 'Users'], ['/admin/settings', NOT_FOUND], ['/admin/sign-ins', 'Sign-in log']] },
  {
    name: 'admin', arrives: '/admin/settings',
    finds: [
      ['/admin/user-settings', 'Users'], ['/admin', 'Settings'], ['/admin/portal/admin', 'Users'], ['/dashboard', 'Settings'], ['/admin/sign-ins', 'Sign-in log'], ['/dashboard/main', 'Settings'], ['/admin/outbox', 'Outbox'],
      ['/admin/settings', 'Settings'], ['/admin/overlays', 'Overlays'], ['/there/is/nothing', NOT_FOUND],
    ],
  },
  { name: 'visitor', arrives: '/', finds: [['/approvals/list', NOT_FOUND], ['/dashboard', 'Welcome, Visiting Auditor'], ['/admin', NOT_FOUND], ['/security', 'Security'], ['/admin/user-settings', NOT_FOUND]] },
]

const windows = startWindows()

describe('a person who is signed in', () => {
  it.each(PERSONAS.map(({ name, arrives, finds }) => [name, arrives, finds] as const))('%s arrives at %s, and can open only their own pages', async (name, arrives, finds) => {
    const { page, problems } = await windows.for(`${name}@mazingira.example`)
    await go(page, '/')
    await page.locator('[data-screen]').first().waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(arrives)
    for (const [route, heading] of finds) await arriveAt(page, route, heading)
    expect(problems).toEqual([])
  })
})

it('the first page opens even if its address is visited again while it loads', async () => {
  const { page } = await windows.for('admin@mazingira.example')
  await go(page, '/admin/sign-ins')
  // The address is visited again while its target page is loading.
  await page.evaluate(async () => {
    for (let again = 0; again < 8; again += 1) {
      history.pushState(null, '', '/')
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
      await new Promise((resolve) => { setTimeout(resolve, again * 2) })
    }
  })
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/settings')
  await page.locator('[data-screen]').first().waitFor()
})

it('every address leads to sign-in when nobody is signed in', async () => {
  const { page } = await windows.open()
  await page.goto('/auth/login')
  for (const route of ['/approvals/list', '/admin/settings', '/there/is/nothing']) {
    await go(page, route)
    await page.waitForURL('**/auth/login')
    await page.getByRole('button', { name: 'Login' }).waitFor()
  }
})

/** Goes there as Back and Forward do, without reloading the page, and finds this heading. */
async function arriveAt(page: Page, route: string, heading: string): Promise<void> {
  await go(page, route)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).allTextContents(), { message: route, timeout: 15_000 }).toEqual([heading])
}
