/**
 * The engine in the browser, over the manifests that the current user may see. Only screens that run rules import this module: it contains
 * the expression language, which lists do not need.
 */
import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { BootstrapAnswer, ClientManifest } from '../../contract/index.ts'
import { createEngine } from '../../core/index.ts'
import type { Catalogue, Engine, ResolvedDocumentType } from '../../core/index.ts'
import { functions } from '../widgets/registry.ts'
import { closureQuery } from './closure.ts'
import { usePortal } from './portal-context.ts'

/** An engine with the type and every type that it references; suspends while manifests load. */
export function useEngine(type: string): Engine {
  const { bootstrap } = usePortal()
  const client = useQueryClient()
  return useSuspenseQuery(engineQuery(client, bootstrap, type)).data
}

/** The same without suspending, for a screen that has something to fetch and to show meanwhile; undefined until the engine is there. */
export function useComingEngine(type: string): Engine | undefined {
  const { bootstrap } = usePortal()
  const client = useQueryClient()
  return useQuery({ ...engineQuery(client, bootstrap, type), throwOnError: true }).data
}

/** The engine of a type as a query, for code outside React. */
export const engineQuery = (client: QueryClient, bootstrap: BootstrapAnswer, type: string) =>
  queryOptions({
    queryKey: ['engine', type, bootstrap.types[type]?.manifest ?? ''] as const,
    queryFn: async () => createEngine(catalogueOf(await client.ensureQueryData(closureQuery(client, bootstrap, type)), bootstrap), functions),
    staleTime: Infinity,
    // An engine is not JSON: compiled rules must not be compared or copied.
    structuralSharing: false,
  })

function catalogueOf(manifests: Record<string, ClientManifest>, bootstrap: BootstrapAnswer): Catalogue {
  const types = Object.fromEntries(Object.entries(manifests).map(([id, manifest]): [string, ResolvedDocumentType] => [id, { ...manifest, permissions: {} }]))
  return {
    types,
    modules: {},
    menu: bootstrap.menu,
    pages: bootstrap.pages,
    redirects: bootstrap.redirects,
    dashboards: {},
    landing: [],
    settings: bootstrap.settingsShapes,
    roles: {},
    organisation: {},
    hash: Object.values(manifests).map((manifest) => manifest.hash).join('-'),
  }
}
