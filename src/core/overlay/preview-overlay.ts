import type { Json } from '../document/json.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import type { Pieces } from '../pieces.ts'
import { explaining, type Explained } from './explain.ts'
import type { LoadedOverlay, Scope } from './overlay-types.ts'

/** A property whose value differs. A missing value is null. */
export interface OverlayChange { path: string; from: Json; to: Json }

/**
 * The properties of a type that differ for the scope if the overlay applies after the `others`, compared with the overlays that apply
 * `now`.
 */
export function* previewing(base: LoadedBase, overlay: LoadedOverlay, scope: Scope, { now, others }: { now: readonly LoadedOverlay[]; others: readonly LoadedOverlay[] }): Pieces<OverlayChange[]> {
  const before = valuesOf(yield* explaining(base, overlay.extends.id, '', scope, now))
  const after = valuesOf(yield* explaining(base, overlay.extends.id, '', scope, [...others, overlay]))
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, from: before.get(path) ?? null, to: after.get(path) ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

function valuesOf(explained: Explained[]): Map<string, Json> {
  return new Map(explained.map(({ path, value }) => [path, value ?? null]))
}
