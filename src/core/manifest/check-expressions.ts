import { DIALECT_FUNCTIONS } from '../expressions/dialect.ts'
import { Language } from '../expressions/language.ts'
import type { Place } from '../expressions/language.ts'
import { celTypeOf } from '../expressions/record-types.ts'
import type { CheckContext } from './check-context.ts'
import { dashboardExpressions } from './check-dashboards.ts'
import { unknownRead } from './check-reads.ts'
import { checkValueCycles } from './check-value-cycles.ts'
import type { ExpandedType } from './expanded.ts'
import { expressionsOf, type PlacedExpression } from './expressions-of.ts'
import type { IssueCode } from './issue-codes.ts'
import type { DocumentTypeManifest, MenuEntry, ModuleManifest, PrintLayout } from './manifest.generated.ts'
import { nearest } from './nearest.ts'
import type { KeyPath } from './reporter.ts'
import type { ResolvedDocumentType } from './resolved.ts'

const UNKNOWN = new Set(['unknown_variable', 'no_such_key', 'no_matching_overload', 'no_such_overload', 'unknown_function', 'cannot_index_type', 'unknown_type'])

const FUNCTION_NAMES = [...DIALECT_FUNCTIONS.map(({ signature }) => signature.slice(0, signature.indexOf('('))), 'size', 'string', 'contains', 'startsWith', 'endsWith', 'orValue', 'substring']

/** Every expression can be read, names only what there is, and gives what its place expects. */
export function checkExpressions(context: CheckContext, types: readonly ExpandedType[]): void {
  const language = languageOf(context)
  if (language === undefined) return
  for (const expanded of types) {
    const type = context.catalogue.types[expanded.id]
    if (type === undefined) continue
    const properties = (expanded.manifest as unknown as DocumentTypeManifest).schema.properties
    const lineDefs = (array: string): string | undefined => {
      const items = properties[array]?.items
      return items !== undefined && '$ref' in items ? items.$ref.slice('#/$defs/'.length) : undefined
    }
    for (const expression of expressionsOf(type, (id) => context.catalogue.types[id], lineDefs)) {
      if (!isPlaceKnown(context, expression.place) || !isArrayKnown(type, expression.place)) continue
      const found = check(language, type.id, expression)
      report(found, (code, path, message, details) => context.reporter.inType(code, expanded, path, message, details))
      const unknown = found === undefined ? unknownRead(expression.source, expression.place, type, context.catalogue) : undefined
      if (unknown !== undefined) {
        context.reporter.inType('E302', expanded, expression.path, `There is no field "${unknown.name}".`, { seen: unknown.name, known: unknown.known, offset: unknown.offset })
      }
    }
    for (const [name, print] of Object.entries(type.print)) {
      const [headings, texts] = [expressionsIn(print.heading), printExpressions(print.layout as unknown as PrintLayout)]
      for (const source of [...headings, ...texts]) {
        const found = check(language, type.id, { source: source.text, path: ['print', name, headings.includes(source) ? 'heading' : 'layout'], place: { at: 'print' }, expected: source.isCondition ? 'bool' : 'string' }, !source.isCondition)
        report(found, (code, path, message, details) => context.reporter.inType(code, expanded, path, message, { ...details, seen: source.text }))
      }
    }
    checkValueCycles(context, expanded, type)
  }
  checkModuleExpressions(context, language)
}

/** None while a field or type that the types of records need is wrong: that is reported already. */
function languageOf(context: CheckContext): Language | undefined {
  try {
    return new Language(context.catalogue, context.known.functions ?? {})
  } catch (error) {
    if (!context.reporter.issues.some((issue) => issue.severity === 'error')) throw error
    return undefined
  }
}

function isPlaceKnown({ catalogue }: CheckContext, place: Place): boolean {
  if (place.at === 'option') return Object.hasOwn(catalogue.types, place.to)
  return (place.at !== 'list' && place.at !== 'lookup') || Object.hasOwn(catalogue.types, place.of)
}

function isArrayKnown({ shape }: ResolvedDocumentType, place: Place): boolean {
  return !('array' in place) || place.array === undefined || shape.fields[place.array]?.line !== undefined
}

