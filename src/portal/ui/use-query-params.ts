import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** Derives new parameters from the current ones; `replace` adds no history entry. */
export type ChangeQuery = (change: (before: URLSearchParams) => URLSearchParams, options?: { replace?: boolean }) => void

/**
 * The parameters of the address, and a function that changes them. The router passes a change the parameters of the last render, so that of
 * two changes before the next render the first would be lost; here a change gets the parameters of the address at that moment. A page that
 * is being left changes nothing any more: a debounced change, such as a search, would lead back to it.
 */
export function useQueryParams(): [URLSearchParams, ChangeQuery] {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const change = useCallback<ChangeQuery>((next, options) => {
    if (window.location.pathname === pathname) setParams(next(new URLSearchParams(window.location.search)), options)
  }, [pathname, setParams])
  return [params, change]
}
