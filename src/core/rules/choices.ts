import type { Doc, Json, JsonObject } from '../document/json.ts'
import { isObject } from '../document/json.ts'
import { message } from '../document/messages.ts'
import { storedLine } from '../document/stored-record.ts'
import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'

/**
 * The texts that may be chosen, among the field's own values if it has some; empty if the setting offers none of them, in which case any is
 * accepted, or if the field declares no choices.
 */
export function choicesOf({ choices, enum: values }: Pick<ResolvedField, 'choices' | 'enum'>, settings: RuleContext['settings']): string[] {
  const [group = '', name = ''] = choices?.split('.') ?? []
  const found = settings[group]?.[name]
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string' && (values?.includes(one) ?? true)) : []
}

/** Why a value of the field may not be chosen, as an issue with the empty path; undefined if it may. */
export function choiceIssue(manifest: ResolvedDocumentType, field: ResolvedField, value: Json | undefined, settings: RuleContext['settings'], label: string): FieldIssue | undefined {
  const choices = choicesOf(field, settings)
  if (choices.length === 0 || typeof value !== 'string' || value === '' || choices.includes(value)) return undefined
  return { path: '', rule: 'choices', message: message(manifest, 'enum', { label, expected: choices.join(', ') }), severity: 'error' }
}

/** Issues of values that changed since the stored document and are not among the choices that the settings give. */
export function choiceIssues(manifest: ResolvedDocumentType, doc: Doc, ctx: Pick<RuleContext, 'prev' | 'settings'>, label: (path: string) => string): FieldIssue[] {
  const issuesIn = (shape: ResolvedShape, record: JsonObject, prefix: string, kept: JsonObject | undefined): FieldIssue[] =>
    Object.values(shape.fields).flatMap((field): FieldIssue[] => {
      const value = record[field.name]
      const { line } = field
      if (line !== undefined && Array.isArray(value)) return value.flatMap((row, index) => (isObject(row) ? issuesIn(line, row, `${field.name}.${index}.`, storedLine(field, kept, row)) : []))
      if (field.choices === undefined || value === kept?.[field.name]) return []
      const issue = choiceIssue(manifest, field, value, ctx.settings, label(prefix + field.name))
      return issue === undefined ? [] : [{ ...issue, path: prefix + field.name }]
    })
  return issuesIn(manifest.shape, doc, '', ctx.prev)
}
