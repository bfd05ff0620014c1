import type { Doc, Json, JsonObject, ResolvedDocumentType, ResolvedField, ResolvedShape } from '../../core/index.ts'

/** What means nothing on the wire: absent, null, "" and the empty date. */
export const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === '' || value === '0001-01-01'

/** A record as it travels, by inner names and without its empty fields: what rules and forms read. */
export function toInner(shape: ResolvedShape, wire: JsonObject): Doc {
  const doc: Doc = {}
  for (const field of Object.values(shape.fields)) {
    const value = wire[field.wire]
    if (value === undefined || isEmpty(value)) continue
    doc[field.name] = field.line && Array.isArray(value) ? value.map((line) => toInner(field.line as ResolvedShape, line as JsonObject)) : value
  }
  return doc
}

/** The record of a type, with the state that it stands in where its status tells several as one. */
export function fromWire({ shape, stateField }: Pick<ResolvedDocumentType, 'shape' | 'stateField'>, record: JsonObject): Doc {
  const doc = toInner(shape, record)
  return typeof record['_state'] === 'string' ? { ...doc, [stateField]: record['_state'] } : doc
}

/** Whether a person's entry in the field travels to the server; it owns the others and works them out itself. */
export const travels = (field: ResolvedField): boolean =>
  !field.readOnly && !field.internal && !field.wireOnly && field.compute === undefined && field.stamp === undefined

/**
 * What a save sends: every field that the person may fill, emptied ones as null, so that emptying is not taken for leaving
 * alone. Lines carry the number that the server gave them.
 */
export function toWire(shape: ResolvedShape, doc: Doc): JsonObject {
  const wire: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    const value = doc[field.name]
    if (field.line) wire[field.wire] = (Array.isArray(value) ? value : []).map((line) => lineToWire(field, line as JsonObject))
    else if (travels(field)) wire[field.wire] = value === undefined || isEmpty(value) ? null : value
  }
  return wire
}

function lineToWire(field: ResolvedField, line: JsonObject): JsonObject {
  const wire = field.line ? toWire(field.line, line) : {}
  const number = field.lineKey === undefined ? undefined : line[field.lineKey]
  if (field.lineKey !== undefined && number !== undefined) wire[field.line?.fields[field.lineKey]?.wire ?? field.lineKey] = number
  return wire
}
