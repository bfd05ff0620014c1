/** A `ref` for a box that becomes no lower than its content once was at this width: what is below it stays where it is. */
export function keptHeight(box: HTMLElement | null): (() => void) | undefined {
  const content = box?.firstElementChild
  if (!box || !content) return undefined
  let [width, height] = [0, 0]
  const observer = new ResizeObserver(() => {
    height = Math.max(box.clientWidth === width ? height : 0, content.clientHeight)
    width = box.clientWidth
    box.style.minHeight = `${height}px`
  })
  observer.observe(content)
  return () => observer.disconnect()
}
