/** A document checked by the server: rules, references, unique fields. */
import {
  choiceIssues, fieldState, matches, recordDoc, type CompiledType, type Doc, type Evaluation, type FieldIssue, type FieldPaths, type Json, type JsonObject, type ResolvedField, type ResolvedShape, type RowPredicate, type StoredRecord
} from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'
import { inPieces } from '../in-pieces.ts'
import { fieldSql } from '../store/field-sql.ts'
import { findHolder } from '../store/documents.ts'
import { holdKeys, keepRecords } from '../store/hold-keys.ts'
import { assignedKeys, refKey, type LoadedRecords } from '../store/references.ts'
import type { Tx } from '../store/database.ts'
import { fullContext, holderOf, rowsOf, type ContextSources, type CommandContext, type LoadedContext } from './context.ts'

export interface CheckedDocument { doc: Doc; warnings: FieldIssue[]; loaded: LoadedContext }
export interface DocumentCase {
  doc: Doc; prev?: Doc; action: string; isNew: boolean; key?: string; input?: JsonObject
  /** Fields that the person does not see: no message names their values. */
  redacted?: FieldPaths
  /** Records that this transaction has loaded already. */
  known?: LoadedRecords
  /** Issues found before. */
  issues?: FieldIssue[]
  /** Said before the first issue. */
  prefix?: string
}

/** Computes and checks; throws `invalid-document` with all issues. */
export async function checkDocument(tx: Tx, command: CommandContext, type: CompiledType, documentCase: DocumentCase): Promise<CheckedDocument> {
  const { prev, input, action, isNew, known, redacted } = documentCase
  const around = { ...(prev && { prev }), ...(input && { input }), ...(redacted && { redacted }) }
  // Sent together: what is loaded comes behind what keeps it.
  const [, first] = await Promise.all([keepReferred(tx, command, type, documentCase.doc, prev), fullContext(tx, command, type, documentCase.doc, { ...around, ...(known && { known }) }, action)])
  const loaded = refersByCompute(type) ? await loadNamed(tx, command, type, documentCase, first, around) : first
  const evaluation = await inPieces(type.evaluating(documentCase.doc, loaded.ctx, { action, isNew }))
  const issues = [
    ...(documentCase.issues ?? []), ...evaluation.issues, ...(await inPieces(type.findingRefIssues(evaluation.doc, loaded.ctx, evaluation.label))),
    ...choiceIssues(type.manifest, evaluation.doc, loaded.ctx, evaluation.label),
    ...(await unreadableRefs(tx, command, type, evaluation, documentCase, loaded)), ...(await repeatedValues(tx, command, type, evaluation, documentCase))
  ]
  if (issues.some((issue) => issue.severity === 'error')) throw invalidDocument(distinctIssues(issues), documentCase.prefix)
  return { doc: evaluation.doc, warnings: evaluation.warnings, loaded }
}

/** The context again, for a reference that is worked out names its record only once it is. */
async function loadNamed(tx: Tx, command: CommandContext, type: CompiledType, { doc: sent, prev, action }: DocumentCase, { ctx, records: known }: LoadedContext, sources: ContextSources): Promise<LoadedContext> {
  const doc = await inPieces(type.workingOut(sent, ctx))
  await keepReferred(tx, command, type, doc, prev)
  return fullContext(tx, command, type, doc, { ...sources, known }, action)
}

/** Keeps what the document refers to anew from being deleted meanwhile. */
async function keepReferred(tx: Tx, { session }: CommandContext, { manifest: { shape } }: CompiledType, doc: Doc, prev: Doc | undefined): Promise<void> {
  const before = new Set(prev === undefined ? [] : references(shape, prev, '').map((one) => refKey(one.type, one.key)))
  await keepRecords(tx, session.company.code, references(shape, doc, '').filter((one) => !before.has(refKey(one.type, one.key))))
}

const computedRefs = new WeakMap<CompiledType, boolean>()

/** Whether rules read a record that is named by a computed value. */
function refersByCompute(type: CompiledType): boolean {
  const known = computedRefs.get(type) ?? hasComputedRef(type)
  computedRefs.set(type, known)
  return known
}

