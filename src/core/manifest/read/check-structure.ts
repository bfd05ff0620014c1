import type { ErrorObject } from 'ajv/dist/2020.js'
import { CAPTION_FORM } from '../../document/caption.ts'
import type { Json } from '../../document/json.ts'
import type { IssueCode } from './issue-codes.ts'
import { nearest } from './nearest.ts'
import { listed, type KeyPath, type Reporter } from './reporter.ts'
import { structureErrors, type CompiledCheck, type SourceKind } from './schema-validators.ts'

/** With `isPart`, the value is completed later (a manifest by its traits), and what it lacks below its root is not reported. */
export type StructureCheck = (kind: SourceKind, value: Json, isPart?: boolean) => StructureIssue[]
export interface StructureIssue { code: IssueCode; path: KeyPath; message: string; expected?: string; seen?: string; suggestion?: string; key?: boolean }

/** Keywords of the schemas whose errors mean that something is missing. */
const LACKS = new Set(['required', 'oneOf'])

/**
 * Creates a check that describes in sentences how a value violates the language's schemas.
 * @param compiled validates by the same schemas; with it, the schemas are compiled here only for the first error that is reported.
 */
export function createStructureCheck(schemas: Record<string, unknown>, compiled?: CompiledCheck): StructureCheck {
  return (kind, value, isPart = false) => {
    const isExcused = ({ keyword, instancePath }: Pick<ErrorObject, 'keyword' | 'instancePath'>): boolean => isPart && instancePath !== '' && LACKS.has(keyword)
    // Ajv reports an anyOf together with the errors of its branches; those decide.
    if (compiled?.(kind, value).every((error) => isExcused(error) || (isPart && error.keyword === 'anyOf')) === true) return []
    return translate(structureErrors(schemas)(kind, value), isExcused)
  }
}

/** Reports what a structure check found in a file. */
export function reportStructure(reporter: Reporter, file: string, issues: StructureIssue[]): void {
  for (const { code, path, message, ...details } of issues) reporter.inFile(code, file, path, message, details)
}

function translate(errors: ErrorObject[], isExcused: (error: ErrorObject) => boolean): StructureIssue[] {
  return withoutBranchNoise(errors).filter((error) => !isExcused(error)).map(sentenceOf)
}

/**
 * A value that fits no branch of an anyOf gets an error from every branch. Those of the branch for its own type say what is wrong; the
 * others say only that the value has another type.
 */
function withoutBranchNoise(errors: ErrorObject[]): ErrorObject[] {
  let kept = errors
  for (const choice of errors.filter((error) => error.keyword === 'anyOf')) {
    const inside = kept.filter((error) => error !== choice && isWithin(error.instancePath, choice.instancePath))
    const telling = inside.filter((error) => !(error.keyword === 'type' && error.instancePath === choice.instancePath) && error.keyword !== 'anyOf')
    kept = kept.filter((error) => (telling.length > 0 ? error !== choice && (!inside.includes(error) || telling.includes(error)) : !inside.includes(error)))
  }
  for (const choice of errors.filter((error) => error.keyword === 'oneOf')) {
    kept = kept.filter((error) => error === choice || error.instancePath !== choice.instancePath || !error.schemaPath.includes('/oneOf/'))
  }
  return kept.filter((error) => error.propertyName === undefined)
}

const isWithin = (path: string, ancestor: string): boolean => path === ancestor || path.startsWith(`${ancestor}/`)

