/** The JSON Schemas of a document type's records, as returned and as sent, generated from its manifest. */
import { ApprovalEntry, Attachment, described, integer, list, mapOf, named, narrowed, object, optional, text, typed, enumOf } from '../../../contract/index.ts'
import type { Schema } from '../../../contract/index.ts'
import { inputSchema, isObject, hasWireStates, limitsAsSchema, wireStates, type CompiledType, type Json, type JsonObject, type ResolvedDocumentType, type ResolvedField, type ResolvedShape } from '../../../core/index.ts'
import { labelledColumns } from '../../presenters/labels.ts'

export interface RecordSchemas { record: Schema; input: Schema }

const made = new WeakMap<ResolvedDocumentType, RecordSchemas>()

/** Cached per manifest. */
export function recordSchemas(type: CompiledType): RecordSchemas {
  const { manifest } = type
  const known = made.get(manifest)
  if (known !== undefined) return known
  const name = manifest.id.replace(/(^|-)([a-z0-9])/g, (_, _dash: string, letter: string) => letter.toUpperCase())
  const schemas = { record: named(name, recordOf(manifest)), input: named(`${name}Input`, inputOf(manifest, `${name}Input`)) }
  made.set(manifest, schemas)
  return schemas
}

/** The schema of a shape, by wire names. */
export function shapeSchema({ fields }: ResolvedShape): Schema {
  const shown = Object.values(fields).filter((field) => !field.internal && !field.wireOnly)
  return { type: 'object', properties: Object.fromEntries(shown.map((field) => [field.wire, fieldSchema(field)])) }
}

export const REASON = described(text, 'The reason, if a second person must approve the change first.')

const WAITING = object({ type: text, no: text, kind: text, changes: list(object({ title: text, from: text, to: text })) })
const COPIED = ['title', 'description', 'format', 'enum'] as const

const STORED_FILE = { id: text, fileName: text, mediaType: text, size: described(integer, 'In bytes.') }

/** The schema of one field's value. */
export function fieldSchema(field: ResolvedField): JsonObject {
  const copied = Object.fromEntries(COPIED.flatMap((name) => (field[name] === undefined ? [] : [[name, field[name]]])))
  const items = field.line === undefined ? text : shapeSchema(field.line)
  return { type: field.type, ...copied, ...limitsAsSchema(field), ...(field.type === 'array' && { items }), ...(field.file !== undefined && { properties: STORED_FILE }), ...(field.parts !== undefined && { properties: shapeSchema(field.parts)['properties'] as JsonObject }), ...(field.readOnly && { readOnly: true }) }
}

/** The shape with the wire statuses as the enum of the state field. */
function wireShape(manifest: ResolvedDocumentType): ResolvedShape {
  const { shape, stateField } = manifest
  const field = shape.fields[stateField]
  return field === undefined || !hasWireStates(manifest) ? shape : { ...shape, fields: { ...shape.fields, [stateField]: { ...field, enum: wireStates(manifest) } } }
}

/** A record as returned by list, get and every write. */
function recordOf(manifest: ResolvedDocumentType): Schema {
  const { attachments, actions, approval, description, dualControl, states } = manifest
  const names = Object.keys(actions)
  const extras = object({
    ...(attachments !== undefined && { [attachments.field]: optional(list(Attachment)) }),
    ...(approval !== undefined && { approvalEntry: optional(list(ApprovalEntry)) }),
    ...(dualControl !== undefined && { _requests: optional(described(list(WAITING), 'Requested changes that are waiting for approval.')) }),
    ...(labelledColumns(manifest).length > 0 && { _labels: optional(described(mapOf(text), 'In lists: by field, the label of the record that it refers to, where the caller may see it.')) }),
    _actions: described(names.length === 0 ? typed<string[]>({ type: 'array', maxItems: 0 }) : list(enumOf(names)), 'What the caller may do now.'),
    _refused: optional(described(mapOf(enumOf(['state', 'who', 'when'])), 'Why the other actions are refused; on get.')),
    _hidden: optional(described(list(text), 'Paths of fields that are redacted in this record but visible in others; absent if there are none.')),
    ...(hasWireStates(manifest) && { _state: optional(described(enumOf(Object.keys(states)), 'The exact state, where several states share a wire status; withheld if a field that reveals it is redacted.')) }),
    _rev: described(narrowed(integer, { minimum: 1 }), 'Send it back with a change; any other revision returns 409.'),
    _links: optional(described(object({ self: optional(text), events: optional(text), print: optional(mapOf(text)) }), 'Addresses of the record, its history and its prints.')),
  })
  return { ...extras, ...(description !== '' && { description }), properties: { ...shapeSchema(wireShape(manifest))['properties'] as JsonObject, ...extras['properties'] as JsonObject } }
}

/** What a client may send, with its local references pointing into the OpenAPI components. */
function inputOf(manifest: ResolvedDocumentType, name: string): Schema {
  const { $schema: _schema, $id: _id, ...schema } = inputSchema(manifest)
  const { properties, ...rest } = moved(schema, `#/components/schemas/${name}`) as JsonObject
  return { ...rest, properties: { ...properties as JsonObject, ...(manifest.dualControl !== undefined && { _reason: REASON }) } }
}

function moved(value: Json, base: string): Json {
  if (Array.isArray(value)) return value.map((item) => moved(item, base))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => {
    const isLocal = key === '$ref' && typeof item === 'string' && item.startsWith('#/')
    return [key, isLocal ? base + item.slice(1) : moved(item, base)]
  }))
}
