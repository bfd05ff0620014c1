import type { Actor } from '../access/actor.ts'
import { grantedRows, grantsOf } from '../access/permitted-rows.ts'
import { matches, type RowPredicate } from '../access/row-predicate.ts'
import type { ResolvedDocumentType, ResolvedPermission, ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { ExpressionEvaluator } from '../expressions/evaluator.ts'
import type { Doc, Json, JsonObject } from '../document/json.ts'
import { recordDoc } from '../document/record-doc.ts'
import { wireState } from '../document/wire-state.ts'
import { isStateRedacted } from './fields-revealing-state.ts'
import type { StoredRecord } from '../document/stored-record.ts'

export interface Reader {
  actor: Actor
  /** Determines which of the actor's grants cover this record. */
  evaluator: ExpressionEvaluator
  /** Values that row conditions read; `user` is the actor by default. */
  constants?: Record<string, unknown>
  /** Keys of records on which the actor has an approval entry. */
  assigned?: ReadonlySet<string>
}

/** Paths of fields as permissions write them: `iban`, `lines.amount`. */
export type FieldPaths = ReadonlySet<string>

const NOTHING: FieldPaths = new Set()

/** Whether any field of the type is redacted for some role. */
export function redactsFields(manifest: ResolvedDocumentType): boolean {
  return Object.values(manifest.permissions).some((grant) => grant.hide.length > 0)
}

/**
 * Paths redacted for the reader of a record: those that every grant covering the record hides. If no grant covers it, whatever any grant of
 * the type hides. Without a record, what every grant to create one hides.
 */
export function redactedFields(manifest: ResolvedDocumentType, record: StoredRecord | undefined, reader: Reader): FieldPaths {
  if (record === undefined) return redactedOnNew(manifest, reader.actor)
  if (!redactsFields(manifest)) return NOTHING
  const grants = grantsOf(manifest, reader.actor)
  return redactedByAll(manifest, grants.filter((grant) => reads(grant) && matches(rowsOf(manifest, grant, reader), record, reader.assigned ?? new Set())))
}

/** Paths that a user with these roles may not set on a new record: those that every grant to create one hides. */
export function redactedOnNew(manifest: ResolvedDocumentType, actor: Pick<Actor, 'roles'>): FieldPaths {
  if (!redactsFields(manifest)) return NOTHING
  return redactedByAll(manifest, grantsOf(manifest, actor).filter((grant) => grant.can.includes('create')))
}

function redactedByAll(manifest: ResolvedDocumentType, [first, ...rest]: ResolvedPermission[]): FieldPaths {
  if (first === undefined) return new Set(hiddenFields(manifest))
  return new Set(first.hide.filter((path) => rest.every((grant) => grant.hide.includes(path))))
}

/**
 * Paths by which the reader may not sort, filter or search a list, since the order or the hits would reveal their values: those that are
 * redacted on any of its rows.
 */
export function redactedInLists(manifest: ResolvedDocumentType, reader: Reader): FieldPaths {
  const grants = grantsOf(manifest, reader.actor).filter((grant) => grant.can.includes('list'))
  if (grants.every((grant) => grant.hide.length === 0)) return NOTHING
  return redactedOnSomeRows(grants, (grant) => alternativesOf(rowsOf(manifest, grant, reader)))
}

const EVERY_ROW = 'true'

/**
 * Paths that one of the grants hides on rows on which no other of them shows them.
 * @param rowsOf the alternatives of a grant's row condition, each as a text that is the same for the same rows; `true` stands for every row.
 */
export function redactedOnSomeRows(grants: ResolvedPermission[], rowsOf: (grant: ResolvedPermission) => string[]): Set<string> {
  const rows = new Map(grants.map((grant) => [grant, rowsOf(grant)]))
  const isHidden = (path: string): boolean => {
    const shown = new Set(grants.filter((grant) => !grant.hide.includes(path)).flatMap((grant) => rows.get(grant) ?? []))
    return !shown.has(EVERY_ROW) && [...rows].some(([grant, alternatives]) => grant.hide.includes(path) && alternatives.some((alternative) => !shown.has(alternative)))
  }
  return new Set(grants.flatMap((grant) => grant.hide).filter(isHidden))
}

/** The alternatives of a condition as texts; none if it covers no row. */
function alternativesOf(predicate: RowPredicate): string[] {
  if (predicate.kind === 'never') return []
  if (predicate.kind === 'always') return [EVERY_ROW]
  return (predicate.kind === 'or' ? predicate.terms : [predicate]).map((term) => JSON.stringify(term))
}

/** A document, or a line of the named array, without what is at redacted paths; if the state is withheld, with its wire name. */
export function withoutRedacted(manifest: ResolvedDocumentType, doc: JsonObject, redacted: FieldPaths | undefined, array?: string): JsonObject {
  if (redacted === undefined || redacted.size === 0) return doc
  if (array !== undefined && redacted.has(array)) return {}
  const prefix = array === undefined ? '' : `${array}.`
  return Object.fromEntries(Object.entries(array === undefined ? withStateForReader(manifest, doc, redacted) : doc).filter(([name]) => !redacted.has(prefix + name)))
}

/** A withheld state is replaced by its wire name. */
function withStateForReader(manifest: ResolvedDocumentType, doc: JsonObject, redacted: FieldPaths): JsonObject {
  const state = doc[manifest.stateField]
  return typeof state === 'string' && isStateRedacted(manifest, redacted) ? { ...doc, [manifest.stateField]: wireState(manifest, state) } : doc
}

/**
 * The record's document by inner names, as the reader may see it: declared fields, without internal ones and those at redacted paths;
 * if the state is withheld, with its wire name. Texts, mails, prints and approvals are filled from it; `project` is its counterpart for the wire.
 */
export function redactedDoc(manifest: ResolvedDocumentType, record: StoredRecord, redacted: FieldPaths): Doc {
  const { shape, key, stateField, owner } = manifest
  const doc = withStateForReader(manifest, recordDoc(manifest, record), redacted)
  const shown = redactedObject(shape, doc, redacted, '')
  // Key, state and owner are part of every record, whether or not they are declared as fields.
  for (const name of [key, stateField, owner]) {
    const value = name === undefined || Object.hasOwn(shape.fields, name) ? undefined : doc[name]
    if (name !== undefined && value !== undefined && !redacted.has(name)) shown[name] = value
  }
  return shown
}

function redactedObject(shape: ResolvedShape, doc: JsonObject, redacted: FieldPaths, prefix: string): JsonObject {
  const shown: JsonObject = {}
  for (const field of Object.values(shape.fields)) {
    const value: Json | undefined = doc[field.name]
    if (value === undefined || field.internal || redacted.has(prefix + field.name)) continue
    const { line } = field
    shown[field.name] = line !== undefined && Array.isArray(value) ? value.map((row) => redactedObject(line, row as JsonObject, redacted, `${field.name}.`)) : value
  }
  return shown
}

function reads(grant: ResolvedPermission): boolean {
  return grant.can.includes('get') || grant.can.includes('list')
}

function rowsOf(manifest: ResolvedDocumentType, grant: ResolvedPermission, { actor, evaluator, constants }: Reader): ReturnType<typeof grantedRows> {
  return grantedRows(manifest, grant, evaluator, constants ?? { user: actor })
}

/** The paths of fields that a type hides from any role, such as `amount` and `lines.price`. */
export function hiddenFields({ permissions }: Pick<ResolvedDocumentType, 'permissions'>): string[] {
  return Object.values(permissions).flatMap(({ hide }) => hide)
}
