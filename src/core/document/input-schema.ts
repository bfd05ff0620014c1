import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { JsonObject } from './json.ts'
import { enteredRange, maxCharacters } from './value-failure.ts'
import { defined, partSchemas, valueSchema } from './value-schema.ts'
import { isServerOwned, labelOf } from './wire-fields.ts'

/** Amounts have two decimals. */
const MONEY_STEP = 0.01

/**
 * JSON Schema (2020-12) of what a client may send, by wire name. Read-only fields are marked; null and '' clear a field.
 * @param options.partial for a change, which may leave out any field.
 */
export function inputSchema(manifest: ResolvedDocumentType, options: { partial?: boolean } = {}): JsonObject {
  const schema = inputShape(manifest, manifest.shape, 'header', options.partial === true)
  const properties = schema['properties'] as JsonObject
  properties['_rev'] = { type: 'integer', minimum: 1, description: 'Revision that the change is based on; 409 if it is no longer the current one.' }
  if (manifest.attachments !== undefined) properties[manifest.attachments.field] = attachmentsSchema(manifest.attachments.maxFiles)
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: `${manifest.title.one} (input)`, ...schema }
}

function inputShape(manifest: ResolvedDocumentType, shape: ResolvedShape, level: 'header' | 'line', isPartial: boolean): JsonObject {
  const properties: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    if (field.internal) continue
    const schema = inputField(manifest, field, level, isPartial)
    properties[field.wire] = schema
    for (const alias of field.wireAlias) properties[alias] = { ...schema, description: `Another name of ${field.wire}.` }
  }
  const required = shape.required.flatMap((name) => {
    const field = shape.fields[name]
    return field === undefined || field.internal || field.default !== undefined || isServerOwned(manifest, field, level) ? [] : [field.wire]
  })
  return { type: 'object', additionalProperties: false, properties, ...(isPartial || required.length === 0 ? {} : { required }) }
}

function inputField(manifest: ResolvedDocumentType, field: ResolvedField, level: 'header' | 'line', isPartial: boolean): JsonObject {
  const isOwned = isServerOwned(manifest, field, level)
  const words = defined({ title: labelOf(field), description: field.description, readOnly: isOwned || undefined })
  if (field.line !== undefined) {
    return { ...words, type: 'array', maxItems: field.maxItems ?? 500, ...defined({ minItems: isPartial ? undefined : field.minItems }), items: inputShape(manifest, field.line, 'line', isPartial) }
  }
  if (isOwned) return { ...words, type: [field.type, 'null'] }
  return { ...words, ...orEmpty(enteredSchema(field)) }
}

function enteredSchema(field: ResolvedField): JsonObject {
  if (field.file !== undefined) return { ...FILE, description: `A file of at most ${field.file.maxBytes} bytes. A new one carries attachment (base64) and fileName; the one that stays carries its id.` }
  if (field.parts !== undefined) return { ...valueSchema(field), properties: partSchemas(field.parts, (part) => orEmpty(enteredSchema(part))) }
  return withCap(field, { ...valueSchema(field), ...enteredRange(field) })
}

function orEmpty(schema: JsonObject): JsonObject {
  return { anyOf: [schema, { enum: ['', null], description: 'Empty.' }] }
}

/** Adds to the schema of a field's values the limits that hold without being declared: the length of texts and the decimals of amounts. */
export function withCap(field: Pick<ResolvedField, 'type' | 'maxLength' | 'money'>, schema: JsonObject): JsonObject {
  const capped = field.type === 'string' ? { ...schema, maxLength: maxCharacters({ ...field, readOnly: false }) } : schema
  if (field.money === undefined) return capped
  // A schema holds each keyword once.
  return capped['multipleOf'] === undefined ? { ...capped, multipleOf: MONEY_STEP } : { ...capped, allOf: [{ multipleOf: MONEY_STEP }] }
}

const FILE = {
  type: 'object', additionalProperties: true,
  properties: { id: { type: 'string' }, attachment: { type: 'string' }, fileName: { type: 'string', maxLength: 200 } },
}

function attachmentsSchema(max: number): JsonObject {
  return {
    type: 'array', maxItems: max,
    description: 'Files. New ones carry attachment (base64) and fileName; those that stay carry their id. Leave the field out to keep all.',
    items: FILE,
  }
}
