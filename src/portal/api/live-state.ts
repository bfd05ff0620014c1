/** Whether the server tells of changes by itself now; else the portal asks. */
let isConnected = false

/** Says so, also to tests and tools: `data-live` of the root element. What happens before the window listens is not told to it. */
export function setLive(next: boolean): void {
  isConnected = next
  document.documentElement.toggleAttribute('data-live', next)
}

/** What was said last; false at first. */
export function isLive(): boolean {
  return isConnected
}
