import type { QueryClient } from '@tanstack/react-query'
import { approvalsKey, recordQuery, typeKey } from '../../sdk.ts'
import type { CardCache, Outdated } from './card-parts.ts'

/** The card's access to the query cache that all screens share. */
export const cardCache = (client: QueryClient): CardCache => ({
  fetch: (manifest, key) => client.fetchQuery({ ...recordQuery(manifest, key), staleTime: 0 }),
  put: (manifest, key, record) => void client.setQueryData(recordQuery(manifest, key).queryKey, record),
  outdate: (manifest, what) => void client.invalidateQueries({ queryKey: keyOf(manifest.id, what) }),
  remove: (manifest, key) => client.removeQueries({ queryKey: recordQuery(manifest, key).queryKey }),
})

function keyOf(type: string, what: Outdated): readonly string[] {
  if (what === 'approvals') return approvalsKey
  return what === 'all' ? typeKey(type) : [...typeKey(type), what]
}
