/** When a window of the portal has done all that it is about. */
import type { Page } from 'playwright-core'

/** Most that a window is about something. Milliseconds. */
const BUSY_MS = 20_000

/**
 * Waits until the window is about nothing any more, as it says itself (src/portal/ui/work.ts): all that it asked for has come and is
 * drawn, what was typed is kept. It is the page that tells; Playwright would look for it again and again, ever less often.
 */
export async function comeToRest(page: Page): Promise<void> {
  const until = Date.now() + BUSY_MS
  while (!(await isAtRest(page, until))) if (Date.now() > until) throw new Error(`${page.url()} is still about: ${String(await page.locator('html').getAttribute('data-busy'))}`)
}

/** False when it did not come to rest in time, or another page came in its place meanwhile. */
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
