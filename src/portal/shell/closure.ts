import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BootstrapAnswer, ClientManifest } from '../../contract/index.ts'
import { manifestQuery } from '../api/queries.ts'

/** The type's manifest and those that its references, lists and lines lead to, if the current user may see them: what its engine is made of. */
export const closureQuery = (client: QueryClient, bootstrap: BootstrapAnswer, type: string) =>
  queryOptions({
    queryKey: ['closure', type, bootstrap.types[type]?.manifest ?? ''] as const,
    queryFn: () => loadClosure(client, bootstrap, type),
    staleTime: Infinity,
  })

async function loadClosure(client: QueryClient, bootstrap: BootstrapAnswer, type: string): Promise<Record<string, ClientManifest>> {
  const hashes = closureOf(bootstrap.types, type).map((id) => bootstrap.types[id]?.manifest ?? '')
  const manifests = await Promise.all(hashes.map((hash) => client.ensureQueryData(manifestQuery(hash))))
  return Object.fromEntries(manifests.map((manifest) => [manifest.id, manifest]))
}

/** The type and all to which it refers, over any number of steps. As in public/start.js. */
function closureOf(types: BootstrapAnswer['types'], type: string): string[] {
  const found = new Set(Object.hasOwn(types, type) ? [type] : [])
  for (const id of found) for (const next of types[id]?.refersTo ?? []) if (Object.hasOwn(types, next)) found.add(next)
  return [...found]
}
