import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ApprovalEntry } from '../../../contract/index.ts'

export interface CurrentEntry {
  /** The entry that the user came to last; with `startsFirst` the first one until then. */
  entry: ApprovalEntry | undefined
  come: (entry: ApprovalEntry) => void
  /** Goes on to the entry after those that were decided, which gets the focus. */
  goOn: (decided: ApprovalEntry[]) => void
  /** Puts the focus back on the current entry. */
  focus: () => void
}

/** The current entry of a queue. It stays where it was in the list when it is decided elsewhere: the one after it becomes current. */
export function useCurrent(list: RefObject<HTMLElement | null>, entries: ApprovalEntry[], startsFirst: boolean): CurrentEntry {
  const [number, setNumber] = useState<number>()
  const place = useRef(0)
  const hasToFocus = useRef(false)
  const at = entries.findIndex(({ entryNo }) => entryNo === number)
  const isNone = number === undefined && !startsFirst
  const entry = entries[at] ?? (isNone ? undefined : entries[Math.min(place.current, entries.length - 1)])
  useEffect(() => {
    if (at >= 0) place.current = at
    if (!hasToFocus.current) return
    const row = list.current?.querySelector<HTMLElement>(`[data-entry="${String(entry?.entryNo)}"]`)
    if (!row || document.querySelector('[role=dialog]') !== null) return
    hasToFocus.current = false
    row.focus()
  })
  return {
    entry,
    come: ({ entryNo }) => setNumber(entryNo),
    goOn: (decided) => {
      const gone = new Set(decided.map(({ entryNo }) => entryNo))
      const last = Math.max(...entries.map((one, index) => (gone.has(one.entryNo) ? index : -1)))
      const next = entries.slice(last + 1).find(({ entryNo }) => !gone.has(entryNo)) ?? entries.slice(0, Math.max(last, 0)).findLast(({ entryNo }) => !gone.has(entryNo))
      if (next) setNumber(next.entryNo)
      hasToFocus.current = true
    },
    focus: () => {
      hasToFocus.current = true
      setNumber((before) => before ?? entry?.entryNo)
    },
  }
}
