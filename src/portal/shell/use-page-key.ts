import { useParams, useSearchParams } from 'react-router-dom'
import type { PagePlace, ResolvedPage } from '../../core/index.ts'

/** The key of the record in the address; undefined on the screen of a new record. */
export function usePageKey(page: ResolvedPage): string | undefined {
  return usePagePlace(page.key ?? { in: 'path', name: 'key' })
}

/** The value at a place in the address; undefined if empty. */
export function usePagePlace(place: PagePlace | undefined): string | undefined {
  const textAt = usePlaces()
  return place && textAt(place)
}

/** Returns a function that reads places in the current address. */
export function usePlaces(): (place: PagePlace) => string | undefined {
  const params = useParams()
  const [query] = useSearchParams()
  return ({ in: where, name }) => (where === 'query' ? query.get(name) : params[name]) || undefined
}
