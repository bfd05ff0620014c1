/** Loaded on demand: few records redact a field that the current user sees in other records. */
import type { ClientManifest } from '../../../contract/index.ts'
import { createEngine, withoutFields } from '../../../core/index.ts'
import type { CompiledType, Engine } from '../../../core/index.ts'
import { functions } from '../../widgets/registry.ts'

/** A type as the card renders it. */
export interface CardType { compiled: CompiledType; manifest: ClientManifest }

/** The type without the fields at the paths, and without the rules that read them. */
export function redactedView(engine: Engine, manifest: ClientManifest, redacted: string[]): CardType {
  const { catalogue } = engine
  const type = withoutFields({ ...manifest, permissions: {} }, { fields: new Set(redacted) })
  const types = { ...catalogue.types, [manifest.id]: type }
  return {
    compiled: createEngine({ ...catalogue, types }, functions).type(manifest.id),
    manifest: { ...type, hidden: manifest.hidden },
  }
}
