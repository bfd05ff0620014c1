import { useEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

const watched = new Map<Element, (isCut: boolean) => void>()

/**
 * One for all inputs: it is called in the frame, once that is laid out and before it is painted, and all are measured before any is
 * rendered anew. Each by itself would lay out the form once for each field.
 */
let observer: ResizeObserver | undefined

function compare(entries: ResizeObserverEntry[]): void {
  const found = entries.map(({ target }) => ({ tell: watched.get(target), isCut: target.scrollWidth > target.clientWidth + 1 }))
  flushSync(() => found.forEach(({ tell, isCut }) => tell?.(isCut)))
}

/** Whether the input is too narrow for its text, which it shows. */
export function useIsCut(text: string): { input: RefObject<HTMLInputElement | null>; isCut: boolean } {
  const input = useRef<HTMLInputElement>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const field = input.current
    if (field === null) return undefined
    observer ??= new ResizeObserver(compare)
    watched.set(field, setCut)
    observer.observe(field)
    return () => {
      watched.delete(field)
      observer?.unobserve(field)
    }
  }, [text])
  return { input, isCut }
}
