import { useCallback, useEffect, useRef } from 'react'

const CHOSEN = '[aria-selected="true"], [aria-pressed="true"], [aria-current="page"], [data-checked]'

/**
 * For a row (of tabs, of chips) that scrolls sideways where it does not fit: give it the class `dirisha-scroll-row` and this ref. An edge
 * fades where the row continues (`data-more`), and what is chosen is brought into view, at first and whenever `chosen` changes.
 */
export function useScrollRow(chosen: string): (row: HTMLElement | null) => void {
  const current = useRef<HTMLElement | null>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => {
    if (current.current === null) return
    showChosen(current.current)
    markEdges(current.current)
  }, [chosen])
  return useCallback((row: HTMLElement | null) => {
    stop.current?.()
    current.current = row
    if (row === null) return
    const mark = (): void => markEdges(row)
    const observer = new ResizeObserver(() => {
      showChosen(row)
      mark()
    })
    observer.observe(row)
    // Titles and counts arrive later and make the row wider, not its box.
    for (const one of row.children) observer.observe(one)
    row.addEventListener('scroll', mark, { passive: true })
    stop.current = () => {
      observer.disconnect()
      row.removeEventListener('scroll', mark)
    }
    showChosen(row)
    mark()
  }, [])
}

/** Not `scrollIntoView`, which scrolls the page, too. */
function showChosen(row: HTMLElement): void {
  const chosen = row.querySelector(CHOSEN)
  if (chosen === null || row.scrollWidth <= row.clientWidth) return
  const [box, within] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()]
  if (box.left >= within.left && box.right <= within.right) return
  row.scrollLeft += (box.left + box.right - within.left - within.right) / 2
}

function markEdges(row: HTMLElement): void {
  // In a row from right to left, `scrollLeft` is negative.
  const from = Math.abs(row.scrollLeft)
  const edges = [...(from > 1 ? ['start'] : []), ...(from + row.clientWidth < row.scrollWidth - 1 ? ['end'] : [])]
  row.dataset['more'] = edges.join(' ')
}
