import { useEffect, useRef } from 'react'
import type { WireRecord } from '../../../contract/index.ts'

interface Follow {
  /** The record as it was last fetched, also because somebody else changed it. */
  fetched: WireRecord | undefined
  shown: WireRecord | undefined
  /** Whether nothing would be lost: nothing was typed and nothing is under way. */
  isAtRest: boolean
  take: (next: WireRecord) => void
}

/** Shows what somebody else did to an open record. One that is being edited stays as it is; saving it then asks. */
export function useFollowRecord({ fetched, shown, isAtRest, take }: Follow): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (isAtRest && fetched && shown && fetched._rev > shown._rev) latest.current(fetched)
  }, [fetched, shown, isAtRest])
}
