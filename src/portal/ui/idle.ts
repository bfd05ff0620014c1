/** The longest time to wait for an idle moment, in milliseconds. */
const AT_MOST = 2000

/** Resolves once the browser has nothing more urgent to do, such as drawing what was fetched. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari does not have it.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: AT_MOST })
    else setTimeout(resolve, 50)
  })
}
