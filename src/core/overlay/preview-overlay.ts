import type { Json } from '../document/json.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import { explain } from './explain.ts'
import type { LoadedOverlay, Scope } from './overlay-types.ts'

/** A property that is otherwise than before. One that there is not is null. */
export interface OverlayChange { path: string; from: Json; to: Json }

/** What of a type is otherwise for the scope once the overlay stands after the `others` rather than what stands `now`. */
export function previewOverlay(base: LoadedBase, overlay: LoadedOverlay, scope: Scope, { now, others }: { now: readonly LoadedOverlay[]; others: readonly LoadedOverlay[] }): OverlayChange[] {
  const valuesOf = (overlays: readonly LoadedOverlay[]): Map<string, Json> => new Map(explain(base, overlay.extends.id, '', scope, overlays).map(({ path, value }) => [path, value ?? null]))
  const [before, after] = [valuesOf(now), valuesOf([...others, overlay])]
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((path) => ({ path, from: before.get(path) ?? null, to: after.get(path) ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}
