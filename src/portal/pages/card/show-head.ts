/** Number of frames to wait: a new document is rendered again at its own address. */
const MAX_FRAMES = 60

/**
 * After an action, scrolls to and announces the head of the screen, which shows the new state: the pressed button is gone, and the focus
 * with it. If the head is visible and the focus is not lost, nothing moves.
 */
export function showHead(patience = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    const head = document.querySelector<HTMLElement>('[data-head]')
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (head && patience === MAX_FRAMES && isOutOfSight(head)) goTo(head)
    else if (head && isLost) goTo(head)
    if (patience > 0 && (isLost || document.activeElement === head)) showHead(patience - 1)
  })
}

function goTo(head: HTMLElement): void {
  head.focus({ preventScroll: true })
  if (isOutOfSight(head)) window.scrollTo({ top: 0, behavior: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
}

/** The bar at the top of the window covers what is beneath it. */
const isOutOfSight = (head: HTMLElement): boolean => head.getBoundingClientRect().top < (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)
