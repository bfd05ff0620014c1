import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Makes new parameters of those that the address has; `replace` leaves no entry in the history. */
export type ChangeQuery = (change: (before: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void

/**
 * The parameters of the address, and how they change. The router hands a change what was drawn last, so that of two changes
 * before the next drawing the first would be lost; here a change gets what the address says at that moment.
 */
export function useQueryParams(): [URLSearchParams, ChangeQuery] {
  const [params, setParams] = useSearchParams()
  const change = useCallback<ChangeQuery>((next, options) => setParams(next(new URLSearchParams(window.location.search)), options), [setParams])
  return [params, change]
}
