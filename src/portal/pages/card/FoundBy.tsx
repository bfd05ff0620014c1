import { useQuery } from '@tanstack/react-query'
import { recordsQuery } from '../../api/queries.ts'
import { RedirectTo } from '../../navigation/RedirectTo.tsx'
import { cardPath, ErrorState, useManifest, usePortal } from '../../sdk.ts'
import { keyOf } from './stored-record.ts'

interface FoundByProps { type: string; field: string; value: string; /** Why no record has the value as its key. */ error: unknown; onRetry: () => void }

/** Leads to the first record of the list that has the value in the field; without one, says that there is none. */
export function FoundBy({ type, field, value, error, onRetry }: FoundByProps) {
  const manifest = useManifest(type)
  const { bootstrap } = usePortal()
  const { data, isPending } = useQuery(recordsQuery(manifest, { [manifest.shape.fields[field]?.wire ?? field]: value, limit: 1 }))
  const [found] = data?.data ?? []
  if (found !== undefined) return <RedirectTo to={cardPath(bootstrap.pages, type, keyOf(manifest, found))} />
  return isPending ? null : <ErrorState error={error} onRetry={onRetry} />
}
