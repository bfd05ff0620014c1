import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { idle } from '../../ui/idle.ts'
import type { FilterOptions } from './list-rules.ts'

/** A list's rules, with defaults until they are loaded. */
export interface KnownRules {
  /** Whether an element with this condition is shown for the row; always true without a condition. */
  holds: (when: string | undefined, record: WireRecord) => boolean
  /** Whether the field's filter is offered. */
  offers: (field: string) => boolean
  options: Record<string, FilterOptions>
  /** Whether the rules are still loading. */
  areComing: boolean
}

/**
 * The conditions of a list's links and filters. Only these need the rule engine, which loads once the list is on screen and the browser is
 * idle; until then, elements with a condition are not offered. With `isTime` false they do not begin to load: on a slow network they would
 * delay the rows.
 */
export function useListRules(manifest: ClientManifest, isTime = true): KnownRules {
  const portal = usePortal()
  const client = useQueryClient()
  const isNeeded = needsRules(manifest)
  const { data, isPending } = useQuery({
    queryKey: ['list-rules', manifest.hash],
    queryFn: async () => {
      await idle()
      return (await import('./list-rules.ts')).listRules(client, portal, manifest)
    },
    enabled: isNeeded && isTime,
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
