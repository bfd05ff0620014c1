/** A real Chromium in front of a portal, and what tests look at in it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe, { type ContextObject, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { comeToRest } from './rest.ts'
import { DESKTOP, PHONE, endTabs, go, openPages } from './tabs.ts'

export { comeToRest } from './rest.ts'
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

/** Violations of WCAG 2.2 AA on the page, one line each: all, those of colours only, or all but those, which take a third of the time. */
export async function accessibilityProblems(page: Page, of: 'all' | 'colours' | 'all but colours' = 'all'): Promise<string[]> {
  // Half a megabyte, which stays in the window until its next load; @axe-core/playwright sends it each time, and takes four times as long.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // Where the colours are known from elsewhere, so is the frame around the screen; and further rows of a list are as its first ones.
  const looked: ContextObject = of === 'all but colours' ? { include: ['main'], exclude: ['tbody tr:nth-child(n + 4)'] } : { include: ['html'] }
  const options: RunOptions = {
    runOnly: of === 'colours' ? { type: 'rule', values: [CONTRAST] } : { type: 'tag', values: WCAG },
    rules: { [CONTRAST]: { enabled: of !== 'all but colours' } },
    // What passes is worked out only when asked for, and takes as long again.
    resultTypes: ['violations'],
  }
  return page.evaluate(async ([context, how]) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(context as ContextObject, how as RunOptions)
    return violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`)
  }, [looked, options] as [object, object])
}

/** Whether the page is wider than the window once it has come to rest: a drawer that slides away is wider for a moment. */
export async function scrollsSideways(page: Page): Promise<boolean> {
  await comeToRest(page)
  const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1, undefined, { timeout: 3_000 })
  return fits.then(() => false, () => true)
}

/** Whether a table of records is wider than its panel, so that its last columns lie over others. */
export async function tableScrolls(page: Page): Promise<boolean> {
  await comeToRest(page)
  return page.evaluate(() => [...document.querySelectorAll('[data-screen="list"] .mantine-ScrollArea-viewport')].some((area) => area.scrollWidth > area.clientWidth + 1))
}

/** What says where one is or what a press does: it is read whole or it is no use. */
const TOLD_WHOLE = 'button, a[role="button"], [role="tab"], .mantine-Button-root, .mantine-Badge-root, h1, h2, h3, h4, h5, h6'

/** Buttons, tabs, badges and headings of which a box that hides what is too much for it cuts something off, with what they say. */
export async function cutOffTexts(page: Page): Promise<string[]> {
  return page.evaluate((told) => {
    const hides = (value: string): boolean => value === 'hidden' || value === 'clip'
    /** Texts for screen readers stand in a box of one pixel on purpose. */
    const isSeen = (box: Element): boolean => box.clientWidth > 1 && box.clientHeight > 1 && box.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const cuts = (box: Element): boolean => {
      const { overflowX, overflowY } = getComputedStyle(box)
      // Letters reach a little beyond their line, up and down.
      return (hides(overflowX) && box.scrollWidth > box.clientWidth + 1) || (hides(overflowY) && box.scrollHeight > box.clientHeight + 4)
    }
    const found = [...document.querySelectorAll(told)].filter((one) => one.textContent.trim() !== '' && isSeen(one) && [one, ...one.querySelectorAll('*')].some((box) => isSeen(box) && cuts(box)))
    return found.map((one) => one.textContent.trim().replace(/\s+/g, ' '))
  }, TOLD_WHOLE)
}

/** Widths and colours of which pictures are taken. */
const LOOKS = [
  { size: 'desktop', viewport: DESKTOP, colours: 'light' }, { size: 'desktop', viewport: DESKTOP, colours: 'dark' },
  { size: 'phone', viewport: PHONE, colours: 'light' }, { size: 'phone', viewport: PHONE, colours: 'dark' },
] as const

/**
 * What is wrong with the screen: for whom it cannot be read, and what does not fit on a desktop or a phone. Colours are the theme's,
 * whose pairs have a test of their own (src/portal/theme/colour.test.ts), so that one look by axe is enough; `inKnownColours` where the
 * same parts are looked at elsewhere. The window goes back to its size unless `returns` is false, which saves drawing the screen once
 * more where another one follows. With PICTURES set it is drawn in both sizes and colours.
 */
export async function faultsOf(page: Page, name: string, { inKnownColours = false, returns = true } = {}): Promise<string[]> {
  await comeToRest(page)
  const before = page.viewportSize() ?? DESKTOP
  if (process.env['PICTURES']) await drawEveryLook(page, name)
  const found: string[] = []
  const sizes = [['phone', PHONE], ['desktop', DESKTOP]] as const
  // What is on the screen first: in another size much of it is drawn anew.
  for (const [size, viewport] of before.width === DESKTOP.width ? sizes.toReversed() : sizes) {
    await page.setViewportSize(viewport)
    if (await scrollsSideways(page)) found.push(`${size}: scrolls sideways`)
    if (await tableScrolls(page)) found.push(`${size}: the table scrolls sideways`)
    found.push(...(await cutOffTexts(page)).map((text) => `${size}: cut off: ${text}`))
  }
  found.push(...await accessibilityProblems(page, inKnownColours ? 'all but colours' : 'all'))
  if (returns) await page.setViewportSize(before)
  return found
}

async function drawEveryLook(page: Page, name: string): Promise<void> {
  for (const { size, viewport, colours } of LOOKS) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: colours })
    await page.locator(`html[data-mantine-color-scheme="${colours}"]`).waitFor()
    await draw(page, `${name}-${size}-${colours}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** With PICTURES set, a picture of the whole screen for people to look at: tests/browser/pictures/<name>.png. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES']) await draw(page, name)
}

async function draw(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  const viewport = page.viewportSize() ?? DESKTOP
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  // As tall as its content: a picture of the full page would show what sticks to an edge in the middle of it.
  if (height > viewport.height) await page.setViewportSize({ width: viewport.width, height })
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' })
  if (height > viewport.height) await page.setViewportSize(viewport)
}

/** Lets go of the tabs that the test opened. What was on the screens when it failed says more than its stack. */
export async function endTest(title: string, hasFailed: boolean): Promise<void> {
  const name = title.replace(/\W+/g, '-').slice(0, 60)
  if (hasFailed) await Promise.all(openPages().map((page, index) => draw(page, `failed-${name}-${index}`).catch(() => undefined)))
  await endTabs(hasFailed)
}
