import { useParams, useSearchParams } from 'react-router-dom'
import type { ResolvedPage } from '../../core/index.ts'

/** The key of the record that the address names; undefined on the screen of a new record. */
export function usePageKey(page: ResolvedPage): string | undefined {
  const params = useParams()
  const [query] = useSearchParams()
  const name = page.key?.name ?? 'key'
  const key = page.key?.in === 'query' ? query.get(name) : params[name]
  return key === null || key === '' ? undefined : key
}
