import { referenceIn, referencesOfField } from '../../core/index.ts'
import type { Doc, JsonObject, ResolvedField, ResolvedShape } from '../../core/index.ts'

/** Every record that a document references, in the header or in lines; optionally only those in certain fields. */
export function refsIn(shape: ResolvedShape, doc: Doc, isWanted: (field: ResolvedField) => boolean = () => true): { type: string; key: string }[] {
  const found = new Map<string, { type: string; key: string }>()
  const visit = (fields: ResolvedShape['fields'], values: JsonObject): void => {
    for (const field of Object.values(fields)) {
      const value = values[field.name]
      if (field.line && Array.isArray(value)) for (const line of value) visit(field.line.fields, line as JsonObject)
      else {
        const ref = referenceIn(field, values)
        if (ref && isWanted(field) && typeof value === 'string' && value !== '') found.set(`${ref.to}/${value}`, { type: ref.to, key: value })
      }
    }
  }
  visit(shape.fields, doc)
  return [...found.values()]
}

/** The types that a shape references, in the header or in lines. */
export function referredTypes(shape: ResolvedShape): string[] {
  const of = (fields: ResolvedShape['fields']): string[] =>
    Object.values(fields).flatMap((field) => [...(field.hidden ? [] : referencesOfField(field).map(({ to }) => to)), ...(field.line ? of(field.line.fields) : [])])
  return [...new Set(of(shape.fields))]
}
