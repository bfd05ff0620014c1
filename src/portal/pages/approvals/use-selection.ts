import { useState } from 'react'
import type { ApprovalEntry } from '../../../contract/index.ts'

export interface Selection {
  /** Whether entries can be selected at all. */
  isOffered: boolean
  chosen: ApprovalEntry[]
  isChosen: (entry: ApprovalEntry) => boolean
  toggle: (entry: ApprovalEntry) => void
  /** All that can be approved together: of the type chosen from, else of the first one's. */
  toggleAll: () => void
  areAll: boolean
  clear: () => void
  /** Somebody tried to add a document of another type. */
  isMixed: boolean
}

/** Which entries are selected: open ones of one document type, for that is what is approved together. */
export function useSelection(entries: ApprovalEntry[], isOffered: boolean): Selection {
  const [numbers, setNumbers] = useState<ReadonlySet<number>>(new Set())
  const [isMixed, setMixed] = useState(false)
  // What was decided elsewhere meanwhile is no longer there to be approved.
  const chosen = entries.filter((entry) => numbers.has(entry.entryNo) && entry.status === 'Open')
  const type = chosen[0]?.documentType ?? entries[0]?.documentType
  const together = entries.filter((entry) => entry.status === 'Open' && entry.documentType === type)
  const areAll = chosen.length > 0 && chosen.length === together.length
  const choose = (next: ApprovalEntry[]): void => {
    setNumbers(new Set(next.map((entry) => entry.entryNo)))
    setMixed(false)
  }
  return {
    isOffered, chosen, areAll, isMixed: isMixed && chosen.length > 0,
    isChosen: (entry) => numbers.has(entry.entryNo),
    toggle: (entry) => {
      if (!isOffered || entry.status !== 'Open') return
      if (numbers.has(entry.entryNo)) return choose(chosen.filter((one) => one !== entry))
      if (chosen.length > 0 && entry.documentType !== type) return setMixed(true)
      choose([...chosen, entry])
    },
    toggleAll: () => choose(areAll ? [] : together.slice(0, 200)),
    clear: () => choose([]),
  }
}
