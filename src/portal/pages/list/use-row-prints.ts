import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { ResolvedPrint } from '../../../core/index.ts'
import { usePortal } from '../../shell/portal-context.ts'

/**
 * Whether a form may be printed of a row. Only a condition needs the rule engine, and it comes after the list is on screen:
 * until then such a form is not offered.
 */
export function useRowPrints(manifest: ClientManifest): (print: ResolvedPrint, record: WireRecord) => boolean {
  const portal = usePortal()
  const client = useQueryClient()
  const isConditional = Object.values(manifest.print).some((print) => print.place.includes('row') && print.when !== undefined)
  const { data: test } = useQuery({
    queryKey: ['print-rules', manifest.hash],
    queryFn: async () => (await import('./print-rules.ts')).printRules(client, portal, manifest),
    enabled: isConditional,
    staleTime: Infinity,
    structuralSharing: false,
  })
  return (print, record) => print.when === undefined || (test?.(print.when, record) ?? false)
}
