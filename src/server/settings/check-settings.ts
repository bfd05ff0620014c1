/** Validates submitted settings against the shapes that modules declare. */
import { COLOURS_GROUP, colourProblem, isOneLine } from '../../contract/index.ts'
import { DEFAULT_MESSAGES, fill, isObject, valueFailure, widgetOf, t, texts } from '../../core/index.ts'
import type { FailureRule, FieldIssue, Json, JsonObject, ResolvedField, ResolvedShape, Settings } from '../../core/index.ts'

/** Returns every problem, with `group.name` as its path; empty if all settings are valid. */
export function checkSettings(shapes: Record<string, ResolvedShape>, sent: unknown): FieldIssue[] {
  if (!isObject(sent)) return [issue('', 'type', t('Settings are sent as groups of names and values.'))]
  return Object.entries(sent).flatMap(([group, values]) => {
    const shape = Object.hasOwn(shapes, group) ? shapes[group] : undefined
    if (shape === undefined) return [issue(group, 'unknown', t('There is no group of settings "{group}".', { group }))]
    if (!isObject(values)) return [issue(group, 'type', t('The group "{group}" must contain names and values.', { group }))]
    return Object.entries(values).flatMap(([name, value]) => checkValue(`${group}.${name}`, Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined, value))
  })
}

function checkValue(path: string, field: ResolvedField | undefined, value: Json): FieldIssue[] {
  if (field === undefined) return [issue(path, 'unknown', t('There is no setting "{path}".', { path }))]
  if (value === null || value === '') return []
  // Captions are used in headings and mail subjects.
  if (field.type === 'string' && typeof value === 'string' && !isOneLine(value) && widgetOf(field) !== 'textarea') return [issue(path, 'line', t('{title} must be one line of text.', { title: field.title }))]
  const failure = valueFailure(field, value)
  if (failure !== undefined) return [issue(path, failure.rule, fill(t(NAMING[failure.rule] ?? DEFAULT_MESSAGES[failure.rule]), { ...failure.values, label: t(field.title) }))]
  const problem = path.startsWith(`${COLOURS_GROUP}.`) ? colourProblem(field.name, field.title, value) : undefined
  return problem === undefined ? [] : [issue(path, 'contrast', problem.message)]
}

/** Many settings are submitted at once, so each message names its setting; these messages of records do not, being shown below their field. */
const NAMING: Partial<Record<FailureRule, string>> = texts({
  required: '{label} is required.', minimum: '{label} must be at least {limit}.', exclusiveMinimum: '{label} must be more than {limit}.', maximum: '{label} must be at most {limit}.',
  minItems: '{label} needs at least {limit}.', maxItems: '{label} can have at most {limit}.',
})

/**
 * The differences as stored in an event: `group.name` with the old and new value. For an internal setting it records only that it changed.
 */
export function settingChanges(shapes: Record<string, ResolvedShape>, before: Settings, sent: Settings): JsonObject {
  const changes = Object.entries(sent).flatMap(([group, values]) =>
    Object.entries(values).flatMap(([name, to]): [string, Json][] => {
      const from = before[group]?.[name] ?? null
      if (JSON.stringify(from) === JSON.stringify(to)) return []
      return [[`${group}.${name}`, shapes[group]?.fields[name]?.internal === true ? {} : { from, to }]]
    }),
  )
  return Object.fromEntries(changes)
}

function issue(path: string, rule: string, message: string): FieldIssue {
  return { path, rule, message, severity: 'error' }
}
