import { withoutLive, type Doc, type Json, type JsonObject, type ResolvedDocumentType } from '../../core/index.ts'

/** Field by field what a change did, for the audit trail; lines as a whole. */
export function changesBetween(manifest: ResolvedDocumentType, before: Doc, after: Doc): JsonObject {
  const changes: JsonObject = {}
  const kept = withoutLive(manifest, after)
  for (const field of Object.values(manifest.shape.fields)) {
    const from: Json = before[field.name] ?? null
    const to: Json = kept[field.name] ?? null
    if (JSON.stringify(from) !== JSON.stringify(to)) changes[field.name] = { from, to }
  }
  return changes
}
