import { useState } from 'react'
import type { ApprovalEntry } from '../../../contract/index.ts'

export interface Selection {
  /** Whether entries can be selected at all. */
  isOffered: boolean
  chosen: ApprovalEntry[]
  isChosen: (entry: ApprovalEntry) => boolean
  toggle: (entry: ApprovalEntry) => void
  /** Selects all entries that can be approved together: those of the type already selected, otherwise those of the first entry's type. */
  toggleAll: () => void
  areAll: boolean
  clear: () => void
  /** The user tried to add a document of another type. */
  isMixed: boolean
}

/** The selected entries: open ones of a single document type, because only those are approved together. */
export function useSelection(entries: ApprovalEntry[], isOffered: boolean): Selection {
  const [numbers, setNumbers] = useState<ReadonlySet<number>>(new Set())
  const [isMixed, setMixed] = useState(false)
  // Entries decided elsewhere meanwhile can no longer be approved.
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
