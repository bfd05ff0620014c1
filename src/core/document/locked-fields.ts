import type { FieldIssue } from '../errors.ts'
import type { ResolvedAction, ResolvedDocumentType } from '../manifest/resolved.ts'
import type { Doc } from './json.ts'
import { message } from './messages.ts'
import { isServerOwned, labelOf } from './wire-fields.ts'

/** What a save changed though its action may not: every field of the header that is not among the action's `fields`. */
export function lockedChanges(manifest: ResolvedDocumentType, action: Pick<ResolvedAction, 'fields'> | undefined, before: Doc, after: Doc): FieldIssue[] {
  const open = action?.fields
  if (open === undefined) return []
  const locked = Object.values(manifest.shape.fields).filter((field) => !open.includes(field.name) && !isServerOwned(manifest, field, 'header'))
  return locked.filter(({ name }) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null)).map((field) => (
    { path: field.name, rule: 'readOnly', message: message(manifest, 'readOnly', { label: labelOf(field) }), severity: 'error' }
  ))
}
