import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** Makes new parameters of those that the address has; `replace` leaves no entry in the history. */
export type ChangeQuery = (change: (before: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void

/**
 * The parameters of the address, and how they change. The router hands a change what was drawn last, so that of two changes
 * before the next drawing the first would be lost; here a change gets what the address says at that moment. A page that is being left changes nothing any more: what comes to rest
 * while the next one is on its way, as a search, would lead back to it.
 */
export function useQueryParams(): [URLSearchParams, ChangeQuery] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const change = useCallback<ChangeQuery>((next, options) => {
    if (window.location.pathname === pathname) setParams(next(new URLSearchParams(window.location.search)), options)
  }, [pathname, setParams])
  return [params, change]
}
