/**
 * Tabs in the worker's Chromium. A tab that a test leaves is emptied and given to the next test: opening a new one costs Chromium as much
 * processor time as loading the portal in it, and more than most tests use. Most are left with the portal open and signed out, as by a
 * sign-out in another tab, so that the next user signs in to code that is already compiled.
 */
import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { comeToRest } from './rest.ts'
import type { Site } from './server.ts'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
/** The reader's time zone: not the company's, by whose clock every instant is shown. */
const READERS_ZONE = 'America/New_York'
const WAIT_MS = 20_000
/** Debian's Chromium, or the one in CHROMIUM. The headless shell comes first: a page costs it half the processor time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** An address of every portal at which no script runs. */
const EMPTY_PAGE = '/healthz'

type Size = { width: number; height: number }
export type Colours = 'light' | 'dark'

/** The response to a sign-in. */
export interface Session { token: string; user: { default_company: string; [name: string]: unknown } }

export interface Visitor { page: Page; context: BrowserContext; /** Console errors, page crashes and refused scripts so far. */ problems: string[] }

interface Tab extends Visitor { site: Site; isPhone: boolean; /** The portal is open in it, signed out. */ isWarm: boolean; /** Something was done to it that cannot be undone. */ isSpoilt(): boolean }

let chromiumOfWorker: Promise<Browser> | undefined
let isTestRunning = false
const openedByTest: Tab[] = []
const openedByFile: Tab[] = []
const left: Tab[] = []

/** The browser of this worker, which all its files share; a new one if it has crashed. */
export async function workersChromium(): Promise<Browser> {
  const running = await chromiumOfWorker?.catch(() => undefined)
  if (running?.isConnected() === true) return running
  chromiumOfWorker = startChromium()
  return chromiumOfWorker
}

async function startChromium(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM'], ...BROWSERS].find((path) => path && existsSync(path))
  if (!executablePath) throw new Error('Chromium is missing: run tools/provision.sh')
  // Tests end before V8's optimising compilers pay off: without them the renderers need about a seventh less processor time.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--js-flags=--no-turbofan --no-maglev', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'] })
}

/**
 * A new visitor at a screen of the given size. The tab is theirs until the end of the test that opened it; one opened in beforeAll stays
 * until the end of the file.
 */
export async function openPortal(browser: Browser, site: Site, viewport: Size = DESKTOP, colours: Colours = 'light'): Promise<Visitor> {
  const tab = takeLeft(site, viewport)
  return given(tab !== undefined && (await isEmptied(tab, viewport, colours)) ? tab : await openTab(browser, site, viewport, colours))
}

/** The same for a user who is already signed in. The portal may be open in the tab: it shows the user after the first `go` or load. */
export async function openSignedIn(browser: Browser, site: Site, session: Session, viewport: Size = DESKTOP, colours: Colours = 'light'): Promise<Visitor> {
  const tab = takeLeft(site, viewport, true)
  const mine = given(tab !== undefined && (tab.isWarm || (await isEmptied(tab, viewport, colours))) ? tab : await openTab(browser, site, viewport, colours))
  if (mine.isWarm) await lookFrom(mine, viewport, colours)
  await keepSession(mine.page, session)
  return mine
}

/** A free tab of the size, preferably one with the portal open if `wantsWarm`. */
function takeLeft(site: Site, { width }: Size, wantsWarm = false): Tab | undefined {
  const isOpen = (tab: Tab): boolean => tab.isWarm && tab.site.settings === site.settings
  const fitting = left.filter((tab) => tab.site.url === site.url && tab.isPhone === isPhone(width))
  const taken = fitting.find((tab) => isOpen(tab) === wantsWarm) ?? fitting[0]
  if (taken === undefined) return undefined
  left.splice(left.indexOf(taken), 1)
  taken.isWarm = isOpen(taken)
  taken.site = site
  return taken
}

const isPhone = (width: number): boolean => width < 600

function given(mine: Tab): Tab {
  ;(isTestRunning ? openedByTest : openedByFile).push(mine)
  return mine
}

