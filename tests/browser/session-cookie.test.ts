/** The portal with the session in a cookie: invisible to users, and useless to pages on other sites. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from './harness.ts'
import { startWindows } from './windows.ts'

const ADMIN = 'admin@mazingira.example'
const API = '/api/v1/hrmis/auth'

const windows = startWindows(() => ({ SESSION_COOKIE: '1' }))
/** Serves a page on another port, reachable under the portal's host and under another one. */
let elsewhere: Server
beforeAll(async () => {
  elsewhere = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>Prizes</title>'))
  await new Promise<void>((resolve) => { elsewhere.listen(0, resolve) })
})
afterAll(() => new Promise((resolve) => { elsewhere.close(resolve) }))

const company = (page: Page): Promise<string> => page.getByLabel('Default company').inputValue()
const screen = (page: Page): Promise<void> => page.locator('html[data-live] [data-screen]').first().waitFor()
const statusOf = async (headers: Record<string, string>): Promise<number> => (await fetch(`${windows.url}${API}/session`, { headers })).status

/** Every text that a script of the page can read, whole and in parts. */
async function readable(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => [document.cookie, ...[localStorage, sessionStorage].flatMap((storage) => Object.values({ ...storage }) as string[])])
  return [...new Set(texts.flatMap((text) => [text, ...text.split(/[^\w.-]+/)]).filter((text) => /^[\w.-]{20,}$/.test(text)))]
}

/** Calls that any page can try; each is also tried with the proof, which a page cannot know. */
const FORGED: [path: string, how: RequestInit][] = [
  ...['logout', 'setCompany', 'sessions/revokeOthers'].flatMap((path): [string, RequestInit][] => [
    [`${API}/${path}`, { method: 'POST', mode: 'no-cors', body: '{"default_company":"BML"}' }], [`${API}/${path}`, { method: 'POST', body: '{"default_company":"BML"}', headers: { 'content-type': 'application/json' } }],
  ]),
  ['/api/v1/admin/outbox', { mode: 'no-cors' }], ['/api/v1/admin/outbox', {}],
]

/**
 * The result when a page of this host tries all of them, and submits a form that navigates the window: the portal's statuses, and whether
 * the session cookie was sent.
 */
async function attack(context: BrowserContext, host: string, proof: string): Promise<{ answers: number[]; hadCookie: boolean[] }> {
  const page = await context.newPage()
  await page.goto(`http://${host}:${(elsewhere.address() as AddressInfo).port}/`)
  // Most responses are hidden from the page and from Playwright; the browser's own log contains them, with the request headers.
  const log = await context.newCDPSession(page)
  const sent = new Map<string, boolean>()
  const answers: number[] = []
  log.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    if (headers['Access-Control-Request-Method'] === undefined) sent.set(requestId, (headers['Cookie'] ?? '').includes('dirisha_session='))
  })
  log.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => { if (sent.has(requestId)) answers.push(statusCode) })
  await log.send('Network.enable')
  await page.evaluate(async ({ url, forged, csrf }) => {
    for (const [path, how] of forged) {
      await fetch(url + path, { credentials: 'include', ...how }).catch(() => undefined)
      await fetch(url + path, { credentials: 'include', ...how, mode: 'cors', headers: { ...how.headers, 'x-csrf-token': csrf } }).catch(() => undefined)
    }
    const form = Object.assign(document.createElement('form'), { action: `${url}/api/v1/hrmis/auth/logout`, method: 'POST' })
    document.body.append(form)
    form.submit()
  }, { url: windows.url, forged: FORGED, csrf: proof })
  await page.waitForURL(`${windows.url}/**`)
  await page.close()
  return { answers, hadCookie: [...sent.values()] }
}

it('a session in a cookie works across reloads and tabs, gives scripts nothing that works as a credential, and refuses calls from pages of other sites', async () => {
  // A token from before the setting is dropped.
  const { who, page, context, problems } = await windows.for(ADMIN)
  await page.goto('/admin/settings')
  await page.waitForURL('**/auth/login')
  expect(await readable(page)).toEqual([])
  await signIn(page, ADMIN)
  await page.reload()
  await screen(page)
  const [kept] = (await context.cookies()).filter(({ name }) => name === 'dirisha_session')
  expect(kept).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', domain: new URL(windows.url).hostname })
  // Nor is what the cookie holds a bearer token.
  expect(await statusOf({ authorization: `Bearer ${kept?.value ?? ''}` })).toBe(401)
  const found = await readable(page)
  const proof = found.find((text) => text.startsWith('csrf.')) ?? ''
  expect([proof, found.includes(kept?.value ?? '')]).toEqual([expect.stringMatching(/^csrf\.[\w-]{43}$/), false])
  // Nothing marks these calls as the portal's own: those that claim a cookie session are forged, the others have no session.
  const refusals = async (headers: (text: string) => Record<string, string>): Promise<Set<number>> => new Set(await Promise.all(found.map((text) => statusOf(headers(text)))))
  expect(await refusals((text) => ({ authorization: `Bearer ${text}` }))).toEqual(new Set([401]))
  expect(await refusals((text) => ({ 'x-csrf-token': text }))).toEqual(new Set([403]))
  expect(await refusals((text) => ({ cookie: `dirisha_session=${text}`, 'x-csrf-token': proof }))).toEqual(new Set([403]))

  // To another port of the host the browser sends the cookie, from another host it does not: both are refused.
  for (const [host, hadCookie] of [['127.0.0.1', true], ['localhost', false]] as const) {
    const forged = await attack(context, host, proof)
    // Calls that need a preflight (a JSON body, another header) are not even sent.
    expect([new Set(forged.answers), new Set(forged.hadCookie), forged.answers.length], host).toEqual([new Set([401]), new Set([hadCookie]), 6])
  }
  expect((await who.call('GET', 'hrmis/auth/sessions')).data).toHaveLength(2)

  const other = await context.newPage()
  await other.goto('/admin/settings')
  await screen(other)
  expect([await company(page), await company(other)]).toEqual(['MRT', 'MRT'])
  await page.getByLabel('Default company').selectOption('BML')
  for (const tab of [page, other]) await expect.poll(() => company(tab)).toBe('BML')
  await Promise.all([page, other].map(screen))
  expect((await context.cookies()).find(({ name }) => name === 'dirisha_session')?.value).not.toBe(kept?.value)
  await other.getByRole('button', { name: /^Account of/ }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  for (const tab of [page, other]) await tab.waitForURL('**/auth/login')
  expect([(await context.cookies()).map(({ name }) => name), (await readable(page)).filter((text) => text.startsWith('csrf.'))]).toEqual([['dirisha_device'], []])
  expect(problems).toEqual([])
})
