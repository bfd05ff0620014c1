import type { RecordReference } from '../compiled-type.ts'
import type { Doc, JsonObject } from '../document/json.ts'
import { message } from '../document/messages.ts'
import { heldReferences, keysIn, referenceIn, referencesOfField, type HeldReference } from '../document/referred.ts'
import { storedLine } from '../document/stored-record.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { KnownRecords } from '../expressions/known-records.ts'
import type { Pieces } from '../pieces.ts'
import { expressionsOf } from '../manifest/resolve/expressions-of.ts'
import type { ResolvedDocumentType } from '../manifest/resolve/resolved.ts'

/**
 * The records that a document refers to, without duplicates. Given those loaded so far, also the records that these refer to under a name
 * for rules, so that `line.expense.account.blocked` has its record; call again until nothing new is found.
 */
export function referencesOf(records: KnownRecords, manifest: ResolvedDocumentType, doc: Doc, loaded?: RuleContext['ref']): RecordReference[] {
  const found = new Map<string, RecordReference>()
  const add = (type: string, key: string): void => { found.set(`${type}\n${key}`, { type, key }) }
  for (const { ref, key } of heldReferences(manifest.shape, doc)) if (ref !== undefined) add(ref.to, key)
  if (loaded === undefined) return [...found.values()]
  for (const { type, key } of [...found.values()]) {
    const record = loaded(type, key)
    const shape = records.types[type]?.shape
    if (record === undefined || shape === undefined) continue
    for (const field of Object.values(shape.fields)) {
      if (field.ref?.as !== undefined) for (const further of keysIn(record[field.name])) add(field.ref.to, further)
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
  for (const held of heldReferences(manifest.shape, doc)) {
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

/** Whether the stored document has the same reference there: the same key, of the same type. */
function isStored({ shape }: ResolvedDocumentType, prev: Doc | undefined, { field, array, line, key }: HeldReference): boolean {
  const stored = array === undefined || line === undefined ? prev : storedLine(shape.fields[array], prev, line)
  return stored !== undefined && keysIn(stored[field.name]).includes(key) && (field.refBy === undefined || referenceIn(field, stored)?.to === field.ref?.to)
}
