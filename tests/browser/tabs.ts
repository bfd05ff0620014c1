/**
 * Tabs in the worker's Chromium. One that a test leaves is emptied and given to the next test that asks for one: to begin another
 * costs Chromium as much processor time as loading the portal in it, and more than most tests do with it.
 */
import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { Site } from './server.ts'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
/** Where readers sit: not where the company does, whose clock every moment is told by. */
const READERS_ZONE = 'America/New_York'
const WAIT_MS = 20_000
/** Debian's Chromium, or what CHROMIUM says. The one without a window's frame comes first: a page costs it half the processor time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** An address of every portal on which nothing runs. */
const EMPTY_PAGE = '/healthz'

type Size = { width: number; height: number }
export type Colours = 'light' | 'dark'

export interface Visitor { page: Page; context: BrowserContext; /** Console errors, page crashes and refused scripts so far. */ problems: string[] }

interface Tab extends Visitor { url: string; isPhone: boolean; /** Something was done to it that cannot be taken back. */ isSpoilt(): boolean }

let chromiumOfWorker: Promise<Browser> | undefined
let isTestRunning = false
const openedByTest: Tab[] = []
const openedByFile: Tab[] = []
const left: Tab[] = []

/** The browser of this worker, which all its files share; another one when it has crashed. */
export async function workersChromium(): Promise<Browser> {
  const running = await chromiumOfWorker?.catch(() => undefined)
  if (running?.isConnected() === true) return running
  chromiumOfWorker = startChromium()
  return chromiumOfWorker
}

async function startChromium(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM'], ...BROWSERS].find((path) => path && existsSync(path))
  if (!executablePath) throw new Error('Chromium is missing: run tools/provision.sh')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'] })
}

/** A person at a screen of the given size, not signed in yet. The tab is theirs until the end of the test that opened it; one opened in beforeAll stays. */
export async function openPortal(browser: Browser, { url }: Site, viewport: Size = DESKTOP, colours: Colours = 'light'): Promise<Visitor> {
  const isPhone = viewport.width < 600
  const at = left.findIndex((tab) => tab.url === url && tab.isPhone === isPhone)
  const [tab] = at < 0 ? [] : left.splice(at, 1)
  const mine = tab !== undefined && (await isEmptied(tab, viewport, colours)) ? tab : await openTab(browser, url, viewport, colours)
  ;(isTestRunning ? openedByTest : openedByFile).push(mine)
  return mine
}

async function openTab(browser: Browser, url: string, viewport: Size, colorScheme: Colours): Promise<Tab> {
  const isPhone = viewport.width < 600
  const context = await browser.newContext({ viewport, colorScheme, baseURL: url, locale: 'en-KE', timezoneId: READERS_ZONE, reducedMotion: 'reduce', hasTouch: isPhone, acceptDownloads: true })
  const page = await context.newPage()
  const tab = { page, context, problems: [], url, isPhone, isSpoilt: spoiling(page, context) }
  beginListening(tab)
  return tab
}

/** What Playwright has no way to take back; answers whether it was done. */
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
    // The browser itself reports every answer of 400 or more; tests of refusals cause them on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problems.push(`console: ${message.text()}`)
  })
}

/** Leaves nothing of the person before in the tab. False when it cannot be used any more. */
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
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', media: null, forcedColors: null })
    beginListening(tab)
    return true
  } catch {
    await context.close()
    return false
  }
}

/** Somebody's session is kept in the browser, as if they had signed in there. */
export async function signInAs(page: Page, { token, user }: { token: string; user: object }): Promise<void> {
  if (!isEmptyPage(page)) await page.goto(EMPTY_PAGE)
  await page.evaluate(([text, person]) => {
    localStorage.setItem('dirisha.user', person)
    localStorage.setItem('dirisha.token', text)
  }, [token, JSON.stringify(user)] as const)
}

const isEmptyPage = (page: Page): boolean => new URL(page.url()).pathname === EMPTY_PAGE

/** Goes to an address of the portal: where it is open already as a link of it does, which takes a sixth of the time of a load. */
export async function go(page: Page, path: string): Promise<void> {
  if (!page.url().startsWith('http') || isEmptyPage(page)) {
    await page.goto(path)
    return
  }
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
}

/** Every page that is open, whoever opened it. */
export function openPages(): Page[] {
  return [...openedByFile, ...openedByTest].flatMap(({ context }) => context.pages())
}

/** Tabs opened from now on are left with the test. */
export function beginTest(): void {
  isTestRunning = true
}

/** Lets go of the tabs that the test opened. Of one that failed nobody knows how it left them. */
export async function endTabs(hasFailed: boolean): Promise<void> {
  isTestRunning = false
  await Promise.all(openedByTest.splice(0).map((tab) => (hasFailed ? tab.context.close() : leave(tab))))
}

async function leave(tab: Tab): Promise<void> {
  const { page, context } = tab
  if (tab.isSpoilt() || page.isClosed()) return context.close()
  for (const other of context.pages()) if (other !== page) await other.close()
  page.removeAllListeners()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  // A screen that nobody looks at any more still draws what its stream of events tells.
  await page.goto('about:blank')
  tab.problems = []
  left.push(tab)
}

/** Closes all tabs when the file is done, whose portal ends. */
export async function closeAllTabs(): Promise<void> {
  await Promise.all([...openedByFile.splice(0), ...left.splice(0)].map(({ context }) => context.close()))
}
