/** Waits for a window of the portal to be idle. */
import type { Page, ViewportSize } from 'playwright-core'

/** The longest time that a window may be busy, in milliseconds. */
const BUSY_MS = 20_000

/**
 * Waits until the window is idle, as it reports itself (src/portal/ui/work.ts): everything requested has arrived and is rendered, and typed
 * input is stored. Evaluated within the page, because Playwright would poll, at ever longer intervals.
 */
export async function comeToRest(page: Page): Promise<void> {
  const until = Date.now() + BUSY_MS
  while (!(await isAtRest(page, until))) if (Date.now() > until) throw new Error(`${page.url()} is still about: ${String(await page.locator('html').getAttribute('data-busy'))}`)
}

/** False if it was not idle in time, or another page replaced it meanwhile. */
async function isAtRest(page: Page, until: number): Promise<boolean> {
  try {
    return await page.evaluate((most) => new Promise<boolean>((resolve) => {
      const root = document.documentElement
      const end = (isThere: boolean): void => {
        clearTimeout(timer)
        observer.disconnect()
        resolve(isThere)
      }
      const timer = setTimeout(() => end(false), most)
      const observer = new MutationObserver(() => { if (root.dataset['busy'] === undefined) end(true) })
      observer.observe(root, { attributes: true, attributeFilter: ['data-busy'] })
      if (root.dataset['busy'] === undefined) end(true)
    }), Math.max(0, until - Date.now()))
  } catch (error) {
    if (page.isClosed() || !/context was destroyed|navigat/i.test(String(error))) throw error
    await page.waitForLoadState()
    return false
  }
}

/**
 * Waits until the page is drawn in its present width. Media queries learn of a width in the next frame, measured elements (read-only lines
 * that do not fit become cards) in the one after it, and React renders after that; none of it counts as work of the page, and an element
 * would be judged that is about to go.
 */
export async function comeToFit(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => {
    const behindAll = (task: () => void): void => void scheduler.postTask(task, { priority: 'background' })
    requestAnimationFrame(() => requestAnimationFrame(() => behindAll(() => behindAll(resolve))))
  }))
  await comeToRest(page)
}

/** Gives the window a size, and waits until the page is drawn in it. */
export async function resize(page: Page, size: ViewportSize): Promise<void> {
  await page.setViewportSize(size)
  await comeToFit(page)
}
