import { readingPublished } from '../../core/index.ts'
import type { JsonObject, LoadedBase, LoadedOverlay, ManifestIssue, Pieces } from '../../core/index.ts'
import type { PublishedOverlay } from '../services.ts'

/**
 * A published overlay read against the manifests: null if its structure is invalid, with the issues of the parts that cannot be applied.
 */
interface ReadRow { text: string; overlay: LoadedOverlay | null; issues: ManifestIssue[] }

/** The published overlays read against one base, by the name issues use for them. */
export interface ReadRows { base: LoadedBase; rows: ReadonlyMap<string, ReadRow> }

/** Reads published overlays. A row already read against the same base is reused as the same object. */
export function* readingRows(base: LoadedBase, published: readonly PublishedOverlay[], before?: ReadRows): Pieces<ReadRows> {
  const rows = new Map<string, ReadRow>()
  for (const { source, overlay } of published) {
    const known = before === undefined ? undefined : knownRow(before, base, source, overlay)
    rows.set(source, known ?? { text: JSON.stringify(overlay), ...yield* readingPublished(base, overlay, source) })
    yield
  }
  return { base, rows }
}

/** The row if it was read against this base with the same content. */
export function knownRow({ base: readOn, rows }: ReadRows, base: LoadedBase, source: string, overlay: JsonObject): ReadRow | undefined {
  const row = rows.get(source)
  return readOn === base && row?.text === JSON.stringify(overlay) ? row : undefined
}

/** The overlays whose structure is valid. */
export function overlaysRead({ rows }: ReadRows): LoadedOverlay[] {
  return [...rows.values()].flatMap(({ overlay }) => (overlay === null ? [] : [overlay]))
}

/** The issues of rows that were not read before. */
export function newIssues({ rows }: ReadRows, before: ReadRows): ManifestIssue[] {
  const known = new Set(before.rows.values())
  return [...rows.values()].flatMap((row) => (known.has(row) ? [] : row.issues))
}
