import { useElementSize } from '@mantine/hooks'
import { useCallback, useState } from 'react'

/**
 * The width of an element in pixels, whenever it changes. It is known before the first paint, so that a layout that depends on it does not
 * change before the reader's eyes: an observer reports it two frames later.
 */
export function useWidth(): { ref: (element: HTMLElement | null) => void; width: number } {
  const { ref: observe, width: observed } = useElementSize()
  const [first, setFirst] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    observe(element)
    if (element) setFirst(element.getBoundingClientRect().width)
  }, [observe])
  return { ref, width: observed || first }
}
