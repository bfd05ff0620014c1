import { useRef, useState } from 'react'
import type { PointerEvent, RefObject } from 'react'

interface RowDrag {
  /** On the list whose children are the rows. */
  list: RefObject<HTMLUListElement | null>
  /** The row that is being dragged. */
  dragged: number | undefined
  /** On the handle of a row. */
  handle: (index: number) => { onPointerDown: (event: PointerEvent) => void; onPointerMove: (event: PointerEvent) => void; onPointerUp: () => void; onPointerCancel: () => void }
}

/** Moves rows of a list under a finger or a mouse: a row changes places with the one whose middle the pointer has passed. */
export function useRowDrag(onMove: (from: number, to: number) => void): RowDrag {
  const list = useRef<HTMLUListElement>(null)
  const [dragged, setDragged] = useState<number>()
  const at = (y: number): number => {
    const middles = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2)
    return middles.filter((middle, index) => index !== dragged && middle < y).length
  }
  const stop = () => setDragged(undefined)
  return {
    list,
    dragged,
    handle: (index) => ({
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(index)
      },
      onPointerMove: (event) => {
        if (dragged === undefined) return
        const to = at(event.clientY)
        if (to === dragged) return
        onMove(dragged, to)
        setDragged(to)
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    }),
  }
}
