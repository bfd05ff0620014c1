import { useState } from 'react'
import type { ApprovalEntry } from '../../../contract/index.ts'

export interface Selection {
  /** Whether entries can be selected at all. */
  isOffered: boolean
  chosen: ApprovalEntry[]
  isChosen: (entry: ApprovalEntry) => boolean
  /** Whether it cannot join the selection, because it is of another type. */
  isOther: (entry: ApprovalEntry) => boolean
  toggle: (entry: ApprovalEntry) => void
  /** Whether all of these are selected, or only some. */
  extentOf: (entries: ApprovalEntry[]) => { isAll: boolean; isSome: boolean }
  /** Selects those of these entries that can be approved together: of the type already selected, otherwise of the first one's. If all of them are selected, none of them. */
  toggleAll: (entries: ApprovalEntry[]) => void
  remove: (entries: ApprovalEntry[]) => void
  /** How often documents of another type were refused since the selection last changed. */
  refusals: number
}

/** What the server accepts in one call. */
const MAX_AT_ONCE = 200

/** The selected entries: open ones of a single document type, because only those are approved together. */
export function useSelection(entries: ApprovalEntry[], isOffered: boolean): Selection {
  const [numbers, setNumbers] = useState<ReadonlySet<number>>(new Set())
  const [refusals, setRefusals] = useState(0)
  const isChosen = (entry: ApprovalEntry): boolean => numbers.has(entry.entryNo) && entry.status === 'Open'
  // Entries decided elsewhere meanwhile can no longer be approved.
  const chosen = entries.filter(isChosen)
  const type = chosen[0]?.documentType
  const isOther = (entry: ApprovalEntry): boolean => type !== undefined && entry.documentType !== type
  const choose = (next: ApprovalEntry[], refused = 0): void => {
    setNumbers(new Set(next.slice(0, MAX_AT_ONCE).map((entry) => entry.entryNo)))
    setRefusals(refused)
  }
  const remove = (gone: ApprovalEntry[]): void => choose(chosen.filter((one) => !gone.includes(one)))
  return {
    isOffered, chosen, isChosen, isOther, remove, refusals: chosen.length > 0 ? refusals : 0,
    toggle: (entry) => {
      if (!isOffered || entry.status !== 'Open') return
      if (isChosen(entry)) return remove([entry])
      if (isOther(entry)) return setRefusals(refusals + 1)
      choose([...chosen, entry])
    },
    extentOf: (some) => ({ isAll: some.length > 0 && some.every(isChosen), isSome: some.some(isChosen) }),
    toggleAll: (some) => {
      const open = some.filter(({ status }) => status === 'Open')
      const together = open.filter(({ documentType }) => documentType === (type ?? open[0]?.documentType))
      if (together.length > 0 && together.every(isChosen)) return remove(together)
      choose([...chosen, ...together.filter((entry) => !isChosen(entry))], together.length < open.length ? refusals + 1 : 0)
    },
  }
}
