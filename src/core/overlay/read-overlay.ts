import type { Overlay } from '../manifest/manifest.generated.ts'
import type { Layer, LoadedOverlay, OverlayOperation } from './overlay-types.ts'

/** An overlay as the engine keeps it, from a file or row whose structure is right. */
export function readOverlay(written: Overlay, source: string): LoadedOverlay {
  const [layer = 'client', name = ''] = Object.entries(written.scope)[0] ?? []
  return {
    source, extends: written.extends, layer: layer as Layer, name,
    operations: written.operations as unknown as OverlayOperation[],
    ...(written.author !== undefined && { author: written.author }),
  }
}
