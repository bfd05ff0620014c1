/** A document type by all ids that it has had: records follow a rename, but data that is never rewritten is queried under every id. */
import type { ResolvedDocumentType } from './resolved.ts'

/** Every id of the type, the current one first. */
export function idsOf({ id, renamedFrom }: Pick<ResolvedDocumentType, 'id' | 'renamedFrom'>): string[] {
  return [id, ...renamedFrom]
}

/** The current id of the type that has or had the id; the id itself if there is none. */
export function presentId({ types }: { types: Readonly<Record<string, { renamedFrom?: string[] }>> }, id: string): string {
  return Object.hasOwn(types, id) ? id : (Object.entries(types).find(([, { renamedFrom }]) => renamedFrom?.includes(id))?.[0] ?? id)
}
