import { isObject, type Json } from '../document/json.ts'
import type { ManifestIssue } from '../errors.ts'
import { reportStructure } from '../manifest/read/check-structure.ts'
import type { LoadedBase } from '../manifest/load-types.ts'
import type { Overlay } from '../manifest/language/manifest.generated.ts'
import { createReporter } from '../manifest/read/reporter.ts'
import { readSource } from '../manifest/read/source-text.ts'
import type { Pieces } from '../pieces.ts'
import { stateOf, upgradeOverlay } from '../upgrade/upgrade-manifest.ts'
import type { LoadedOverlay, Scope } from './overlay-types.ts'
import { readOverlay } from './read-overlay.ts'
import { changingTypes } from './resolve-for-scope.ts'

/**
 * Reads an overlay that was published rather than written to a file. `overlay` is null if its structure is invalid; `issues` lists
 * everything that is wrong with it.
 */
export function* readingPublished(base: LoadedBase, published: Json, source: string): Pieces<{ overlay: LoadedOverlay | null; issues: ManifestIssue[] }> {
  const value = inSecondEdition(base, published)
  const text = JSON.stringify(value, null, 2)
  const reporter = createReporter(new Map([[source, readSource({ path: source, text })]]))
  const found = base.check('overlay', value)
  reportStructure(reporter, source, found)
  if (found.length > 0) return { overlay: null, issues: reporter.issues }
  const overlay: LoadedOverlay = { ...readOverlay(value as unknown as Overlay, source), text }
  return { overlay, issues: yield* findingConflicts(base, overlay) }
}

const FIRST_EDITION = /\.\?|\[\?|\borValue\b/

/**
 * Converts an overlay that was published before the language's second edition. The expressions that it was written against are written
 * differently today, so unconverted it would be set aside. The stored overlay stays as its author wrote it.
 */
function inSecondEdition({ expanded }: LoadedBase, published: Json): Json {
  if (!isObject(published) || !FIRST_EDITION.test(JSON.stringify(published))) return published
  const type = isObject(published['extends']) ? expanded.types[String(published['extends']['id'])] : undefined
  return upgradeOverlay(published, type && stateOf(type.manifest))
}

/** Issues for everything in an overlay that cannot be applied to the current base. */
export function* findingConflicts(base: LoadedBase, overlay: LoadedOverlay): Pieces<ManifestIssue[]> {
  return (yield* changingTypes(base, [overlay])).conflicts
}

/** The scope that an overlay applies to. */
export function scopeOf({ layer, name }: Pick<LoadedOverlay, 'layer' | 'name'>): Scope {
  return layer === 'role' ? { roles: [name] } : { [layer]: name }
}