function sentenceOf(error: ErrorObject): StructureIssue {
  const path = pathOf(error.instancePath)
  const parent = (error.parentSchema ?? {}) as Record<string, unknown>
  const params = error.params as Record<string, unknown>
  const here = path.length === 0 ? 'the file' : `"${String(path.at(-1))}"`
  const seen = shown(error.data)
  switch (error.keyword) {
    case 'additionalProperties': return unknownKey(path, String(params['additionalProperty']), Object.keys((parent['properties'] ?? {})))
    case 'required': return { code: 'E104', path, message: `The key "${String(params['missingProperty'])}" is missing in ${here}.`, expected: String(params['missingProperty']), seen: keysOf(error.data) }
    case 'type': return { code: 'E105', path, message: `${capital(here)} must be ${typeName(params['type'])}.`, expected: typeName(params['type']), seen }
    case 'enum': return notAllowed(path, here, params['allowedValues'] as unknown[], error.data)
    case 'const': return notAllowed(path, here, [params['allowedValue']], error.data)
    case 'pattern': return { code: 'E107', path, message: `${capital(here)} has the wrong form.`, expected: form(parent, params['pattern']), seen }
    case 'propertyNames': return { code: 'E107', path: [...path, String(params['propertyName'])], key: true, message: `The name "${String(params['propertyName'])}" has the wrong form.`, expected: nameForm(error), seen: String(params['propertyName']) }
    case 'oneOf': return exactlyOne(path, here, error)
    case 'anyOf': return { code: 'E105', path, message: `${capital(here)} is of none of the forms allowed.`, expected: typeof parent['description'] === 'string' ? parent['description'] : 'another type', seen }
    case 'format': return params['format'] === 'caption' ? { code: 'E107', path, message: `${capital(here)} is read as a caption and must be ${CAPTION_FORM}.`, expected: CAPTION_FORM, seen } : beyond(path, here, error)
    default: return beyond(path, here, error)
  }
}

function beyond(path: KeyPath, here: string, { message, keyword, data }: ErrorObject): StructureIssue {
  return { code: 'E108', path, message: `${capital(here)} ${message ?? 'is out of bounds'}.`, expected: message ?? keyword, seen: shown(data) }
}

function unknownKey(path: KeyPath, name: string, known: string[]): StructureIssue {
  const suggestion = nearest(name, known)
  return { code: 'E103', path: [...path, name], key: true, message: `Unknown key "${name}".`, expected: listed(known), seen: name, ...(suggestion !== undefined && { suggestion }) }
}

function notAllowed(path: KeyPath, here: string, allowed: unknown[], data: unknown): StructureIssue {
  const names = allowed.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const suggestion = typeof data === 'string' ? nearest(data, names) : undefined
  return { code: 'E106', path, message: `${capital(here)} is not one of the values allowed.`, expected: listed(names), seen: shown(data), ...(suggestion !== undefined && { suggestion }) }
}

function exactlyOne(path: KeyPath, here: string, error: ErrorObject): StructureIssue {
  const branches = Array.isArray(error.schema) ? (error.schema as { required?: string[] }[]) : []
  const names = branches.flatMap((branch) => branch.required ?? [])
  const given = names.filter((name) => typeof error.data === 'object' && error.data !== null && Object.hasOwn(error.data, name))
  return { code: 'E109', path, message: `${capital(here)} needs exactly one of ${names.join(', ')}.`, expected: names.join(' or '), seen: given.length === 0 ? 'none of them' : given.join(', ') }
}

/** Converts a JSON pointer to keys. Ajv escapes `~` and `/`. Array indexes become numbers. */
function pathOf(pointer: string): (string | number)[] {
  return pointer.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')).map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function form(parent: Record<string, unknown>, pattern: unknown): string {
  const examples = parent['examples']
  const example = Array.isArray(examples) ? `, e.g. ${shown(examples[0])}` : ''
  return `${typeof parent['description'] === 'string' ? parent['description'] : `text like ${String(pattern)}`}${example}`
}

function nameForm(error: ErrorObject): string {
  const pattern = (error.schema as { pattern?: string } | undefined)?.pattern
  return pattern === undefined ? 'a name of letters, digits and _' : `a name like ${pattern}`
}

function keysOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? listed(Object.keys(value)) : shown(value)
}

const TYPE_NAMES: Record<string, string> = { object: 'an object', array: 'a list', string: 'a text', number: 'a number', integer: 'a whole number', boolean: 'true or false', null: 'null' }
const typeName = (type: unknown): string => (Array.isArray(type) ? type.map(typeName).join(' or ') : (TYPE_NAMES[String(type)] ?? String(type)))
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A value in at most 60 characters. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`
}