function hasComputedRef({ manifest: { shape } }: CompiledType): boolean {
  const fields = Object.values(shape.fields)
  return [...fields, ...fields.flatMap((field) => Object.values(field.line?.fields ?? {}))].some((field) => field.compute !== undefined && field.ref?.as !== undefined)
}

function distinctIssues(issues: FieldIssue[]): FieldIssue[] {
  return [...new Map(issues.map((issue) => [`${issue.path}\n${issue.message}`, issue])).values()]
}

/** References changed now must be to records that the person may see; others are answered like unknown ones. */
async function unreadableRefs(
  tx: Tx, command: CommandContext, type: CompiledType, evaluation: Evaluation, { prev }: DocumentCase, { records }: LoadedContext
): Promise<FieldIssue[]> {
  const kept = new Set(prev ? references(type.manifest.shape, prev, '').map((one) => refKey(one.type, one.key)) : [])
  const changed = references(type.manifest.shape, evaluation.doc, '').filter((one) => !kept.has(refKey(one.type, one.key)) && records.has(refKey(one.type, one.key)))
  const { company } = command.session
  const asked = changed.filter((one) => isAssigned(rowsOf(command, command.engine.type(one.type), 'get')))
  const assigned = await assignedKeys(tx, company.code, asked, holderOf(command.session))
  return changed.filter((one) => !isReadable(one, records.get(refKey(one.type, one.key)), assigned)).map((one) => ({
    path: one.path, rule: 'ref', severity: 'error' as const, message: type.message('ref', { label: labelAt(evaluation, one.path, one.field) })
  }))

  function isReadable(reference: Reference, record: StoredRecord | undefined, keys: Set<string>): boolean {
    if (!record) return true
    const mine = new Set(keys.has(refKey(reference.type, reference.key)) ? [reference.key] : [])
    const target = command.engine.type(reference.type)
    return (['get', 'list'] as const).some((verb) => matches(rowsOf(command, target, verb), record, mine))
  }
}

function isAssigned(predicate: RowPredicate): boolean {
  if (predicate.kind === 'assigned') return true
  if (predicate.kind === 'not') return isAssigned(predicate.term)
  return (predicate.kind === 'and' || predicate.kind === 'or') && predicate.terms.some(isAssigned)
}

interface Reference { path: string; type: string; key: string; field: ResolvedField }

function references(shape: ResolvedShape, doc: JsonObject, prefix: string): Reference[] {
  return Object.values(shape.fields).flatMap((field): Reference[] => {
    const value = doc[field.name]
    const { line } = field
    if (line && Array.isArray(value)) return value.flatMap((row, index) => references(line, row as JsonObject, `${prefix}${field.name}.${index}.`))
    return field.ref && typeof value === 'string' && value !== '' ? [{ path: prefix + field.name, type: field.ref.to, key: value, field }] : []
  })
}

async function repeatedValues(tx: Tx, command: CommandContext, type: CompiledType, evaluation: Evaluation, { key, prev }: DocumentCase): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  for (const field of Object.values(type.manifest.shape.fields)) {
    const value: Json | undefined = evaluation.doc[field.name]
    if (!field.unique || value === undefined || value === null || typeof value === 'object') continue
    const at = { company: command.session.company.code, type: type.manifest.id, exceptKey: key }
    // Of two that bring the same value at the same moment the second sees the first.
    if (value !== prev?.[field.name]) await holdKeys(tx, at.company, [JSON.stringify(['unique', at.type, field.name, value])])
    const holder = await findHolder(tx, at, fieldSql(type.manifest, field, 'd.'), value)
    if (holder !== undefined) issues.push({ path: field.name, rule: 'unique', severity: 'error', message: type.message('unique', { label: labelAt(evaluation, field.name, field) }) })
  }
  return issues
}

/** What people call the field here: a label rule's caption, else its title. */
function labelAt(evaluation: Evaluation, path: string, field: ResolvedField): string {
  return fieldState(evaluation, path)?.label ?? field.title
}

/** The record as its document. */
export function docOf(type: CompiledType, record: StoredRecord): Doc {
  return recordDoc(type.manifest, record)
}
