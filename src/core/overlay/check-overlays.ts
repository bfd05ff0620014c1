import type { LoadedBase } from '../manifest/load-types.ts'
import type { Reporter } from '../manifest/reporter.ts'
import { atOnce } from '../pieces.ts'
import type { LoadedOverlay } from './overlay-types.ts'
import { findingConflicts } from './read-published.ts'

/** Applies every overlay by itself and reports what could not be applied. */
export function checkOverlays(base: LoadedBase, overlays: readonly LoadedOverlay[], reporter: Reporter): void {
  for (const overlay of overlays) reporter.issues.push(...atOnce(findingConflicts(base, overlay)))
}
