import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { BootstrapAnswer, ClientManifest } from '../../contract/index.ts'
import { referencesOfField } from '../../core/index.ts'
import { manifestQuery } from '../api/queries.ts'

/** The type's manifest and those that its references, lists and lines lead to, if the current user may see them: what its engine is made of. */
export const closureQuery = (client: QueryClient, bootstrap: BootstrapAnswer, type: string) =>
  queryOptions({
    queryKey: ['closure', type, bootstrap.types[type]?.manifest ?? ''] as const,
    queryFn: () => loadClosure(client, bootstrap, type),
    staleTime: Infinity,
  })

async function loadClosure(client: QueryClient, bootstrap: BootstrapAnswer, type: string): Promise<Record<string, ClientManifest>> {
  const loaded: Record<string, ClientManifest> = {}
  let wanted = [type]
  while (wanted.length > 0) {
    const batch = wanted.filter((id) => !(id in loaded) && bootstrap.types[id])
    const manifests = await Promise.all(batch.map((id) => client.ensureQueryData(manifestQuery(bootstrap.types[id]?.manifest ?? ''))))
    for (const manifest of manifests) loaded[manifest.id] = manifest
    wanted = [...new Set(manifests.flatMap(refersTo))].filter((id) => !(id in loaded) && bootstrap.types[id])
  }
  return loaded
}

function refersTo(manifest: ClientManifest): string[] {
  const fields = Object.values(manifest.shape.fields).flatMap((field) => [field, ...Object.values(field.line?.fields ?? {})])
  return [...fields.flatMap((field) => referencesOfField(field).map(({ to }) => to)), ...Object.values(manifest.lists).map((list) => list.of)]
}
