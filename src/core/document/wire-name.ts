import type { ResolvedField } from '../manifest/resolve/resolved.ts'

/** The name on the wire of a field of the shape; a name that no field has stays as it is. */
export function wireName({ fields }: { fields: Record<string, Pick<ResolvedField, 'wire'>> }, field: string): string {
  return fields[field]?.wire ?? field
}
