import type { FieldIssue } from '../errors.ts'
import type { RuleContext } from '../expressions/context.ts'
import type { ResolvedDocumentType, ResolvedField, ResolvedShape } from '../manifest/resolve/resolved.ts'
import type { Pieces } from '../pieces.ts'
import { checkValue } from '../rules/check-shape.ts'
import { choiceIssue } from '../rules/choices.ts'
import type { FieldState } from '../rules/evaluation.ts'
import { isObject } from './json.ts'
import type { Json, JsonObject } from './json.ts'
import { message } from './messages.ts'
import { readValue } from './read-value.ts'
import { heldReferences } from './referred.ts'
import { labelOf } from './wire-fields.ts'

export interface EntryOptions {
  timeZone: string | undefined
  /** The settings from which fields with `x-choices` take their choices. */
  settings: RuleContext['settings']
}

export interface InputOptions extends EntryOptions {
  /** A record that the input refers to; undefined if there is none for this user. */
  ref: (type: string, key: string) => JsonObject | undefined
  /** Whether a condition is true of the record that the action is for. */
  test: (condition: string) => boolean
  /** Whether the record may be chosen in the field. */
  allowed: (field: string, option: JsonObject) => boolean
}

/** What an action asks for: its input without the fields whose `x-when` is false of the record. */
export function askedShape(shape: ResolvedShape, test: (condition: string) => boolean): ResolvedShape {
  const fields = Object.values(shape.fields)
  if (fields.every(({ askedWhen }) => askedWhen === undefined)) return shape
  const asked = fields.filter(({ askedWhen }) => askedWhen === undefined || test(askedWhen))
  return { ...shape, required: shape.required.filter((name) => asked.some((field) => field.name === name)), fields: Object.fromEntries(asked.map((field) => [field.name, field])) }
}

/** An issue for each field that is not asked for and yet has a value. */
function strayIssues(manifest: ResolvedDocumentType, asked: ResolvedShape, whole: ResolvedShape, sent: Json | undefined): FieldIssue[] {
  const given = isObject(sent) ? sent : {}
  const stray = Object.values(whole.fields).filter(({ name }) => !Object.hasOwn(asked.fields, name) && (given[name] ?? '') !== '')
  return stray.map((field) => ({ path: field.name, rule: 'notAsked', message: message(manifest, 'notAsked', { label: labelOf(field) }), severity: 'error' }))
}

/** The input by field name, without empty and invalid values, and an issue for each invalid field. */
export interface Entered { input: JsonObject; issues: FieldIssue[] }

/**
 * Checks what a person enters in an action's dialog against the declarations of its fields: everything that the dialog itself can report.
 */
export function checkInput(manifest: ResolvedDocumentType, shape: ResolvedShape, sent: Json | undefined, { timeZone, settings }: EntryOptions): Entered {
  const given = isObject(sent) ? sent : {}
  const input: JsonObject = {}
  const issues: FieldIssue[] = []
  const report = (path: string, rule: string, values: Record<string, Json>): void => {
    issues.push({ path, rule, message: message(manifest, rule, values), severity: 'error' })
  }
  for (const name of Object.keys(given)) if (!Object.hasOwn(shape.fields, name)) report(name.slice(0, 60), 'unknownField', { name: name.slice(0, 60) })
  for (const field of Object.values(shape.fields)) {
    const label = labelOf(field)
    const read = readValue(field, given[field.name] ?? null, timeZone)
    if (!read.ok) {
      report(field.name, read.rule, { label, ...read.values })
      continue
    }
    const issue = checkValue(manifest, field, read.value, { ...stateOf(field, shape), label }) ?? choiceIssue(manifest, field, read.value, settings, label)
    if (issue !== undefined) issues.push({ ...issue, path: field.name })
    else if (read.value !== undefined) input[field.name] = read.value
  }
  return { input, issues }
}

/**
 * Like `checkInput`, and checks that only fields that are asked for have a value, and that each referenced record exists for this user and
 * may be chosen here. Yields after each record.
 */
export function* acceptingInput(manifest: ResolvedDocumentType, whole: ResolvedShape, sent: Json | undefined, options: InputOptions): Pieces<Entered> {
  const shape = askedShape(whole, options.test)
  const given = isObject(sent) ? Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(shape.fields, name) || !Object.hasOwn(whole.fields, name))) : sent
  const { input, issues: wrongValues } = checkInput(manifest, shape, given, options)
  const issues = [...wrongValues, ...strayIssues(manifest, shape, whole, sent)]
  const unknown: FieldIssue[] = []
  for (const { field, ref, key } of heldReferences(shape, input)) {
    if (ref === undefined) continue
    const record = options.ref(ref.to, key)
    const isAllowed = record !== undefined && options.allowed(field.name, record)
    yield
    if (isAllowed) continue
    const rule = record === undefined ? 'ref' : 'refOption'
    unknown.push({ path: field.name, rule, message: message(manifest, rule, { label: labelOf(field), value: key }), severity: 'error' })
  }
  const wrong = new Set(unknown.map(({ path }) => path))
  const order = Object.keys(whole.fields)
  return {
    input: Object.fromEntries(Object.entries(input).filter(([name]) => !wrong.has(name))),
    issues: [...issues, ...unknown].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path)),
  }
}

/** The records that an input refers to, whether or not they exist. */
export function inputReferences(shape: ResolvedShape, sent: Json | undefined): { type: string; key: string }[] {
  if (!isObject(sent)) return []
  return [...heldReferences(shape, sent)].flatMap(({ ref, key }) => (ref === undefined ? [] : [{ type: ref.to, key }]))
}

function stateOf(field: ResolvedField, shape: ResolvedShape): FieldState {
  return { visible: true, enabled: true, required: shape.required.includes(field.name), locked: false }
}
