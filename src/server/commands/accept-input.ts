/** What a person entered in an action's dialog, checked against the action's input. */
import type { CompiledType, FieldIssue, Json, JsonObject, ResolvedAction, ResolvedField } from '../../core/index.ts'
import { invalidDocument } from '../errors.ts'
import { matches } from '../../core/index.ts'
import type { Tx } from '../store/database.ts'
import { loadRecords, refKey } from '../store/references.ts'
import { asText, type CommandContext } from './context.ts'

/** The input by field name, empty fields left out. Throws `invalid-document` with an issue per field. */
export async function acceptInput(tx: Tx, command: CommandContext, type: CompiledType, action: ResolvedAction, sent: Json | undefined): Promise<JsonObject> {
  if (!action.input) return {}
  const given = typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {}
  const input: JsonObject = {}
  const issues: FieldIssue[] = []
  const report = (path: string, rule: string, values: Record<string, Json>): void => {
    issues.push({ path, rule, severity: 'error', message: type.message(rule, values) })
  }
  const { fields, required } = action.input
  for (const name of Object.keys(given)) if (!Object.hasOwn(fields, name)) report(name, 'unknownField', { name })
  for (const field of Object.values(fields)) {
    const value = given[field.name]
    if (value === undefined || value === null || value === '') {
      if (required.includes(field.name)) report(field.name, 'required', { label: field.title })
      continue
    }
    const problem = problemOf(field, value)
    if (problem) report(field.name, problem.rule, { label: field.title, ...problem.values })
    else if (field.ref && !(await isKnown(tx, command, field.ref.to, asText(value)))) report(field.name, 'ref', { label: field.title })
    else input[field.name] = value
  }
  if (issues.length > 0) throw invalidDocument(issues)
  return input
}

function problemOf(field: ResolvedField, value: Json): { rule: string; values: Record<string, Json> } | undefined {
  const expected = field.type === 'integer' ? 'number' : field.type
  if (typeof value !== expected || (field.type === 'integer' && !Number.isInteger(value))) return { rule: 'type', values: { expected: `a ${field.type}` } }
  if (field.enum && !field.enum.includes(value)) return { rule: 'enum', values: { expected: field.enum.map(asText).join(', ') } }
  if (typeof value === 'number') return numberProblem(field, value)
  if (typeof value !== 'string') return undefined
  if (value.includes('\0')) return { rule: 'unstorable', values: {} }
  if (field.maxLength !== undefined && value.length > field.maxLength) return { rule: 'maxLength', values: { limit: field.maxLength } }
  if (field.minLength !== undefined && value.length < field.minLength) return { rule: 'minLength', values: { limit: field.minLength } }
  if (field.format === 'date' && !isDate(value)) return { rule: 'format', values: { expected: 'a date' } }
  return field.pattern !== undefined && !new RegExp(field.pattern, 'u').test(value) ? { rule: 'pattern', values: {} } : undefined
}

function numberProblem(field: ResolvedField, value: number): { rule: string; values: Record<string, Json> } | undefined {
  if (field.minimum !== undefined && value < field.minimum) return { rule: 'minimum', values: { limit: field.minimum } }
  if (field.exclusiveMinimum !== undefined && value <= field.exclusiveMinimum) return { rule: 'exclusiveMinimum', values: { limit: field.exclusiveMinimum } }
  return field.maximum !== undefined && value > field.maximum ? { rule: 'maximum', values: { limit: field.maximum } } : undefined
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}

async function isKnown(tx: Tx, { engine, session }: CommandContext, type: string, key: string): Promise<boolean> {
  const record = (await loadRecords(tx, session.company.code, [{ type, key }])).get(refKey(type, key))
  const target = engine.type(type)
  return record !== undefined && (['get', 'list'] as const).some((verb) => matches(target.rowPredicate(session.actor, verb), record, new Set()))
}
