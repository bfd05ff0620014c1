/** Whether the server tells of changes by itself now; else the portal asks. */
let isConnected = false

/** Says so. */
export function setLive(next: boolean): void {
  isConnected = next
}

/** What was said last; false at first. */
export function isLive(): boolean {
  return isConnected
}
