import { useRef, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'
import { flushSync } from 'react-dom'

interface RowDrag {
  /** On the list whose children are the rows. */
  list: RefObject<HTMLUListElement | null>
  /** The row that is being dragged. */
  dragged: number | undefined
  /** On the handle of a row. */
  handle: (index: number) => { onPointerDown: (event: PointerEvent) => void; onPointerMove: (event: PointerEvent) => void; onPointerUp: (event: PointerEvent) => void; onPointerCancel: () => void }
}

/** Moves rows of a list under a finger or a mouse: a row changes places with the one whose middle the pointer has passed. */
export function useRowDrag(onMove: (from: number, to: number) => void): RowDrag {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number>()
  // A pointer may move on, and be let go, before React has drawn that it was pressed.
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
    // Drawn at once: the next move is measured on the rows as they stand then.
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
