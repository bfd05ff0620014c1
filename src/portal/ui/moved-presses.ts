const PRESSABLE = 'button, a[href], [role="button"]'
/** Pixels that a hand may slip between press and release. */
const SLIP = 8

/**
 * Makes a press count that the page moved away from. Leaving a field shows its problem and pushes the buttons below it down
 * between press and release; the browser then clicks what lies under both places, which is no button. A press that slid off
 * is taken back, as ever.
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
