import { heldReferences, referencesOfField } from '../../core/index.ts'
import type { Doc, ResolvedField, ResolvedShape } from '../../core/index.ts'

/** Every record that a document references, in the header or in lines; optionally only those in certain fields. */
export function refsIn(shape: ResolvedShape, doc: Doc, isWanted: (field: ResolvedField) => boolean = () => true): { type: string; key: string }[] {
  const found = new Map<string, { type: string; key: string }>()
  for (const { field, ref, key } of heldReferences(shape, doc)) if (ref && isWanted(field)) found.set(`${ref.to}/${key}`, { type: ref.to, key })
  return [...found.values()]
}

/** The types that the fields of a form reference, in the header or in lines. */
export function typesOfFields(shape: ResolvedShape): string[] {
  const of = (fields: ResolvedShape['fields']): string[] =>
    Object.values(fields).flatMap((field) => [...(field.hidden ? [] : referencesOfField(field).map(({ to }) => to)), ...(field.line ? of(field.line.fields) : [])])
  return [...new Set(of(shape.fields))]
}
