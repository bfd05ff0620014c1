import { useEffect, useRef } from 'react'
import type { WireRecord } from '../../../contract/index.ts'

interface Follow {
  /** The record as last fetched, possibly after another user's change. */
  fetched: WireRecord | undefined
  shown: WireRecord | undefined
  /** Whether nothing would be lost: nothing was typed and nothing is running. */
  isAtRest: boolean
  take: (next: WireRecord) => void
}

/** Shows another user's change to an open record. A record that is being edited stays as it is; saving it then asks. */
export function useFollowRecord({ fetched, shown, isAtRest, take }: Follow): void {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    if (isAtRest && fetched && shown && fetched._rev > shown._rev) latest.current(fetched)
  }, [fetched, shown, isAtRest])
}
