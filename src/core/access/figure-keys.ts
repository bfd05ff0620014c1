/**
 * Lock keys of figures over other records (predicate locking; equalities only). A transaction that reads a figure and acts on it locks the
 * key of its question; one that then writes a record locks the keys of all questions that count the record. If two transactions each act on
 * what the other is about to write, one of them comes second and sees the other's record.
 */
import type { ASTNode } from '@marcbachmann/cel-js'
import type { Json } from '../document/json.ts'
import type { StoredRecord } from '../document/stored-record.ts'
import type { Catalogue, ResolvedDocumentType } from '../manifest/resolve/resolved.ts'
import type { RowPredicate } from './row-predicate.ts'
import { childrenOf, conjuncts, fieldOfVariable, isVariable, parsePlainly } from '../expressions/syntax-tree.ts'

/**
 * The lock key of a figure; undefined if no record can match. `where` is the lookup's condition, `predicate` what it comes to
 * now.
 */
export function keyOfFigure(of: string, where: string, predicate: RowPredicate): string | undefined {
  if (predicate.kind === 'never') return undefined
  const terms = predicate.kind === 'and' ? predicate.terms : [predicate]
  return keyText(of, equalityFields(where), (name) => {
    for (const term of terms) {
      if (((term.kind === 'compare' && term.op === '=') || term.kind === 'includes') && term.field.name === name) return term.value
    }
    return undefined
  })
}

/** The lock keys of all figures of the catalogue that may count the record. */
export function keysOfRecord(catalogue: Catalogue, manifest: ResolvedDocumentType, record: StoredRecord): string[] {
  return questionsAbout(catalogue, manifest.id).flatMap((fields) => {
    const rows = fields.reduce<Record<string, Json>[]>((some, name) => some.flatMap((one) => valuesOf(manifest, record, name).map((value) => ({ ...one, [name]: value }))), [{}])
    return rows.map((row) => keyText(manifest.id, fields, (name) => row[name]))
  })
}

const questions = new WeakMap<Catalogue, Map<string, string[][]>>()

/** The combinations of fields by which lookups select records of the type, without duplicates. */
function questionsAbout(catalogue: Catalogue, id: string): string[][] {
  let known = questions.get(catalogue)
  if (known === undefined) {
    known = new Map()
    for (const { of, where } of Object.values(catalogue.types).flatMap((type) => Object.values(type.lookups))) {
      const fields = equalityFields(where)
      const some = known.get(of) ?? []
      if (!some.some((one) => one.join() === fields.join())) known.set(of, [...some, fields])
    }
    questions.set(catalogue, known)
  }
  return known.get(id) ?? []
}

const fieldsOf = new Map<string, string[]>()
const MAX_KNOWN = 2_000

/**
 * The fields of `row` that a condition requires to equal a value of the asking side, in alphabetical order. An equality with a constant
 * (`row.status == "Current"`) is the same for every caller and distinguishes none of them.
 */
export function equalityFields(where: string): string[] {
  let fields = fieldsOf.get(where)
  if (fields !== undefined) return fields
  fields = [...new Set(conjuncts(parsePlainly(where)).flatMap(equated))].sort()
  if (fieldsOf.size >= MAX_KNOWN) fieldsOf.clear()
  fieldsOf.set(where, fields)
  return fields
}

function equated(node: ASTNode): string[] {
  if (node.op === 'in') return isGiven(node.args[0]) ? fieldOf(node.args[1]) : []
  if (node.op !== '==') return []
  const [left, right] = node.args
  if (isGiven(right)) return fieldOf(left)
  return isGiven(left) ? fieldOf(right) : []
}

/** The field of `row` that the node reads, if it is one. */
function fieldOf(node: ASTNode): string[] {
  return [fieldOfVariable(node, 'row')].filter((name) => name !== undefined)
}

/** Whether the node is a value of the asking side: neither a constant nor read from the row. */
function isGiven(node: ASTNode): boolean {
  return node.op !== 'value' && !readsRow(node)
}

function readsRow(node: ASTNode): boolean {
  return isVariable(node, 'row') || childrenOf(node).some(readsRow)
}

function valuesOf(manifest: ResolvedDocumentType, { key, state, owner, data }: StoredRecord, name: string): Json[] {
  if (name === manifest.key) return [key]
  if (name === manifest.stateField) return [state]
  const value = name === manifest.owner ? owner : data[name]
  // A missing value equals nothing.
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

function keyText(of: string, fields: string[], valueOf: (name: string) => Json | undefined): string {
  return JSON.stringify([of, ...fields.flatMap((name) => [name, valueOf(name) ?? null])])
}
