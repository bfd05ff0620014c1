import { readingPublished } from '../../core/index.ts'
import type { JsonObject, LoadedBase, LoadedOverlay, ManifestIssue, Pieces } from '../../core/index.ts'
import type { PublishedOverlay } from '../services.ts'

/** A published overlay as it reads on the manifests: null when its structure is wrong, and what of it cannot be applied. */
interface ReadRow { text: string; overlay: LoadedOverlay | null; issues: ManifestIssue[] }

/** The published overlays as they read on one base, by what issues call them. */
export interface ReadRows { base: LoadedBase; rows: ReadonlyMap<string, ReadRow> }

/** Reads published overlays. One that was read on the same base before is the same object again. */
export function* readingRows(base: LoadedBase, published: readonly PublishedOverlay[], before?: ReadRows): Pieces<ReadRows> {
  const rows = new Map<string, ReadRow>()
  for (const { source, overlay } of published) {
    const known = before === undefined ? undefined : knownRow(before, base, source, overlay)
    rows.set(source, known ?? { text: JSON.stringify(overlay), ...yield* readingPublished(base, overlay, source) })
    yield
  }
  return { base, rows }
}

/** The row when it was read on the base and says the same. */
export function knownRow({ base: readOn, rows }: ReadRows, base: LoadedBase, source: string, overlay: JsonObject): ReadRow | undefined {
  const row = rows.get(source)
  return readOn === base && row?.text === JSON.stringify(overlay) ? row : undefined
}

/** Those whose structure is right. */
export function overlaysRead({ rows }: ReadRows): LoadedOverlay[] {
  return [...rows.values()].flatMap(({ overlay }) => (overlay === null ? [] : [overlay]))
}

/** What is wrong with those that were not read before. */
export function newIssues({ rows }: ReadRows, before: ReadRows): ManifestIssue[] {
  const known = new Set(before.rows.values())
  return [...rows.values()].flatMap((row) => (known.has(row) ? [] : row.issues))
}
