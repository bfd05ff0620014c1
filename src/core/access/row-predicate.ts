import type { Json } from '../document/json.ts'
import type { Delegation } from '../delegation/deciding-for.ts'
import type { StoredRecord } from '../document/stored-record.ts'
import type { KnownType } from '../expressions/known-records.ts'

/** A column or field of a stored record that a predicate reads. */
export interface FieldOperand {
  name: string
  /** Key, state and owner are columns of their own; everything else is in `data`. */
  role: 'key' | 'state' | 'owner' | 'data'
  type: 'string' | 'number' | 'boolean'
}

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>='

/**
 * A condition on records, independent of any database. A term over an empty field is neither true nor false and stays so under `not`, like
 * SQL's NULL in a plain comparison. If the expression also selects rows without the field, the translation adds a term for them. Strings
 * compare by code point (COLLATE "C").
 */
export type RowPredicate =
  | { kind: 'always' }
  | { kind: 'never' }
  | { kind: 'and' | 'or'; terms: RowPredicate[] }
  | { kind: 'not'; term: RowPredicate }
  | { kind: 'compare'; op: Comparison; field: FieldOperand; value: string | number | boolean }
  /** `values` is never empty. */
  | { kind: 'in'; field: FieldOperand; values: (string | number)[] }
  /** A field of several texts has this one among them. */
  | { kind: 'includes'; field: FieldOperand; value: string }
  | { kind: 'has'; field: FieldOperand }
  /**
   * Records with an approval entry, of any status, that names the person; and those with an open entry that they may decide in another
   * person's place.
   */
  | { kind: 'assigned'; actor: string; asDelegate?: { delegations: Delegation[]; roles: string[] } }
  | { kind: 'contains' | 'startsWith' | 'endsWith'; field: FieldOperand; value: string }

export const ALWAYS: RowPredicate = { kind: 'always' }
export const NEVER: RowPredicate = { kind: 'never' }

/** Conjunction, with `always` and `never` simplified and nested conjunctions flattened. */
export function allOf(terms: RowPredicate[]): RowPredicate {
  const flat = terms.flatMap((term) => (term.kind === 'and' ? term.terms : [term])).filter((term) => term.kind !== 'always')
  if (flat.some((term) => term.kind === 'never')) return NEVER
  return combine('and', flat, ALWAYS)
}

/** Disjunction, with `always` and `never` simplified and nested disjunctions flattened. */
export function anyOf(terms: RowPredicate[]): RowPredicate {
  const flat = terms.flatMap((term) => (term.kind === 'or' ? term.terms : [term])).filter((term) => term.kind !== 'never')
  if (flat.some((term) => term.kind === 'always')) return ALWAYS
  return combine('or', flat, NEVER)
}

function combine(kind: 'and' | 'or', terms: RowPredicate[], empty: RowPredicate): RowPredicate {
  const distinct = [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()]
  const [only] = distinct
  if (only === undefined) return empty
  return distinct.length === 1 ? only : { kind, terms: distinct }
}

/**
 * Whether the predicate selects a record; the same result as in the database.
 * @param assigned keys of the records on which the actor has an approval entry.
 */
export function matches(predicate: RowPredicate, record: StoredRecord, assigned: ReadonlySet<string>): boolean {
  return truth(predicate, (field) => readField(field, record), assigned.has(record.key)) === true
}

type Truth = boolean | undefined

function truth(predicate: RowPredicate, read: (field: FieldOperand) => Json | undefined, isAssigned: boolean): Truth {
  switch (predicate.kind) {
    case 'always': return true
    case 'never': return false
    case 'and': return conjunction(predicate.terms.map((term) => truth(term, read, isAssigned)))
    case 'or': return negate(conjunction(predicate.terms.map((term) => negate(truth(term, read, isAssigned)))))
    case 'not': return negate(truth(predicate.term, read, isAssigned))
    case 'has': return read(predicate.field) !== undefined
    case 'assigned': return isAssigned
    case 'compare': return whenPresent(read(predicate.field), predicate.field, (value) => compareScalars(value, predicate.op, predicate.value))
    case 'in': return whenPresent(read(predicate.field), predicate.field, (value) => predicate.values.some((one) => one === value))
    case 'includes': {
      const values = read(predicate.field)
      return Array.isArray(values) ? values.includes(predicate.value) : undefined
    }
    case 'contains': return whenPresent(read(predicate.field), predicate.field, (value) => String(value).includes(predicate.value))
    case 'startsWith': return whenPresent(read(predicate.field), predicate.field, (value) => String(value).startsWith(predicate.value))
    case 'endsWith': return whenPresent(read(predicate.field), predicate.field, (value) => String(value).endsWith(predicate.value))
  }
}

function conjunction(terms: Truth[]): Truth {
  if (terms.includes(false)) return false
  return terms.includes(undefined) ? undefined : true
}

function negate(term: Truth): Truth {
  return term === undefined ? undefined : !term
}

function readField(field: FieldOperand, record: StoredRecord): Json | undefined {
  if (field.role === 'key') return record.key
  if (field.role === 'state') return record.state
  if (field.role === 'owner') return record.owner
  return record.data[field.name] ?? undefined
}

function whenPresent(value: Json | undefined, field: FieldOperand, test: (value: string | number | boolean) => boolean): Truth {
  if (typeof value !== field.type) return undefined
  return test(value as string | number | boolean)
}

/** Compares two values of the same type as CEL does. */
export function compareScalars(left: string | number | boolean, op: Comparison, right: string | number | boolean): boolean {
  switch (op) {
    case '=': return left === right
    case '<>': return left !== right
    case '<': return left < right
    case '<=': return left <= right
    case '>': return left > right
    case '>=': return left >= right
  }
}

/** Where a stored record keeps a field; undefined for an unknown field or one that holds several values. */
export function fieldOperand(manifest: Pick<KnownType, 'key' | 'owner' | 'stateField' | 'states' | 'shape'>, name: string): FieldOperand | undefined {
  if (name === manifest.stateField && Object.keys(manifest.states).length > 0) return { name, role: 'state', type: 'string' }
  const field = Object.hasOwn(manifest.shape.fields, name) ? manifest.shape.fields[name] : undefined
  if (field === undefined || field.type === 'array' || field.type === 'object') return undefined
  const type = field.type === 'integer' ? 'number' : field.type
  if (name === manifest.key) return { name, role: 'key', type }
  return { name, role: name === manifest.owner ? 'owner' : 'data', type }
}
