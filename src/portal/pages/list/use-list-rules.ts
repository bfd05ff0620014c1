import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import type { FilterOption } from './list-rules.ts'

/** What a list knows once its rules have arrived. */
export interface KnownRules {
  /** Whether something with the condition stands at the row; without a condition it does. */
  holds: (when: string | undefined, record: WireRecord) => boolean
  /** Whether the filter of the field is offered. */
  offers: (field: string) => boolean
  options: Record<string, FilterOption[]>
  /** They have not arrived yet. */
  areComing: boolean
}

/**
 * Conditions of a list's links and filters. Only these need the rule engine, and it comes after the list is on screen: until
 * then what has a condition is not offered.
 */
export function useListRules(manifest: ClientManifest): KnownRules {
  const portal = usePortal()
  const client = useQueryClient()
  const isNeeded = needsRules(manifest)
  const { data, isPending } = useQuery({
    queryKey: ['list-rules', manifest.hash],
    queryFn: async () => (await import('./list-rules.ts')).listRules(client, portal, manifest),
    enabled: isNeeded,
    staleTime: 5 * 60_000,
    structuralSharing: false,
  })
  return {
    holds: (when, record) => when === undefined || (data?.holds(when, record) ?? false),
    offers: (field) => {
      const when = manifest.list.filtersWhen[field]
      return when === undefined || (data?.offers(when) ?? false)
    },
    options: data?.options ?? {},
    areComing: isNeeded && isPending,
  }
}

function needsRules({ print, card, list, shape }: ClientManifest): boolean {
  const linked = [...Object.values(print), ...Object.values(card.views)].filter(({ place }) => place.includes('row'))
  const refers = Object.entries(list.filters).some(([field, kind]) => kind === 'equals' && shape.fields[field]?.ref !== undefined)
  const hasComments = Object.values(list.dialogs).some(({ sections }) => sections.some((name) => card.sections[name]?.comments !== undefined))
  return refers || hasComments || Object.keys(list.filtersWhen).length > 0 || [...linked, ...Object.values(list.dialogs)].some(({ when }) => when !== undefined)
}