async function openTab(browser: Browser, site: Site, viewport: Size, colorScheme: Colours): Promise<Tab> {
  const context = await browser.newContext({ viewport, colorScheme, baseURL: site.url, locale: 'en-KE', timezoneId: READERS_ZONE, reducedMotion: 'reduce', hasTouch: isPhone(viewport.width), acceptDownloads: true })
  const page = await context.newPage()
  const tab = { page, context, problems: [], site, isPhone: isPhone(viewport.width), isWarm: false, isSpoilt: spoiling(page, context) }
  beginListening(tab)
  return tab
}

/** Tracks what Playwright cannot undo; returns a function that tells whether it happened. */
function spoiling(page: Page, context: BrowserContext): () => boolean {
  let isSpoilt = false
  const noted = <F extends (...given: never[]) => unknown>(plain: F): F => ((...given: never[]) => {
    isSpoilt = true
    return plain(...given)
  }) as F
  page.addInitScript = noted(page.addInitScript.bind(page))
  context.addInitScript = noted(context.addInitScript.bind(context))
  context.newCDPSession = noted(context.newCDPSession.bind(context))
  page.clock.install = noted(page.clock.install.bind(page.clock))
  return () => isSpoilt
}

function beginListening(tab: Tab): void {
  const { page, problems } = tab
  page.setDefaultTimeout(WAIT_MS)
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    // The browser itself reports every response of 400 or more; tests of refusals cause them on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problems.push(`console: ${message.text()}`)
  })
}

/** Removes everything of the previous user from the tab. False if it can no longer be used. */
async function isEmptied(tab: Tab, viewport: Size, colorScheme: Colours): Promise<boolean> {
  const { page, context } = tab
  try {
    await context.setOffline(false)
    await context.clearCookies()
    await page.goto(EMPTY_PAGE)
    await page.evaluate(async () => {
      localStorage.clear()
      sessionStorage.clear()
      const gone = (name: string): Promise<void> => new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = () => resolve()
        request.onerror = () => reject(new Error(`the database ${name} stays`))
      })
      await Promise.all((await indexedDB.databases()).map(({ name }) => gone(name ?? '')))
    })
    tab.isWarm = false
    await lookFrom(tab, viewport, colorScheme)
    return true
  } catch {
    await context.close()
    return false
  }
}

async function lookFrom(tab: Tab, viewport: Size, colorScheme: Colours): Promise<void> {
  await tab.page.setViewportSize(viewport)
  await tab.page.emulateMedia({ colorScheme, reducedMotion: 'reduce', media: null, forcedColors: null })
  beginListening(tab)
}

/** Stores a session in the browser, as if its user had signed in there. */
export async function keepSession(page: Page, { token, user }: Session): Promise<void> {
  if (!isPortalsPage(page)) await page.goto(EMPTY_PAGE)
  await page.evaluate(([text, person]) => {
    localStorage.setItem('dirisha.user', person)
    localStorage.setItem('dirisha.token', text)
  }, [token, JSON.stringify(user)] as const)
}

/** Whether the portal's browser storage is accessible from the page. */
const isPortalsPage = (page: Page): boolean => page.url().startsWith('http')

const isOnPortal = (page: Page): boolean => isPortalsPage(page) && new URL(page.url()).pathname !== EMPTY_PAGE

/**
 * Goes to an address of the portal and waits until it is completely rendered. If the portal is already open, it navigates like a link,
 * which takes a sixth of the time of a load.
 */
export async function go(page: Page, path: string): Promise<void> {
  if (!isOnPortal(page)) await page.goto(path)
  else if (!(await isLedTo(page, path))) await push(page, path)
  await comeToRest(page)
}

/** The sign-in page redirects a signed-in user to the requested page. False if there is no session, or the way is another. */
async function isLedTo(page: Page, path: string): Promise<boolean> {
  const isAtTheDoor = ({ pathname }: URL): boolean => pathname.startsWith('/auth')
  const asked = new URL(path, page.url())
  if (!isAtTheDoor(new URL(page.url())) || isAtTheDoor(asked)) return false
  const isFound = await page.evaluate((address) => {
    if (localStorage.getItem('dirisha.token') === null) return false
    sessionStorage.setItem('dirisha.return', JSON.stringify({ path: address }))
    // Announces the session as another tab would.
    dispatchEvent(new StorageEvent('storage', { key: 'dirisha.token' }))
    return true
  }, asked.pathname + asked.search + asked.hash)
  if (!isFound) return false
  await page.waitForURL((url) => !isAtTheDoor(url))
  if (asked.pathname === '/' || new URL(page.url()).pathname === asked.pathname) return true
  // They were redirected a moment ago and their first screen is loading; it must not appear after the requested page.
  await page.locator('[data-screen]').first().waitFor()
  return false
}

