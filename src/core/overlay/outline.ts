import type { JsonObject } from '../document/json.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import { createReporter } from '../manifest/read/reporter.ts'
import type { Pieces } from '../pieces.ts'
import { applyingOverlays, overlaysOf, overlaysOfType } from './apply-overlays.ts'
import type { LoadedOverlay, Scope } from './overlay-types.ts'

/** What an overlay of the portal arranges: the fields of a type and where they stand, in the base and for a scope. */
export interface Outline { base: JsonObject; effective: JsonObject }

const PARTS = ['kind', 'key', 'stateField', 'schema', 'fieldSets', 'rules', 'list', 'card', 'states', 'actions']

/** The outline of a type for a scope, in pieces; undefined for an unknown type. */
export function* outlining(base: LoadedBase, typeId: string, scope: Scope, overlays: readonly LoadedOverlay[]): Pieces<Outline | undefined> {
  const type = Object.hasOwn(base.expanded.types, typeId) ? base.expanded.types[typeId] : undefined
  if (type === undefined) return undefined
  const { type: effective } = yield* applyingOverlays(base, type, overlaysOfType(type, overlaysOf(scope, overlays)), createReporter(new Map()))
  return { base: partsOf(type.manifest), effective: partsOf(effective.manifest) }
}

function partsOf(manifest: JsonObject): JsonObject {
  return Object.fromEntries(PARTS.flatMap((part) => (manifest[part] === undefined ? [] : [[part, manifest[part]]])))
}
