/** Whether anyone is using the page: calls made while nobody is must not keep an idle session alive. */

const PRESENT_FOR = 5 * 60_000
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

// Opening the page counts as activity.
let seenAt = Date.now()

for (const sign of SIGNS) {
  window.addEventListener(sign, () => {
    seenAt = Date.now()
  }, { passive: true, capture: true })
}

/** Whether a key or pointer was used in the last five minutes. */
export function isUserPresent(): boolean {
  return Date.now() - seenAt < PRESENT_FOR
}
