/** Loaded on demand: few records keep a field from who sees it elsewhere. */
import type { ClientManifest } from '../../../contract/index.ts'
import { createEngine, withoutFields } from '../../../core/index.ts'
import type { CompiledType, Engine } from '../../../core/index.ts'
import { functions } from '../../widgets/registry.ts'

/** A type as a card draws it. */
export interface CardType { compiled: CompiledType; manifest: ClientManifest }

/** The type without the fields at the paths, and without the rules that read them. */
export function cutView(engine: Engine, manifest: ClientManifest, hidden: string[]): CardType {
  const { catalogue } = engine
  const cut = withoutFields({ ...manifest, permissions: {} }, { fields: new Set(hidden) })
  const types = { ...catalogue.types, [manifest.id]: cut }
  return {
    compiled: createEngine({ ...catalogue, types }, functions).type(manifest.id),
    manifest: { ...cut, hidden: manifest.hidden },
  }
}
