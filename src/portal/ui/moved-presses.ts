const PRESSABLE = 'button, a[href], [role="button"]'
/** Pixels that the pointer may move between press and release. */
const SLIP = 8

/**
 * Makes a click count if the page moved under it. Leaving a field shows its error and moves the buttons below it between press and release;
 * the browser then sends the click to a common ancestor instead of the button. A press released elsewhere is still cancelled, as usual.
 */
export function countMovedPresses(page: Document): void {
  let pressed: { control: HTMLElement; x: number; y: number } | undefined
  page.addEventListener('mousedown', ({ button, target, clientX, clientY, ctrlKey, metaKey, shiftKey }) => {
    const control = target instanceof Element ? target.closest<HTMLElement>(PRESSABLE) : null
    const isPlain = button === 0 && !ctrlKey && !metaKey && !shiftKey
    pressed = control && isPlain ? { control, x: clientX, y: clientY } : undefined
  }, true)
  page.addEventListener('mouseup', ({ target, clientX, clientY }) => {
    const press = pressed
    pressed = undefined
    if (!press || (target instanceof Node && press.control.contains(target))) return
    if (Math.hypot(clientX - press.x, clientY - press.y) <= SLIP && press.control.isConnected) press.control.click()
  }, true)
}