async function push(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

/** Every open page, whoever opened it. */
export function openPages(): Page[] {
  return [...openedByFile, ...openedByTest].flatMap(({ context }) => context.pages())
}

/** From now on, opened tabs belong to the test. */
export function beginTest(): void {
  isTestRunning = true
}

/** Releases the tabs that the test opened. After a failure their state is unknown, so they are closed. */
export async function endTabs(hasFailed: boolean): Promise<void> {
  isTestRunning = false
  if (hasFailed) await Promise.all([...openedByTest, ...openedByFile].flatMap(({ context, problems }) => context.pages().map((page) => tellOf(page, problems))))
  await Promise.all(openedByTest.splice(0).map((tab) => (hasFailed ? tab.context.close() : leave(tab))))
}

/** Reports what a window shows, to explain a failed test. */
async function tellOf(page: Page, problems: string[]): Promise<void> {
  const shown = await Promise.race([
    page.evaluate(() => ({ busy: document.documentElement.dataset['busy'], live: document.documentElement.dataset['live'], kept: Object.keys(localStorage), text: document.body.innerText.replace(/\s+/g, ' ').slice(0, 500) })),
    new Promise((resolve) => { setTimeout(resolve, 5_000, 'it does not answer') }),
  ]).catch(String)
  process.stderr.write(`A window of the red test: ${page.url()} ${JSON.stringify(shown)} ${problems.join(' | ')}\n`)
}

async function leave(tab: Tab): Promise<void> {
  const { page, context } = tab
  if (tab.isSpoilt() || page.isClosed()) return context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  tab.isWarm = await isSignedOut(page)
  // A screen that nobody watches would still render live events.
  if (!tab.isWarm) await page.goto('about:blank')
  tab.problems = []
  left.push(tab)
}

/**
 * What every session leaves in the browser, with any value or this one. Other leftovers, such as a narrow drawer, are visible until the
 * next load.
 */
const KEPT_BY_ALL: Record<string, string> = { 'dirisha.token': '', 'dirisha.user': '', 'dirisha.look': '', 'dirisha.mini-drawer': 'false' }

/**
 * Signs out as another tab does, and removes everything of the user from the browser. False if the portal is not open or holds state that
 * only a reload clears.
 */
async function isSignedOut(page: Page): Promise<boolean> {
  if (!isOnPortal(page)) return false
  try {
    const isPlain = await page.evaluate((known) => {
      if (localStorage.getItem('dirisha.token') === null || Object.keys(localStorage).some((key) => known[key] === undefined || (known[key] !== '' && known[key] !== localStorage.getItem(key)))) return false
      localStorage.clear()
      dispatchEvent(new StorageEvent('storage', { key: null }))
      return true
    }, KEPT_BY_ALL)
    if (!isPlain) return false
    // The sign-in page appears a moment after the session is gone.
    await page.waitForURL('**/auth/login')
    await comeToRest(page)
    return await page.evaluate(async () => {
      sessionStorage.clear()
      const done = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error('the browser keeps what was stored'))
      })
      for (const { name } of await indexedDB.databases()) {
        const database = await done(indexedDB.open(name ?? ''))
        for (const store of database.objectStoreNames) await done(database.transaction(store, 'readwrite').objectStore(store).clear())
        database.close()
      }
      return location.pathname === '/auth/login'
    })
  } catch {
    return false
  }
}

/** Runs when the file is done. Its portal has ended: tabs left open are reused with the next one that has the same settings. */
export async function endFile(): Promise<void> {
  await Promise.all(openedByFile.splice(0).map(async (tab) => {
    await leave(tab)
    if (!tab.isWarm) return
    tab.isWarm = false
    await tab.page.goto('about:blank')
  }))
}
