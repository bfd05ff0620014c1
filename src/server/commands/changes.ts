import { withoutLive, type Doc, type Json, type JsonObject, type ResolvedDocumentType } from '../../core/index.ts'

/** The fields that differ between two documents, for the audit trail. An array of lines is recorded as a whole. */
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
