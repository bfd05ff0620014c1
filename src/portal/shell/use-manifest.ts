import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../core/index.ts'
import { manifestQuery } from '../api/queries.ts'
import { ApiError } from '../api/client.ts'
import type { ClientManifest } from '../../contract/index.ts'
import { usePortal } from './portal-context.ts'

/**
 * The manifest of a type; suspends while it loads. A type that the user may not see throws a 404 ApiError, which the screen's boundary
 * shows as not found.
 */
export function useManifest(type: string): ClientManifest {
  const { bootstrap } = usePortal()
  const known = bootstrap.types[type]
  if (!known) throw new ApiError(404, 'not-found', t('Not found, or you do not have access.'))
  return useSuspenseQuery(manifestQuery(known.manifest)).data
}
