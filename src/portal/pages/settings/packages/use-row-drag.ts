import { useRef, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'

interface RowDrag {
  /** Goes on the list whose children are the rows. */
  list: RefObject<HTMLUListElement | null>
  /** The index of the row being dragged. */
  dragged: number | undefined
  /** Props for the handle of a row. */
  handle: (index: number) => { onPointerDown: (event: PointerEvent) => void; onPointerMove: (event: PointerEvent) => void; onPointerUp: (event: PointerEvent) => void; onPointerCancel: () => void }
}

/** Drags rows of a list by touch or mouse: a row swaps places with the one whose middle the pointer has passed. */
export function useRowDrag(onMove: (from: number, to: number) => void): RowDrag {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number>()
  // A ref, because the pointer may move or be released before React has rendered the press.
  const current = useRef<number>(undefined)
  const hold = (index: number | undefined): void => {
    current.current = index
    setDragged(index)
  }
  const at = (y: number): number => {
    const middles = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2)
    return middles.filter((middle, index) => index !== current.current && middle < y).length
  }
  const follow = (event: PointerEvent): void => {
    const from = current.current
    if (from === undefined) return
    const to = at(event.clientY)
    if (to === from) return
    // Rendered at once: the next move is measured against the new positions.
    flushSync(() => {
      onMove(from, to)
      hold(to)
    })
  }
  return {
    list,
    dragged,
    handle: (index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        hold(index)
      },
      onPointerMove: follow,
      onPointerUp: (event) => {
        follow(event)
        hold(undefined)
      },
      onPointerCancel: () => hold(undefined),
    }),
  }
}
