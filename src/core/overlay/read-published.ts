import type { Json } from '../document/json.ts'
import type { ManifestIssue } from '../errors.ts'
import { reportStructure } from '../manifest/check-structure.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import type { Overlay } from '../manifest/manifest.generated.ts'
import { createReporter } from '../manifest/reporter.ts'
import { readSource } from '../manifest/source-text.ts'
import type { LoadedOverlay, Scope } from './overlay-types.ts'
import { readOverlay } from './read-overlay.ts'
import { resolveForScope } from './resolve-for-scope.ts'

/** An overlay that was published rather than written to a file: null when its structure is wrong, and all that is wrong with it. */
export function readPublished(base: LoadedBase, value: Json, source: string): { overlay: LoadedOverlay | null; issues: ManifestIssue[] } {
  const text = JSON.stringify(value, null, 2)
  const reporter = createReporter(new Map([[source, readSource({ path: source, text })]]))
  const found = base.check('overlay', value)
  reportStructure(reporter, source, found)
  if (found.length > 0) return { overlay: null, issues: reporter.issues }
  const overlay: LoadedOverlay = { ...readOverlay(value as unknown as Overlay, source), text }
  return { overlay, issues: conflictsOf(base, overlay) }
}

/** What of an overlay cannot be applied to the base as it is now. */
export function conflictsOf(base: LoadedBase, overlay: LoadedOverlay): ManifestIssue[] {
  return resolveForScope(base, scopeOf(overlay), [overlay]).conflicts
}

/** The scope that an overlay speaks for. */
export function scopeOf({ layer, name }: Pick<LoadedOverlay, 'layer' | 'name'>): Scope {
  return layer === 'role' ? { roles: [name] } : { [layer]: name }
}
