import { useParams, useSearchParams } from 'react-router-dom'
import type { ResolvedPage } from '../../core/index.ts'

/** The key of the record that the address names; undefined on the screen of a new record. */
export function usePageKey(page: ResolvedPage): string | undefined {
  return usePagePlace(page.key ?? { in: 'path', name: 'key' })
}

/** What stands at a place of the address; undefined for nothing. */
export function usePagePlace(place: ResolvedPage['key']): string | undefined {
  const params = useParams()
  const [query] = useSearchParams()
  const found = place?.in === 'query' ? query.get(place.name) : params[place?.name ?? '']
  return found === null || found === '' ? undefined : found
}
