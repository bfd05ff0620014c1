/** Whether the server announces changes by itself now; else the portal asks. */
let isConnected = false

/** Sets that, and exposes it to tests and tools: `data-live` of the root element. What happens before the window listens does not reach it. */
export function setLive(next: boolean): void {
  isConnected = next
  document.documentElement.toggleAttribute('data-live', next)
}

/** What was said last; false at first. */
export function isLive(): boolean {
  return isConnected
}
