import type { Actor } from '../access/actor.ts'
import { grantedRows, grantsOf } from '../access/permitted-rows.ts'
import { anyOf, matches } from '../access/row-predicate.ts'
import type { ResolvedDocumentType, ResolvedPermission, ResolvedShape } from '../manifest/resolved.ts'
import type { ExpressionEvaluator } from '../expressions/evaluator.ts'
import type { Doc, Json, JsonObject } from './json.ts'
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

/** Paths of fields as permissions name them: `iban`, `lines.amount`. */
export type FieldPaths = ReadonlySet<string>

const NOTHING: FieldPaths = new Set()

/** Whether any role does not get some field of the type. */
export function hidesFields(manifest: ResolvedDocumentType): boolean {
  return Object.values(manifest.permissions).some((grant) => grant.hide.length > 0)
}

/**
 * Paths that the reader does not get of a record: those that every grant covering it hides. When no grant covers it,
 * whatever any grant of the type hides. Without a record, what every grant to create one hides.
 */
export function hiddenFields(manifest: ResolvedDocumentType, record: StoredRecord | undefined, reader: Reader): FieldPaths {
  if (record === undefined) return hiddenOnNew(manifest, reader.actor)
  if (!hidesFields(manifest)) return NOTHING
  const grants = grantsOf(manifest, reader.actor)
  return hiddenByAll(manifest, grants.filter((grant) => reads(grant) && matches(rowsOf(manifest, grant, reader), record, reader.assigned ?? new Set())))
}

/** Paths that somebody with these roles may not give to a new record: those that every grant to create one hides. */
export function hiddenOnNew(manifest: ResolvedDocumentType, actor: Pick<Actor, 'roles'>): FieldPaths {
  if (!hidesFields(manifest)) return NOTHING
  return hiddenByAll(manifest, grantsOf(manifest, actor).filter((grant) => grant.can.includes('create')))
}

function hiddenByAll(manifest: ResolvedDocumentType, [first, ...rest]: ResolvedPermission[]): FieldPaths {
  if (first === undefined) return new Set(Object.values(manifest.permissions).flatMap((grant) => grant.hide))
  return new Set(first.hide.filter((path) => rest.every((grant) => grant.hide.includes(path))))
}

/**
 * Paths by which the reader may not sort, filter or search a list, since the order or the hits would tell their values:
 * those that are hidden on any row of it.
 */
export function hiddenInLists(manifest: ResolvedDocumentType, reader: Reader): FieldPaths {
  const grants = grantsOf(manifest, reader.actor).filter((grant) => grant.can.includes('list'))
  if (grants.every((grant) => grant.hide.length === 0)) return NOTHING
  const told = (given: ResolvedPermission[]): string => JSON.stringify(anyOf(given.map((grant) => rowsOf(manifest, grant, reader))))
  const whole = told(grants)
  return new Set(grants.flatMap((grant) => grant.hide).filter((path) => told(grants.filter((grant) => !grant.hide.includes(path))) !== whole))
}

/** A document, or a line of the array of that name, without what is at hidden paths. */
export function withoutHidden(doc: JsonObject, hidden: FieldPaths | undefined, array?: string): JsonObject {
  if (hidden === undefined || hidden.size === 0) return doc
  if (array !== undefined && hidden.has(array)) return {}
  const prefix = array === undefined ? '' : `${array}.`
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !hidden.has(prefix + name)))
}

/** The record's document by inner names as the reader may see it: declared fields, without internal ones and those at hidden paths. */
export function shownDoc(manifest: ResolvedDocumentType, record: StoredRecord, hidden: FieldPaths): Doc {
  const { shape, key, stateField, owner } = manifest
  const doc = recordDoc(manifest, record)
  const shown = shownObject(shape, doc, hidden, '')
  // Key, state and owner are part of every record, declared as fields or not.
  for (const name of [key, stateField, owner]) {
    const value = name === undefined || Object.hasOwn(shape.fields, name) ? undefined : doc[name]
    if (name !== undefined && value !== undefined && !hidden.has(name)) shown[name] = value
  }
  return shown
}

function shownObject(shape: ResolvedShape, doc: JsonObject, hidden: FieldPaths, prefix: string): JsonObject {
  const shown: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    const value: Json | undefined = doc[field.name]
    if (value === undefined || field.internal || hidden.has(prefix + field.name)) continue
    const { line } = field
    shown[field.name] = line !== undefined && Array.isArray(value) ? value.map((row) => shownObject(line, row as JsonObject, hidden, `${field.name}.`)) : value
  }
  return shown
}

function reads(grant: ResolvedPermission): boolean {
  return grant.can.includes('get') || grant.can.includes('list')
}

function rowsOf(manifest: ResolvedDocumentType, grant: ResolvedPermission, { actor, evaluator, constants }: Reader): ReturnType<typeof grantedRows> {
  return grantedRows(manifest, grant, evaluator, constants ?? { user: actor })
}
