import type { Overlay } from '../manifest/language/manifest.generated.ts'
import type { Layer, LoadedOverlay, OverlayOperation } from './overlay-types.ts'

/** Converts an overlay from a file or row, with a valid structure, to the form that the engine uses. */
export function readOverlay(written: Overlay, source: string): LoadedOverlay {
  const [layer = 'client', name = ''] = Object.entries(written.scope)[0] ?? []
  return {
    source, extends: written.extends, layer: layer as Layer, name,
    operations: written.operations as unknown as OverlayOperation[],
    ...(written.author !== undefined && { author: written.author }),
  }
}
