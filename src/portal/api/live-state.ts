/** Whether the server pushes changes; if not, the portal polls. */
let isConnected = false

/**
 * Sets the live state and exposes it to tests and tools as `data-live` on the root element. Events from before the window listens are not
 * received.
 */
export function setLive(next: boolean): void {
  isConnected = next
  document.documentElement.toggleAttribute('data-live', next)
}

/** The last value set; initially false. */
export function isLive(): boolean {
  return isConnected
}
