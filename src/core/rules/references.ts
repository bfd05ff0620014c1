import type { RecordReference } from '../compiled-type.ts'
import { isObject } from '../document/json.ts'
import type { Doc, JsonObject } from '../document/json.ts'
import { message } from '../document/messages.ts'
import { fieldIn, referenceIn, referencesOfField } from '../document/referred.ts'
import { storedLine } from '../document/stored-record.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { KnownRecords } from '../expressions/known-records.ts'
import type { Pieces } from '../pieces.ts'
import { expressionsOf } from '../manifest/resolve/expressions-of.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'

/** A field that refers to another record, with the key it holds. */
interface HeldReference { /** With the reference that it is here. */ field: ResolvedField; path: string; array: string | undefined; line: JsonObject | undefined; key: string }

/**
 * The records that a document refers to, without duplicates. Given those loaded so far, also the records that these refer to under a name
 * for rules, so that `line.expense.account.blocked` has its record; call again until nothing new is found.
 */
export function referencesOf(records: KnownRecords, manifest: ResolvedDocumentType, doc: Doc, loaded?: RuleContext['ref']): RecordReference[] {
  const found = new Map<string, RecordReference>()
  const add = (type: string, key: string): void => { found.set(`${type}\n${key}`, { type, key }) }
  for (const { field, key } of heldReferences(manifest, doc)) if (field.ref !== undefined) add(field.ref.to, key)
  if (loaded === undefined) return [...found.values()]
  for (const { type, key } of [...found.values()]) {
    const record = loaded(type, key)
    const shape = records.types[type]?.shape
    if (record === undefined || shape === undefined) continue
    for (const field of Object.values(shape.fields)) {
      const further = record[field.name]
      if (field.ref?.as !== undefined && typeof further === 'string' && further !== '') add(field.ref.to, further)
    }
  }
  return [...found.values()]
}

/**
 * Whether any expression of the type may read through one referenced record to the next (`line.expense.account.blocked`). A name after
 * anything but the document or a line counts, so there may be false positives but no false negatives.
 */
export function readsThroughRecords(records: KnownRecords, manifest: ResolvedDocumentType): boolean {
  const shapes = [manifest.shape, ...Object.values(manifest.shape.fields).flatMap((field) => field.line ?? [])]
  const targets = shapes.flatMap((shape) => Object.values(shape.fields)).flatMap((field) => referencesOfField(field)).flatMap(({ to }) => records.types[to]?.shape ?? [])
  const names = new Set(targets.flatMap((shape) => Object.values(shape.fields)).flatMap((field) => field.ref?.as ?? []))
  if (names.size === 0) return false
  const pattern = new RegExp(`(?<!\\b(?:doc|line|self|prev))\\s*(?:\\.\\s*\\??|\\[\\s*\\??\\s*["'])\\s*(?:${[...names].join('|')})\\b`)
  return expressionsOf(manifest).some(({ source }) => pattern.test(source))
}

/**
 * Issues of references that changed since the stored document and name no known record, or one that may not be chosen. Yields for each
 * reference.
 */
export function* findingReferenceIssues(
  manifest: ResolvedDocumentType, doc: Doc, ctx: RuleContext, allowed: (path: string, option: JsonObject) => boolean, label: (path: string) => string,
): Pieces<FieldIssue[]> {
  const issues: FieldIssue[] = []
  for (const held of heldReferences(manifest, doc)) {
    yield
    const { field, path, key } = held
    if (isStored(manifest, ctx.prev, held)) continue
    const record = field.ref === undefined ? undefined : ctx.ref(field.ref.to, key)
    // Nobody typed a computed reference: if it finds nothing, there is simply no record.
    if (record === undefined ? field.compute !== undefined : allowed(path, record)) continue
    const rule = record === undefined ? 'ref' : 'refOption'
    issues.push({ path, rule, message: message(manifest, rule, { label: label(path), value: key }), severity: 'error' })
  }
  return issues
}

function* heldReferences(manifest: ResolvedDocumentType, doc: Doc): Generator<HeldReference> {
  yield* heldIn(manifest.shape, doc, '', undefined)
  for (const field of Object.values(manifest.shape.fields)) {
    const lines = doc[field.name]
    if (field.line === undefined || !Array.isArray(lines)) continue
    for (const [index, line] of lines.entries()) {
      if (isObject(line)) yield* heldIn(field.line, line, `${field.name}.${index}.`, field.name)
    }
  }
}

function* heldIn(shape: ResolvedShape, record: JsonObject, prefix: string, array: string | undefined): Generator<HeldReference> {
  for (const field of Object.values(shape.fields)) {
    if (field.ref === undefined && field.refBy === undefined) continue
    const value = record[field.name]
    const line = array === undefined ? undefined : record
    const keys = Array.isArray(value) ? value : [value]
    for (const key of keys) if (typeof key === 'string' && key !== '') yield { field: fieldIn(field, record), path: prefix + field.name, array, line, key }
  }
}

/** Whether the stored document has the same reference there: the same key, of the same type. */
function isStored({ shape }: ResolvedDocumentType, prev: Doc | undefined, { field, array, line, key }: HeldReference): boolean {
  const stored = array === undefined || line === undefined ? prev : storedLine(shape.fields[array], prev, line)
  return stored !== undefined && stored[field.name] === key && (field.refBy === undefined || referenceIn(field, stored)?.to === field.ref?.to)
}
