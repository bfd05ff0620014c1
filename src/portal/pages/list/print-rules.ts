/** Loaded on demand: the conditions of printed forms, over rows as they travel. */
import type { QueryClient } from '@tanstack/react-query'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { Doc } from '../../../core/index.ts'
import { engineQuery } from '../../shell/engine.ts'
import type { Portal } from '../../shell/portal-context.ts'
import { isBlank } from '../../ui/format.ts'

/** Answers whether a printed form may be had of a record of the list, by its `when`; the rules are loaded when first asked for. */
export async function printRules(client: QueryClient, portal: Portal, manifest: ClientManifest): Promise<(when: string, record: WireRecord) => boolean> {
  const engine = await client.ensureQueryData(engineQuery(client, portal.bootstrap, manifest.id))
  const type = engine.type(manifest.id)
  const context = { user: portal.actor, settings: portal.settings, company: portal.company, today: portal.today, ref: () => undefined, lists: {} }
  return (when, record) => type.test(when, innerOf(manifest, record), context)
}

/** Inner names, empties left out, as rules read a document. */
function innerOf(manifest: ClientManifest, record: WireRecord): Doc {
  const fields = Object.values(manifest.shape.fields).flatMap((field) => {
    const value = record[field.wire]
    return isBlank(value) || value === undefined ? [] : [[field.name, value] as const]
  })
  const state = record[manifest.stateField]
  return { ...(typeof state === 'string' ? { [manifest.stateField]: state } : {}), ...Object.fromEntries(fields) }
}
