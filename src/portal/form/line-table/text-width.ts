let measuring: CanvasRenderingContext2D | null | undefined

/** The width of a text in a cell of the line table, in pixels. */
export function textWidth(text: string): number {
  if (measuring === undefined) {
    measuring = document.createElement('canvas').getContext('2d')
    const { fontFamily, fontSize } = getComputedStyle(document.body)
    // Cells are written a step smaller than the text around (--mantine-font-size-sm).
    if (measuring) measuring.font = `${parseFloat(fontSize) * 0.875}px ${fontFamily}`
  }
  return measuring?.measureText(text).width ?? text.length * 8
}
