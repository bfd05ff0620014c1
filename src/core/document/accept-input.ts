import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolved.ts'
import { checkValue } from '../rules/check-shape.ts'
import { choiceIssue } from '../rules/choices.ts'
import type { FieldState } from '../rules/evaluation.ts'
import { isObject } from './json.ts'
import type { Json, JsonObject } from './json.ts'
import { message } from './messages.ts'
import { readValue } from './read-value.ts'
import { labelOf } from './wire-fields.ts'

export interface InputOptions {
  timeZone: string | undefined
  /** A record that the input refers to; undefined when there is none for this person. */
  ref: (type: string, key: string) => JsonObject | undefined
  /** What fields with x-choices are chosen from. */
  settings: RuleContext['settings']
  /** Whether the record may be chosen in the field. */
  allowed: (field: string, option: JsonObject) => boolean
}

/** What a person entered in an action's dialog, by field name and without what is empty, with an issue for each field that is wrong. */
export function acceptInput(manifest: ResolvedDocumentType, shape: ResolvedShape, sent: Json | undefined, options: InputOptions): { input: JsonObject; issues: FieldIssue[] } {
  const given = isObject(sent) ? sent : {}
  const input: JsonObject = {}
  const issues: FieldIssue[] = []
  const report = (path: string, rule: string, values: Record<string, Json>): void => {
    issues.push({ path, rule, message: message(manifest, rule, values), severity: 'error' })
  }
  for (const name of Object.keys(given)) if (!Object.hasOwn(shape.fields, name)) report(name.slice(0, 60), 'unknownField', { name: name.slice(0, 60) })
  for (const field of Object.values(shape.fields)) {
    const label = labelOf(field)
    const read = readValue(field, given[field.name] ?? null, options.timeZone)
    if (!read.ok) {
      report(field.name, read.rule, { label, ...read.values })
      continue
    }
    const issue = checkValue(manifest, field, read.value, stateOf(field, shape)) ?? referenceIssue(field, read.value) ?? choiceIssue(manifest, field, read.value, options.settings, label)
    if (issue !== undefined) issues.push({ ...issue, path: field.name })
    else if (read.value !== undefined) input[field.name] = read.value
  }
  return { input, issues }

  function referenceIssue(field: ResolvedField, value: Json | undefined): FieldIssue | undefined {
    if (field.ref === undefined || typeof value !== 'string') return undefined
    const record = options.ref(field.ref.to, value)
    if (record !== undefined && options.allowed(field.name, record)) return undefined
    const rule = record === undefined ? 'ref' : 'refOption'
    return { path: '', rule, message: message(manifest, rule, { label: labelOf(field), value }), severity: 'error' }
  }
}

/** The records that an input names, whether or not they are there. */
export function inputReferences(shape: ResolvedShape, sent: Json | undefined): { type: string; key: string }[] {
  if (!isObject(sent)) return []
  return Object.values(shape.fields).flatMap((field) => {
    const key = sent[field.name]
    return field.ref !== undefined && typeof key === 'string' && key !== '' ? [{ type: field.ref.to, key }] : []
  })
}

function stateOf(field: ResolvedField, shape: ResolvedShape): FieldState {
  return { visible: true, enabled: true, required: shape.required.includes(field.name), locked: false }
}
