/** Server-side checks of a document: rules, references and unique fields. */
import {
  choiceIssues, fieldState, recordDoc, type CompiledType, type Doc, type Evaluation, type FieldIssue, type FieldPaths, type Json, type JsonObject, type ResolvedField, type StoredRecord
} from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'
import { runSliced } from '../in-pieces.ts'
import { fieldSql } from '../store/sql/field-sql.ts'
import { findHolder } from '../store/documents/documents.ts'
import { lockKeys, lockRecordsShared } from '../store/transactions/lock-keys.ts'
import { refKey, type LoadedRecords } from '../store/lists/references.ts'
import type { Tx } from '../store/connection/database.ts'
import type { ContextSources, CommandContext, LoadedContext } from './context.ts'
import { enteredContext, references } from './entered-context.ts'

export interface CheckedDocument { doc: Doc; warnings: FieldIssue[]; loaded: LoadedContext }
export interface DocumentCase {
  doc: Doc; prev?: Doc; action: string; key?: string; input?: JsonObject
  /** Fields redacted for the current user: no message reveals their values. */
  redacted?: FieldPaths
  /** Records already loaded in this transaction. */
  known?: LoadedRecords
  /** Issues found earlier, reported together with those of this check. */
  issues?: FieldIssue[]
  /** Text put before the first issue's message. */
  prefix?: string
}

/** Evaluates the rules and checks the document. @throws AppError invalid-document with all issues */
export async function checkDocument(tx: Tx, command: CommandContext, type: CompiledType, documentCase: DocumentCase): Promise<CheckedDocument> {
  const { issues, ...checked } = await examineDocument(tx, command, type, documentCase)
  if (issues.length > 0) throw invalidDocument(issues, documentCase.prefix)
  return checked
}

/** Evaluates the rules and finds what is wrong with the document: the issues that would refuse it, each once. */
export async function examineDocument(tx: Tx, command: CommandContext, type: CompiledType, documentCase: DocumentCase): Promise<CheckedDocument & { issues: FieldIssue[] }> {
  const { prev, input, action, known, redacted } = documentCase
  const around = { ...(prev && { prev }), ...(input && { input }), ...(redacted && { redacted }) }
  // Both statements are pipelined in this order: the records are loaded after the locks that keep them from being deleted.
  const [, first] = await Promise.all([keepReferred(tx, command, type, documentCase.doc, prev), enteredContext(tx, command, type, documentCase.doc, { ...around, ...(known && { known }) }, action)])
  const loaded = refersByCompute(type) ? await loadNamed(tx, command, type, documentCase, first, around) : first
  const evaluation = await runSliced(type.evaluating(documentCase.doc, loaded.ctx, { action }))
  const issues = [
    ...(documentCase.issues ?? []), ...evaluation.issues, ...(await runSliced(type.findingRefIssues(evaluation.doc, loaded.ctx, evaluation.label))),
    ...choiceIssues(type.manifest, evaluation.doc, loaded.ctx, evaluation.label),
    ...(await repeatedValues(tx, command, type, evaluation, documentCase))
  ]
  // Warnings found earlier are reported with the errors, or not at all.
  return { doc: evaluation.doc, issues: issues.some((issue) => issue.severity === 'error') ? distinctIssues(issues) : [], warnings: evaluation.warnings, loaded }
}

/** Loads the context a second time: a computed reference names its record only after it has been computed. */
async function loadNamed(tx: Tx, command: CommandContext, type: CompiledType, { doc: sent, prev, action }: DocumentCase, { ctx, records: known }: LoadedContext, sources: ContextSources): Promise<LoadedContext> {
  const doc = await runSliced(type.recomputingAllValues(sent, ctx))
  await keepReferred(tx, command, type, doc, prev)
  return enteredContext(tx, command, type, doc, { ...sources, known }, action)
}

/** Locks newly referenced records so that they are not deleted in the meantime. */
async function keepReferred(tx: Tx, { session }: CommandContext, { manifest: { shape } }: CompiledType, doc: Doc, prev: Doc | undefined): Promise<void> {
  const before = new Set(prev === undefined ? [] : references(shape, prev).map((one) => refKey(one.type, one.key)))
  await lockRecordsShared(tx, session.company.code, references(shape, doc).filter((one) => !before.has(refKey(one.type, one.key))))
}

const computedRefs = new WeakMap<CompiledType, boolean>()

/** Whether rules read a record through a computed reference. */
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

async function repeatedValues(tx: Tx, command: CommandContext, type: CompiledType, evaluation: Evaluation, { key, prev }: DocumentCase): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = []
  for (const field of Object.values(type.manifest.shape.fields)) {
    const value: Json | undefined = evaluation.doc[field.name]
    if (!field.unique || value === undefined || value === null || typeof value === 'object') continue
    const at = { company: command.session.company.code, type: type.manifest.id, exceptKey: key }
    // If two requests write the same value at the same time, the second waits and then sees the first.
    if (value !== prev?.[field.name]) await lockKeys(tx, at.company, [JSON.stringify(['unique', at.type, field.name, value])])
    const holder = await findHolder(tx, at, fieldSql(type.manifest, field, 'd.'), value)
    if (holder !== undefined) issues.push({ path: field.name, rule: 'unique', severity: 'error', message: type.message('unique', { label: labelAt(evaluation, field.name, field) }) })
  }
  return issues
}

/** The field's caption here: from a label rule if there is one, otherwise its title. */
function labelAt(evaluation: Evaluation, path: string, field: ResolvedField): string {
  return fieldState(evaluation, path)?.label ?? field.title
}

/** The document of a stored record. */
export function docOf(type: CompiledType, record: StoredRecord): Doc {
  return recordDoc(type.manifest, record)
}
