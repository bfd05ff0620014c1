/**
 * A `ref` for a bar that stays at the bottom of the window: on a phone, toasts stand above it. The height is of the bar that was mounted
 * last.
 */
export function bottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined
  const { style } = document.documentElement
  last = bar
  const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    // The next screen's bar may be there already.
    if (last === bar) style.removeProperty(HEIGHT)
  }
}

let last: HTMLElement | undefined

/** Read by Toasts.module.css. */
const HEIGHT = '--dirisha-bottom-bar'
