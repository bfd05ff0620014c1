import { alwaysRedacted } from './visibility.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import { roundMoney } from '../money.ts'
import { redactedFields, type Reader } from './redacted-fields.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { hasStates, recordDoc } from '../document/record-doc.ts'
import type { StoredRecord } from '../document/stored-record.ts'
import { hasWireStates, wireState } from '../document/wire-state.ts'
import { isStateRedacted } from './fields-revealing-state.ts'

/**
 * What leaves the server of a record: declared fields by wire name, without internal ones and those redacted for the actor. `_rev` is
 * added, `_state` with the actual state if states share a status, and `_hidden` with the paths that are redacted here and not on every
 * record. Used for records, lists, search and responses to writes. Texts, prints, rows of `lists` and approvals use `redactedDoc`, by inner
 * names.
 */
export function project(manifest: ResolvedDocumentType, record: StoredRecord, reader: Reader): JsonObject {
  const redacted = redactedFields(manifest, record, reader)
  const doc = recordDoc(manifest, record)
  if (hasStates(manifest)) doc[manifest.stateField] = wireState(manifest, record.state)
  const wire = projectShape(shownFields(manifest.shape), doc, { key: record.key, redacted, prefix: '' })
  if (hasWireStates(manifest) && !isStateRedacted(manifest, redacted)) wire['_state'] = record.state
  wire['_rev'] = record.rev
  const kept = redacted.size === 0 ? [] : redactedHere(manifest, redacted, reader)
  if (kept.length > 0) wire['_hidden'] = kept
  return wire
}

/** What is always redacted is not in the user's manifest either, and is not named. */
function redactedHere(manifest: ResolvedDocumentType, redacted: ReadonlySet<string>, { actor }: Reader): string[] {
  const always = alwaysRedacted(manifest, actor.roles)
  return [...redacted].filter((path) => !always.includes(path)).sort()
}

interface Place {
  key: string
  redacted: ReadonlySet<string>
  /** Prefix of the paths of the shape's fields. */
  prefix: string
  /** The line field that holds the record's key. */
  parentKey?: string | undefined
}

const shown = new WeakMap<ResolvedShape, ResolvedField[]>()

/** The fields of a shape that may travel at all. Cached, because lists project thousands of lines. */
function shownFields(shape: ResolvedShape): ResolvedField[] {
  const known = shown.get(shape)
  if (known !== undefined) return known
  const fields = Object.values(shape.fields).filter((field) => !field.internal && !field.wireOnly)
  shown.set(shape, fields)
  return fields
}

function projectShape(fields: ResolvedField[], doc: JsonObject, place: Place): JsonObject {
  const { redacted, prefix, parentKey, key } = place
  const wire: JsonObject = {}
  for (const field of fields) {
    const { name } = field
    const value = name === parentKey ? key : doc[name]
    if (redacted.size > 0 && redacted.has(prefix + name)) continue
    if (field.line !== undefined) wire[field.wire] = projectLines(field, field.line, value, place)
    else if (value !== undefined && value !== null) wire[field.wire] = field.money !== undefined && typeof value === 'number' ? roundMoney(value) : value
  }
  return wire
}

function projectLines({ name, parentKey }: ResolvedField, line: ResolvedShape, value: Json | undefined, { key, redacted }: Place): JsonObject[] {
  if (!Array.isArray(value)) return []
  const fields = shownFields(line)
  const place = { key, redacted, prefix: `${name}.`, parentKey }
  return (value as JsonObject[]).map((row) => projectShape(fields, row, place))
}
