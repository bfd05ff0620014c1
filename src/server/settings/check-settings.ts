/** Whether settings that somebody sends fit the shapes that modules declare. */
import { COLOURS_GROUP, colourProblem, isOneLine } from '../../contract/index.ts'
import { isObject, widgetOf } from '../../core/index.ts'
import type { FieldIssue, Json, JsonObject, ResolvedField, ResolvedShape, Settings } from '../../core/index.ts'

/** Every problem, with `group.name` as path; none when all is right. */
export function checkSettings(shapes: Record<string, ResolvedShape>, sent: unknown): FieldIssue[] {
  if (!isObject(sent)) return [issue('', 'type', 'Settings are sent as groups of names and values.')]
  return Object.entries(sent).flatMap(([group, values]) => {
    const shape = Object.hasOwn(shapes, group) ? shapes[group] : undefined
    if (shape === undefined) return [issue(group, 'unknown', `There is no group of settings "${group}".`)]
    if (!isObject(values)) return [issue(group, 'type', `The group "${group}" holds names and values.`)]
    return Object.entries(values).flatMap(([name, value]) => checkValue(`${group}.${name}`, Object.hasOwn(shape.fields, name) ? shape.fields[name] : undefined, value))
  })
}

function checkValue(path: string, field: ResolvedField | undefined, value: Json): FieldIssue[] {
  if (field === undefined) return [issue(path, 'unknown', `There is no setting "${path}".`)]
  if (value === null || value === '') return []
  if (!hasType(field, value)) return [issue(path, 'type', `${field.title} must be ${TYPE_WORDS[field.type]}.`)]
  const message = limitBroken(field, value)
  if (message !== null) return [issue(path, message.rule, `${field.title} ${message.text}`)]
  const problem = path.startsWith(`${COLOURS_GROUP}.`) ? colourProblem(field.name, field.title, value) : undefined
  return problem === undefined ? [] : [issue(path, 'contrast', problem.message)]
}

const TYPE_WORDS = { string: 'a text', number: 'a number', integer: 'a whole number', boolean: 'yes or no', array: 'a list', object: 'a group' } as const

function hasType(field: ResolvedField, value: Json): boolean {
  if (field.type === 'array') return Array.isArray(value) && (field.line === undefined ? value.every((item) => typeof item === 'string') : value.every(isObject))
  if (field.type === 'object') return isObject(value)
  if (field.type === 'integer') return Number.isInteger(value)
  return typeof value === field.type
}

function limitBroken(field: ResolvedField, value: Json): { rule: string; text: string } | null {
  if (field.enum !== undefined && !Array.isArray(value) && !field.enum.includes(value)) return { rule: 'enum', text: `must be one of ${field.enum.map((one) => JSON.stringify(one)).join(', ')}.` }
  if (typeof value === 'number') {
    if (field.minimum !== undefined && value < field.minimum) return { rule: 'minimum', text: `must be at least ${field.minimum}.` }
    if (field.exclusiveMinimum !== undefined && value <= field.exclusiveMinimum) return { rule: 'exclusiveMinimum', text: `must be more than ${field.exclusiveMinimum}.` }
    if (field.maximum !== undefined && value > field.maximum) return { rule: 'maximum', text: `must be at most ${field.maximum}.` }
  }
  if (typeof value === 'string') {
    if (field.maxLength !== undefined && value.length > field.maxLength) return { rule: 'maxLength', text: `may have at most ${field.maxLength} characters.` }
    // Captions stand in headings and in the subjects of mails.
    if (!isOneLine(value) && widgetOf(field) !== 'textarea') return { rule: 'line', text: 'must be one line of text.' }
    if (field.pattern !== undefined && !new RegExp(field.pattern, 'u').test(value)) return { rule: 'pattern', text: 'is not written as it should be.' }
  }
  return null
}

/** What differs, as an event keeps it: `group.name` with the value before and after; of one that never leaves the server only that it was changed. */
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
