/**
 * A `ref` for a bar that stays at the bottom of the window: on a phone, toasts stand above it. The room is that of the bar that was mounted
 * last, from its top to the end of the window: at the end of a page, a bar that sticks stands higher than its own height.
 */
export function bottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  const { style } = document.documentElement
  last = bar
  const measure = (): void => {
    if (last !== bar) return
    const { top, bottom } = bar.getBoundingClientRect()
    const room = innerHeight - bottom > ROOM_OF_TWO ? 0 : Math.max(bar.offsetHeight, innerHeight - top)
    style.setProperty(ROOM, `${Math.round(room)}px`)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(bar)
  // What is above the bar may grow too, which moves it as a scroll does.
  observer.observe(document.body)
  addEventListener('scroll', measure)
  return () => {
    observer.disconnect()
    removeEventListener('scroll', measure)
    // The next screen's bar may be there already.
    if (last === bar) style.removeProperty(ROOM)
  }
}

let last: HTMLElement | undefined

/** On a short page, two toasts have room below the bar, in pixels. */
const ROOM_OF_TWO = 160

/** Read by Toasts.module.css. */
const ROOM = '--dirisha-bottom-bar'
