import type { FieldIssue } from '../errors.ts'
import type { ResolvedAction, ResolvedDocumentType, ResolvedField } from '../manifest/resolve/resolved.ts'
import { isObject } from './json.ts'
import type { Doc, Json } from './json.ts'
import { message } from './messages.ts'
import { isServerOwned, labelOf } from './wire-fields.ts'

/**
 * Issues of fields that a save changed although its action may not: every field that is not among the action's `fields`. If only some
 * fields of lines are among them, no lines may be added or removed.
 */
export function lockedChanges(manifest: ResolvedDocumentType, action: Pick<ResolvedAction, 'fields'> | undefined, before: Doc, after: Doc): FieldIssue[] {
  const open = action?.fields
  if (open === undefined) return []
  const locked = Object.values(manifest.shape.fields).filter((field) => !open.includes(field.name) && !isServerOwned(manifest, field, 'header'))
  const kept = (field: ResolvedField, doc: Doc): string => JSON.stringify(withoutOpen(field, openInLines(open, field.name), doc[field.name] ?? null))
  return locked.filter((field) => kept(field, before) !== kept(field, after)).map((field) => (
    { path: field.name, rule: 'readOnly', message: message(manifest, 'readOnly', { label: labelOf(field) }), severity: 'error' }
  ))
}

/** The fields of an array's lines that an action's `fields` names individually. */
export function openInLines(open: readonly string[], array: string): string[] {
  return open.filter((path) => path.startsWith(`${array}.`)).map((path) => path.slice(array.length + 1))
}

/** Lines reduced to the fields that a person may not change here, in the order of the shape. */
function withoutOpen({ line }: ResolvedField, open: string[], value: Json): Json {
  if (line === undefined || open.length === 0 || !Array.isArray(value)) return value
  const typed = Object.values(line.fields).filter((field) => !open.includes(field.name) && field.compute === undefined && !field.wireOnly)
  return value.map((one) => (isObject(one) ? typed.map(({ name }) => one[name] ?? null) : one))
}
