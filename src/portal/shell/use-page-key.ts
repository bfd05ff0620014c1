import { useParams, useSearchParams } from 'react-router-dom'
import type { PagePlace, ResolvedPage } from '../../core/index.ts'

/** The key of the record that the address names; undefined on the screen of a new record. */
export function usePageKey(page: ResolvedPage): string | undefined {
  return usePagePlace(page.key ?? { in: 'path', name: 'key' })
}

/** What stands at a place of the address; undefined for nothing. */
export function usePagePlace(place: PagePlace | undefined): string | undefined {
  const textAt = usePlaces()
  return place && textAt(place)
}

/** Reads places of the address as it is drawn. */
export function usePlaces(): (place: PagePlace) => string | undefined {
  const params = useParams()
  const [query] = useSearchParams()
  return ({ in: where, name }) => (where === 'query' ? query.get(name) : params[name]) || undefined
}
