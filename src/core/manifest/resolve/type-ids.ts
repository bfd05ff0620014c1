/** A document type by the ids it has had: records follow a rename, what is never rewritten is asked for under all of them. */
import type { ResolvedDocumentType } from './resolved.ts'

/** Every id of the type, the present one first. */
export function idsOf({ id, renamedFrom }: Pick<ResolvedDocumentType, 'id' | 'renamedFrom'>): string[] {
  return [id, ...renamedFrom]
}

/** The present id of the type that has the id or had it; the id itself where there is none. */
export function presentId({ types }: { types: Readonly<Record<string, { renamedFrom?: string[] }>> }, id: string): string {
  return Object.hasOwn(types, id) ? id : (Object.entries(types).find(([, { renamedFrom }]) => renamedFrom?.includes(id))?.[0] ?? id)
}
