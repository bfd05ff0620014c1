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
  const wire = projectShape(manifest.shape, recordDoc(manifest, record), record.key, hidden, '')
  wire['_rev'] = record.rev
  return wire
}

function projectShape(shape: ResolvedShape, doc: JsonObject, key: string, hidden: ReadonlySet<string>, prefix: string): JsonObject {
  const wire: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    if (field.internal || field.wireOnly || hidden.has(prefix + field.name)) continue
    const value = projectValue(field, doc[field.name], key, hidden)
    if (value !== undefined) wire[field.wire] = value
  }
  return wire
}

function projectValue(field: ResolvedField, value: Json | undefined, key: string, hidden: ReadonlySet<string>): Json | undefined {
  const { line } = field
  if (line !== undefined) {
    const lines = Array.isArray(value) ? (value as JsonObject[]) : []
    return lines.map((row) => projectShape(line, field.parentKey === undefined ? row : { ...row, [field.parentKey]: key }, key, hidden, `${field.name}.`))
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
