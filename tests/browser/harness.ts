/** A real Chromium in front of a portal, and helpers for what tests check in it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe, { type ContextObject, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { comeToFit, comeToRest, resize } from './rest.ts'
import { DESKTOP, PHONE, endTabs, go, openPages } from './tabs.ts'

export { comeToRest, resize } from './rest.ts'
export { DESKTOP, PHONE, go, type Visitor } from './tabs.ts'

export const PASSWORD = 'Karibu-2026'
const pictures = join(import.meta.dirname, 'pictures')

/** Signs in through the form and waits for the first screen. */
export async function signIn(page: Page, email: string): Promise<void> {
  await go(page, '/auth/login')
  await page.getByLabel(/e-?mail/i).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'))
  await page.locator('[data-screen]').first().waitFor()
}

const CONTRAST = 'color-contrast'
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Violations of WCAG 2.2 AA on the page, one line each: all, only those of colours, or all but those, which takes a third of the time. */
export async function accessibilityProblems(page: Page, of: 'all' | 'colours' | 'all but colours' = 'all'): Promise<string[]> {
  // Half a megabyte, which stays in the window until its next load; @axe-core/playwright sends it each time and takes four times as long.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // If colours are checked elsewhere, so is the frame around the screen; and all rows of a list are like the first ones.
  const looked: ContextObject = of === 'all but colours' ? { include: ['main'], exclude: ['tbody tr:nth-child(n + 4)'] } : { include: ['html'] }
  const options: RunOptions = {
    runOnly: of === 'colours' ? { type: 'rule', values: [CONTRAST] } : { type: 'tag', values: WCAG },
    rules: { [CONTRAST]: { enabled: of !== 'all but colours' } },
    // Passes are computed only on request and take as long again.
    resultTypes: ['violations'],
  }
  return page.evaluate(async ([context, how]) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context as ContextObject, how as RunOptions)
    return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  }, [looked, options] as [object, object])
}

/** Whether the page is wider than the window once it is idle: a drawer that slides away is wider for a moment. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  await comeToRest(page)
  const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1, undefined, { timeout: 3_000 })
  return fits.then(() => false, () => true)
}

/** Whether a table of records is wider than its panel, so that its last columns overlap others. */
export async function tableScrolls(page: Page): Promise<boolean> {
  await comeToRest(page)
  return page.evaluate(() => [...document.querySelectorAll('[data-screen="list"] .mantine-ScrollArea-viewport')].some((area) => area.scrollWidth > area.clientWidth + 1))
}

/** Elements that name a place or an action, which must be readable in full. */
const TOLD_WHOLE = 'button, a[role="button"], [role="tab"], .mantine-Button-root, .mantine-Badge-root, h1, h2, h3, h4, h5, h6'

/** Texts of buttons, tabs, badges and headings that are cut off by a box with hidden overflow. */
export async function cutOffTexts(page: Page): Promise<string[]> {
  return page.evaluate((told) => {
    const hides = (value: string): boolean => value === 'hidden' || value === 'clip'
    /** Text for screen readers is in a box of one pixel on purpose. */
    const isSeen = (box: Element): boolean => box.clientWidth > 1 && box.clientHeight > 1 && box.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const cuts = (box: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(box)
      // Letters extend slightly beyond their line.
      return (hides(overflowX) && box.scrollWidth > box.clientWidth + 1) || (hides(overflowY) && box.scrollHeight > box.clientHeight + 4)
    }
    const found = [...document.querySelectorAll(told)].filter((one) => one.textContent.trim() !== '' && isSeen(one) && [one, ...one.querySelectorAll('*')].some((box) => isSeen(box) && cuts(box)))
    return found.map((one) => one.textContent.trim().replace(/\s+/g, ' '))
  }, TOLD_WHOLE)
}

/** The sizes and colour schemes of the pictures. */
const LOOKS = [
  { size: 'desktop', viewport: DESKTOP, colours: 'light' }, { size: 'desktop', viewport: DESKTOP, colours: 'dark' },
  { size: 'phone', viewport: PHONE, colours: 'light' }, { size: 'phone', viewport: PHONE, colours: 'dark' },
] as const

/**
 * The faults of a screen: accessibility, and what does not fit on a desktop or a phone. The theme's colour pairs have their own test
 * (src/portal/theme/colour.test.ts), so one run of axe is enough; set `inKnownColours` if the same components are checked elsewhere. The
 * window returns to its size unless `returns` is false, which saves a render if another screen follows. With PICTURES set, the screen is
 * drawn in both sizes and colour schemes.
 */
export async function faultsOf(page: Page, name: string, { inKnownColours = false, returns = true } = {}): Promise<string[]> {
  await comeToRest(page)
  await comeToFit(page)
  const before = page.viewportSize() ?? DESKTOP
  if (process.env['PICTURES']) await drawEveryLook(page, name)
  const found: string[] = []
  const sizes = [['phone', PHONE], ['desktop', DESKTOP]] as const
  // The current size first: much is rendered anew in another one.
  for (const [size, viewport] of before.width === DESKTOP.width ? sizes.toReversed() : sizes) {
    await resize(page, viewport)
    if (await scrollsSideways(page)) found.push(`${size}: scrolls sideways`)
    if (await tableScrolls(page)) found.push(`${size}: the table scrolls sideways`)
    found.push(...(await cutOffTexts(page)).map((text) => `${size}: cut off: ${text}`))
  }
  found.push(...await accessibilityProblems(page, inKnownColours ? 'all but colours' : 'all'))
  if (returns) await resize(page, before)
  return found
}

async function drawEveryLook(page: Page, name: string): Promise<void> {
  for (const { size, viewport, colours } of LOOKS) {
    await resize(page, viewport)
    await page.emulateMedia({ colorScheme: colours })
    await page.locator(`html[data-mantine-color-scheme="${colours}"]`).waitFor()
    await draw(page, `${name}-${size}-${colours}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** With PICTURES set, saves a picture of the whole screen for review: tests/browser/pictures/<name>.png. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES']) await draw(page, name)
}

async function draw(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  const viewport = page.viewportSize() ?? DESKTOP
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  // As tall as its content: a full-page picture would show sticky elements in the middle.
  if (height > viewport.height) await page.setViewportSize({ width: viewport.width, height })
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
  if (height > viewport.height) await page.setViewportSize(viewport)
}

/** Releases the tabs that the test opened. After a failure it saves pictures of the screens, which say more than the stack. */
export async function endTest(title: string, hasFailed: boolean): Promise<void> {
  const name = title.replace(/\W+/g, '-').slice(0, 60)
  if (hasFailed) await Promise.all(openPages().map((page, index) => draw(page, `failed-${name}-${index}`).catch(() => undefined)))
  await endTabs(hasFailed)
}
