import type { Overlay } from '../manifest/manifest.generated.ts'
import type { Layer, LoadedOverlay, OverlayOperation } from './overlay-types.ts'

/** An overlay as the engine keeps it, from a file or row whose structure is right. */
export function readOverlay(given: Overlay, source: string): LoadedOverlay {
  const [layer = 'client', name = ''] = Object.entries(given.scope)[0] ?? []
  return {
    source, extends: given.extends, layer: layer as Layer, name,
    operations: given.operations as unknown as OverlayOperation[],
    ...(given.author !== undefined && { author: given.author }),
  }
}
