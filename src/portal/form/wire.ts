import { isAbsentOnWire, wireName } from '../../core/index.ts'
import type { Doc, JsonObject, ResolvedDocumentType, ResolvedField, ResolvedShape } from '../../core/index.ts'

/** Converts a record from wire names to inner names, without empty fields: the form that rules and forms read. */
export function toInner(shape: ResolvedShape, wire: JsonObject): Doc {
  const doc: Doc = {}
  for (const field of Object.values(shape.fields)) {
    const value = wire[field.wire]
    if (value === undefined || isAbsentOnWire(value)) continue
    doc[field.name] = field.line && Array.isArray(value) ? value.map((line) => toInner(field.line as ResolvedShape, line as JsonObject)) : value
  }
  return doc
}

/** Converts a wire record of a type, including its state: one status may stand for several states. */
export function fromWire({ shape, stateField }: Pick<ResolvedDocumentType, 'shape' | 'stateField'>, record: JsonObject): Doc {
  const doc = toInner(shape, record)
  return typeof record['_state'] === 'string' ? { ...doc, [stateField]: record['_state'] } : doc
}

/** Whether the client sends the field; the server owns the others and computes them itself. */
export const isSentToServer = (field: ResolvedField): boolean =>
  !field.readOnly && !field.internal && !field.wireOnly

/**
 * The body of a save: every field that the user may fill in. Emptied fields are null, so that the server does not take them as unchanged.
 * Lines carry the number that the server gave them.
 */
export function toWire(shape: ResolvedShape, doc: Doc): JsonObject {
  const wire: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    const value = doc[field.name]
    if (field.line) wire[field.wire] = (Array.isArray(value) ? value : []).map((line) => lineToWire(field, line as JsonObject))
    else if (isSentToServer(field)) wire[field.wire] = value === undefined || isAbsentOnWire(value) ? null : value
  }
  return wire
}

function lineToWire(field: ResolvedField, line: JsonObject): JsonObject {
  const wire = field.line ? toWire(field.line, line) : {}
  const number = field.lineKey === undefined ? undefined : line[field.lineKey]
  if (field.lineKey !== undefined && number !== undefined) wire[field.line === undefined ? field.lineKey : wireName(field.line, field.lineKey)] = number
  return wire
}
