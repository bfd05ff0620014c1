/** A real server on a new embedded database with the demo organisation, and a real Chromium in front of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { freePort } from '../../tools/postgres.ts'

export const PASSWORD = 'Karibu-2026'
export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1440, height: 900 }
const pictures = join(import.meta.dirname, 'pictures')

export interface Portal { url: string; stop(): Promise<void>; process: ChildProcess }

/** Starts the built server (`npm run build` first) and waits until it is ready. */
export async function startPortal(environment: Record<string, string> = {}): Promise<Portal> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'dirisha-portal-'))
  const child = spawn('node', ['dist/src/server/main.js'], {
    env: { ...process.env, DATABASE_URL: '', PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const url = `http://127.0.0.1:${String(port)}`
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server stopped: ${errors}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return { url, process: child, stop: () => stopPortal(child, folder) }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not ready within 60 seconds: ${errors}`)
}

async function stopPortal(child: ChildProcess, folder: string): Promise<void> {
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
  })
  rmSync(folder, { recursive: true, force: true })
}

/** Debian's Chromium, or what CHROMIUM says. */
export async function startChromium(): Promise<Browser> {
  const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path && existsSync(path))
  if (!executablePath) throw new Error('Chromium is missing: run tools/provision.sh')
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'] })
}

export interface Visitor { page: Page; context: BrowserContext; /** Console errors, page crashes and refused scripts so far. */ problems: string[] }

/** A person at a screen of the given size, not signed in yet. */
export async function openPortal(browser: Browser, portal: Portal, viewport = DESKTOP, colorScheme: 'light' | 'dark' = 'light'): Promise<Visitor> {
  const context = await browser.newContext({ viewport, colorScheme, baseURL: portal.url, locale: 'en-KE', timezoneId: 'Africa/Nairobi', reducedMotion: 'reduce', hasTouch: viewport.width < 600, acceptDownloads: true })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    // The browser itself reports every answer of 400 or more; tests of refusals cause them on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) problems.push(`console: ${message.text()}`)
  })
  return { page, context, problems }
}

/** Signs in through the form and waits for the first screen. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login')
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await page.locator('[data-screen]').first().waitFor()
}

/** Violations of WCAG 2.2 AA on the page, one line each. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const result = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  return result.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`)
}

/** Whether the page scrolls sideways, which no screen may. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1)
}

/** A picture for people to look at: tests/browser/pictures/<name>.png. */
export async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true, animations: 'disabled' })
}