interface Found { code: IssueCode; path: KeyPath; message: string; expected?: string; seen: string; offset: number; suggestion?: string | undefined }
type Report = (code: IssueCode, path: KeyPath, message: string, details: { expected?: string; seen: string; offset: number; suggestion?: string | undefined }) => void

function check(language: Language, typeId: string | undefined, { source, path, place, expected }: PlacedExpression, anyType = false): Found | undefined {
  const { valid, type, error } = language.environment(typeId, place).check(source)
  if (!valid) {
    const range = error?.range ?? { start: 0, end: source.length }
    const message = error?.message?.split('\n')[0] ?? 'It cannot be read.'
    const typed = UNKNOWN.has(error?.code ?? '') ? 'E302' : 'E303'
    const code = error?.name === 'ParseError' ? 'E301' : typed
    const called = /overload for '(?:[^'(]*\.)?(\w+)\(/.exec(message)?.[1]
    const suggestion = called === undefined ? undefined : nearest(called, FUNCTION_NAMES.filter((name) => name !== called))
    return { code, path, message: `${message}.`, expected: 'names, functions and operators that there are here', seen: source.slice(range.start, range.end) || source, offset: range.start, suggestion }
  }
  const wanted = typeof expected === 'string' ? expected : celTypeOf(expected, typeId ?? '')
  if (anyType || fits(type ?? 'dyn', wanted)) return undefined
  return { code: 'E303', path, message: `The expression gives ${type ?? 'nothing'}, but ${wanted} is needed here.`, expected: wanted, seen: type ?? 'nothing', offset: 0 }
}

function report(found: Found | undefined, to: Report): void {
  if (found !== undefined) to(found.code, found.path, found.message, { seen: found.seen, offset: found.offset, suggestion: found.suggestion, ...(found.expected !== undefined && { expected: found.expected }) })
}

/** Whole numbers are written as `1` and fields are doubles; null empties a field. */
function fits(type: string, wanted: string): boolean {
  if (type === wanted || type === 'dyn' || wanted === 'dyn') return true
  if (wanted === 'double') return type === 'int' || type === 'null'
  if (wanted === 'bool') return false
  if (wanted.startsWith('list')) return type.startsWith('list') || type === 'null'
  return type === 'null' || (wanted === 'map' && type.startsWith('map'))
}

interface PrintExpression { text: string; isCondition: boolean }

function expressionsIn(text: string | undefined): PrintExpression[] {
  return [...(text ?? '').matchAll(/\{\{(.+?)\}\}/g)].map((match) => ({ text: (match[1] ?? '').trim(), isCondition: false }))
}

function printExpressions(layout: PrintLayout): PrintExpression[] {
  return (layout.blocks ?? []).flatMap((block) => {
    const inTexts = [block.text, block.title, ...(block.names ?? [])].flatMap(expressionsIn)
    return block.when === undefined ? inTexts : [{ text: block.when, isCondition: true }, ...inTexts]
  })
}

function checkModuleExpressions(context: CheckContext, language: Language): void {
  const walk = (file: string, entries: Record<string, MenuEntry>, path: KeyPath): void => {
    for (const [id, entry] of Object.entries(entries)) {
      for (const name of ['when', 'topBar'] as const) {
        const source = entry[name]
        if (source === undefined) continue
        const found = check(language, undefined, { source, path: [...path, id, name], place: { at: 'menu' }, expected: 'bool' })
        report(found, (code, at, message, details) => context.reporter.inFile(code, file, at, message, details))
      }
      walk(file, entry.subs ?? {}, [...path, id, 'subs'])
    }
  }
  for (const { file, manifest } of Object.values(context.expanded.modules)) {
    const module = manifest as unknown as ModuleManifest
    walk(file, module.menu ?? {}, ['menu'])
    for (const expression of dashboardExpressions(module)) {
      if (isPlaceKnown(context, expression.place)) report(check(language, undefined, expression), (code, at, message, details) => context.reporter.inFile(code, file, at, message, details))
    }
  }
}
