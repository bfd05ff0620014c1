import type { Actor } from '../access/actor.ts'
import { grantedRows, grantsOf } from '../access/permitted-rows.ts'
import { matches } from '../access/row-predicate.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedPermission, ResolvedShape } from '../manifest/resolved.ts'
import { roundMoney } from '../money.ts'
import type { ExpressionEvaluator } from '../rules/evaluator.ts'
import type { Json, JsonObject } from './json.ts'
import { recordDoc } from './record-doc.ts'
import type { StoredRecord } from './stored-record.ts'

export interface Reader {
  actor: Actor
  /** Decides which of the actor's grants cover this record. */
  evaluator: ExpressionEvaluator
  /** Values that row conditions read; `user` is the actor unless given. */
  constants?: Record<string, unknown>
  /** Keys of records on which the actor has an approval entry. */
  assigned?: ReadonlySet<string>
}

/**
 * What leaves the server of a record: declared fields by wire name, without internal ones and those hidden from the actor,
 * with `_rev`. The one projection behind lists, records, answers to writes, exports and prints.
 */
export function project(manifest: ResolvedDocumentType, record: StoredRecord, reader: Reader): JsonObject {
  const hidden = hiddenFields(manifest, record, reader)
  const wire = projectShape(shownFields(manifest.shape), recordDoc(manifest, record), { key: record.key, hidden, prefix: '' })
  wire['_rev'] = record.rev
  return wire
}

interface Place {
  key: string
  hidden: ReadonlySet<string>
  /** Of the paths of the shape's fields. */
  prefix: string
  /** The line's field that holds the record's key. */
  parentKey?: string | undefined
}

const shown = new WeakMap<ResolvedShape, ResolvedField[]>()

/** The fields of a shape that may travel at all; lists project thousands of lines, so they are found once. */
function shownFields(shape: ResolvedShape): ResolvedField[] {
  const known = shown.get(shape)
  if (known !== undefined) return known
  const fields = Object.values(shape.fields).filter((field) => !field.internal && !field.wireOnly)
  shown.set(shape, fields)
  return fields
}

function projectShape(fields: ResolvedField[], doc: JsonObject, place: Place): JsonObject {
  const { hidden, prefix, parentKey, key } = place
  const wire: JsonObject = {}
  for (const field of fields) {
    const { name } = field
    const value = name === parentKey ? key : doc[name]
    if (value === undefined && field.line === undefined) continue
    if (hidden.size > 0 && hidden.has(prefix + name)) continue
    const projected = projectValue(field, value, place)
    if (projected !== undefined) wire[field.wire] = projected
  }
  return wire
}

function projectValue(field: ResolvedField, value: Json | undefined, { key, hidden }: Place): Json | undefined {
  const { line, parentKey } = field
  if (line !== undefined) {
    const lines = Array.isArray(value) ? (value as JsonObject[]) : []
    const fields = shownFields(line)
    const place = { key, hidden, prefix: `${field.name}.`, parentKey }
    return lines.map((row) => projectShape(fields, row, place))
  }
  if (value === undefined || value === null) return undefined
  return field.money !== undefined && typeof value === 'number' ? roundMoney(value) : value
}

/**
 * Paths (`iban`, `lines.amount`) the reader does not get: those that every grant covering the record hides. When no grant
 * covers it, whatever any grant of the type hides.
 */
export function hiddenFields(manifest: ResolvedDocumentType, record: StoredRecord, reader: Reader): ReadonlySet<string> {
  const all = Object.values(manifest.permissions)
  if (all.every((grant) => grant.hide.length === 0)) return NOTHING
  const covering = grantsOf(manifest, reader.actor).filter((grant) => reads(grant) && covers(manifest, grant, record, reader))
  const [first, ...rest] = covering
  if (first === undefined) return new Set(all.flatMap((grant) => grant.hide))
  return new Set(first.hide.filter((path) => rest.every((grant) => grant.hide.includes(path))))
}

const NOTHING: ReadonlySet<string> = new Set()

function reads(grant: ResolvedPermission): boolean {
  return grant.can.includes('get') || grant.can.includes('list')
}

function covers(manifest: ResolvedDocumentType, grant: ResolvedPermission, record: StoredRecord, { actor, evaluator, constants, assigned }: Reader): boolean {
  const rows = grantedRows(manifest, grant, evaluator, constants ?? { user: actor })
  return matches(rows, record, assigned ?? new Set())
}
