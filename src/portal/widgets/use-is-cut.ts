import { useEffect, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'

interface Watched { isCut: boolean; tell: (isCut: boolean) => void }

const watched = new Map<Element, Watched>()

/**
 * One for all inputs: it is called in the frame, once that is laid out and before it is painted, and all are measured before any is
 * rendered anew. Each by itself would lay out the form once for each field.
 */
let observer: ResizeObserver | undefined

function compare(entries: ResizeObserverEntry[]): void {
  const changed = entries.flatMap(({ target }) => {
    const one = watched.get(target)
    const isCut = target.scrollWidth > target.clientWidth + 1
    return one === undefined || one.isCut === isCut ? [] : [{ one, isCut }]
  })
  if (changed.length === 0) return
  flushSync(() => {
    for (const { one, isCut } of changed) {
      one.isCut = isCut
      one.tell(isCut)
    }
  })
}

/** Whether the input is too narrow for its text, which it shows. */
export function useIsCut(text: string): { input: RefObject<HTMLInputElement | null>; isCut: boolean } {
  const input = useRef<HTMLInputElement>(null)
  const [isCut, tell] = useState(false)
  const last = useRef(false)
  useEffect(() => {
    const field = input.current
    if (field === null) return undefined
    const one: Watched = { isCut: last.current, tell }
    observer ??= new ResizeObserver(compare)
    watched.set(field, one)
    observer.observe(field)
    return () => {
      last.current = one.isCut
      watched.delete(field)
      observer?.unobserve(field)
    }
  }, [text])
  return { input, isCut }
}
