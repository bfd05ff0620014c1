import { useEffect, type RefObject } from 'react'
import type { ApprovalEntry } from '../../../contract/index.ts'

interface InboxKeys { select: (entry: ApprovalEntry) => void; approve: (entry: ApprovalEntry) => void; reject: (entry: ApprovalEntry) => void }

/**
 * j and k move through the rows, x selects, a approves and r rejects the focused one. Single letters work only while a row, or nothing at
 * all, has the focus, so that typing or dictating elsewhere triggers nothing.
 */
export function useInboxKeys(list: RefObject<HTMLElement | null>, entries: ApprovalEntry[], isOn: boolean, keys: InboxKeys): void {
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
      const { activeElement } = document
      const at = rows.findIndex((row) => row === activeElement || (row.contains(activeElement) && activeElement?.matches('a, input[type=checkbox]') === true))
      const isFree = activeElement === null || activeElement === document.body || activeElement.matches('h1, main')
      if (at < 0 && !isFree) return
      if (event.key === 'j' || event.key === 'k') {
        event.preventDefault()
        const next = at < 0 ? rows[0] : rows[at + (event.key === 'j' ? 1 : -1)]
        next?.focus()
        return next?.scrollIntoView({ block: 'nearest' })
      }
      const entry = entries.find((one) => String(one.entryNo) === rows[at]?.dataset['entry'])
      const act = { x: keys.select, a: keys.approve, r: keys.reject }[event.key]
      if (entry === undefined || act === undefined) return
      event.preventDefault()
      act(entry)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
