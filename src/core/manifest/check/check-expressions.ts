import type { Environment, ParseError } from '@marcbachmann/cel-js'
import { parseBounded } from '../../expressions/bounded.ts'
import { definedOnly } from '../resolve/resolve-shape.ts'
import { dependenciesOf, type ReadPath } from '../../expressions/dependencies.ts'
import type { Language, Place } from '../../expressions/language.ts'
import { celTypeOf } from '../../expressions/record-types.ts'
import { unknownCall, type UnknownCall } from '../../expressions/unknown-call.ts'
import type { Pieces } from '../../pieces.ts'
import type { CheckContext } from './check-context.ts'
import { dashboardExpressions } from './check-dashboards.ts'
import { unknownRead, type UnknownRead } from './check-reads.ts'
import { unknownState } from './check-state-names.ts'
import { checkValueCycles } from './check-value-cycles.ts'
import type { ExpandedType } from '../read/expanded.ts'
import { expressionsOf, type PlacedExpression } from '../resolve/expressions-of.ts'
import type { IssueCode } from '../read/issue-codes.ts'
import type { DocumentTypeManifest, MenuEntry, ModuleManifest, PrintLayout } from '../language/manifest.generated.ts'
import { nearest } from '../read/nearest.ts'
import { MAX_LENGTH } from '../../expressions/syntax-tree.ts'
import { namedExpressions, SELECTABLE } from '../read/shorthand/unfold.ts'
import { valueAt } from '../../overlay/paths.ts'
import type { KeyPath } from '../read/reporter.ts'
import type { ResolvedDocumentType } from '../resolve/resolved.ts'

const UNKNOWN = new Set(['unknown_variable', 'no_such_key', 'no_matching_overload', 'no_such_overload', 'unknown_function', 'cannot_index_type', 'unknown_type'])

/** How many expressions of a type are checked in one piece. */
const PIECE = 25
/** The `rows` of most permissions. */
const ALWAYS = 'true'

/** Checks that every expression can be parsed, uses only names that exist, and returns what its place expects. */
export function* checkingExpressions(context: CheckContext, types: readonly ExpandedType[]): Pieces<void> {
  const language = languageOf(context)
  if (language === undefined) return
  yield
  for (const expanded of types) {
    const type = context.catalogue.types[expanded.id]
    if (type === undefined) continue
    const properties = (expanded.manifest as unknown as DocumentTypeManifest).schema.properties
    const lineDefs = (array: string): string | undefined => {
      const items = properties[array]?.items
      return items !== undefined && '$ref' in items ? items.$ref.slice('#/$defs/'.length) : undefined
    }
    const environments = new Map<Place, Environment>()
    const all = [...expressionsOf(type, (id) => context.catalogue.types[id], lineDefs), ...selectableOf(expanded)]
    for (const [index, expression] of all.entries()) {
      if (index % PIECE === 0) yield
      const { source, place, expected } = expression
      if ((expected === 'bool' && source === ALWAYS) || !isPlaceKnown(context, place) || !isArrayKnown(type, place)) continue
      // Expressions of one action share a place, and finding its environment takes longer than finding a known inspection.
      const environment = environments.get(place) ?? language.environment(type.id, place)
      environments.set(place, environment)
      const inspected = inspect(source, environment)
      const found = check(inspected, type.id, expression) ?? checkStates(context, expression, type)
      if (found !== undefined) report(atItsPlace(found, context.expanded.types[type.id] ?? expanded, environment, (text, reads) => unknownRead(text, reads, place, type, context.catalogue)), (code, path, message, details) => context.reporter.inType(code, expanded, path, message, details))
      if (found !== undefined || inspected.readsWhatThereIs) continue
      const unknown = unknownRead(source, inspected.reads, place, type, context.catalogue)
      inspected.readsWhatThereIs = unknown === undefined && !inspected.reads.some(([variable]) => variable === 'input')
      if (unknown === undefined) continue
      context.reporter.inType('E302', expanded, expression.path, `There is no field "${unknown.name}".`, { seen: unknown.name, known: unknown.known, offset: unknown.offset })
    }
    for (const [name, print] of Object.entries(type.print)) {
      const [headings, texts] = [expressionsIn(print.heading), printExpressions(print.layout)]
      for (const source of [...headings, ...texts]) {
        const expression: PlacedExpression = { source: source.text, path: ['print', name, headings.includes(source) ? 'heading' : 'layout'], place: { at: 'print' }, expected: source.isCondition ? 'bool' : 'string' }
        const found = check(inspect(source.text, language.environment(type.id, expression.place)), type.id, expression, !source.isCondition) ?? checkStates(context, expression, type)
        report(found, (code, path, message, details) => context.reporter.inType(code, expanded, path, message, { ...details, seen: source.text }))
      }
    }
    yield
    checkValueCycles(context, expanded, type)
  }
  checkModuleExpressions(context, language)
}

/** Variables of the document that refers to a record, which may be of any type. */
const OF_WHO_REFERS = new Set(['doc', 'self', 'prev', 'line', 'input', 'lists', 'lookups'])

/**
 * The `selectable` condition, if it can be checked without the document that refers to the record; one that reads that document is checked
 * with each reference.
 */
function selectableOf({ id, manifest }: ExpandedType): PlacedExpression[] {
  const source = (manifest as unknown as DocumentTypeManifest).selectable
  if (source === undefined || dependenciesOf(source).some(([root = '']) => OF_WHO_REFERS.has(root))) return []
  return [{ source, path: [SELECTABLE], place: { at: 'option', to: id }, expected: 'bool' }]
}

/** Undefined while a field or type that the record types need is wrong, which is already reported. */
function languageOf(context: CheckContext): Language | undefined {
  try {
    return context.languages.of(context.catalogue)
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

/**
 * An error in an expression that uses names, moved to where it was written: to the unknown name, or into the term that is wrong in itself.
 */
function atItsPlace(found: Found, { manifest }: ExpandedType, environment: Environment, unknownIn: (source: string, reads: readonly ReadPath[]) => UnknownRead | undefined): Found {
  const names = found.path[0] === SELECTABLE ? namedExpressions(manifest).of('option') : namedExpressions(manifest)
  const written = valueAt(manifest, found.path.map(String))
  const suggested = (one: Found, { source, reads }: { source: string; reads: readonly ReadPath[] }): Found => {
    const unknown = one.code === 'E302' ? unknownIn(source, reads) : undefined
    return { ...one, suggestion: one.suggestion ?? (unknown?.name === one.seen.replace(/^\./, '') ? unknown.suggestion : nearest(one.seen, names.all)) }
  }
  if (typeof written === 'string' && names.isTooLong(written)) return { ...found, code: 'E286', message: 'It is too long once its terms are expanded.', expected: `at most ${MAX_LENGTH} characters`, offset: 0 }
  if (typeof written !== 'string' || names.spelledOut(written) === written) return suggested(found, { source: found.source, reads: inspect(found.source, environment).reads })
  for (const { name, meaning, isAsWritten } of names.usedBy(written)) {
    const inside = check(inspect(meaning, environment), undefined, { source: meaning, path: ['terms', name], place: { at: 'header' }, expected: 'dyn' })
    if (inside !== undefined) return { ...suggested(inside, { source: meaning, reads: inspect(meaning, environment).reads }), offset: isAsWritten ? inside.offset : 0 }
  }
  return { ...found, offset: 0 }
}

interface Found { source: string; code: IssueCode; path: KeyPath; message: string; expected?: string; seen: string; offset: number; suggestion?: string | undefined }
type Report = (code: IssueCode, path: KeyPath, message: string, details: { expected?: string; seen: string; offset: number; suggestion?: string | undefined }) => void

function check({ valid, type, error, call }: Inspected, typeId: string | undefined, { source, path, expected }: PlacedExpression, anyType = false): Found | undefined {
  if (!valid && call !== undefined) return { source, code: 'E302', path, message: `There is no function "${call.name}".`, expected: 'functions of docs/reference/language.md', seen: call.name, offset: call.offset, suggestion: call.suggestion }
  if (!valid) {
    const range = error?.range ?? { start: 0, end: source.length }
    // join and split are counted under internal names.
    const message = (error?.message?.split('\n')[0] ?? 'It cannot be parsed.').replaceAll('__(', '(')
    const typed = UNKNOWN.has(error?.code ?? '') ? 'E302' : 'E303'
    const code = error?.name === 'ParseError' ? 'E301' : typed
    const variable = /Unknown variable: (\w+)/.exec(message)?.[1]
    return { source, code, path, message: `${message}.`, expected: 'names, functions and operators available here', seen: variable ?? (source.slice(range.start, range.end) || source), offset: range.start }
  }
  const wanted = typeof expected === 'string' ? expected : celTypeOf(expected, typeId ?? '')
  if (anyType || fits(type ?? 'dyn', wanted)) return undefined
  return { source, code: 'E303', path, message: `The expression gives ${type ?? 'nothing'}, but ${wanted} is needed here.`, expected: wanted, seen: type ?? 'nothing', offset: 0 }
}

/** A state may only be compared with states that exist. */
function checkStates({ catalogue }: CheckContext, { source, path, place }: PlacedExpression, type?: ResolvedDocumentType): Found | undefined {
  const unknown = unknownState(source, place, type, catalogue)
  if (unknown === undefined) return undefined
  const { name, known, offset } = unknown
  return { source, code: 'E411', path, message: `There is no state "${name}" to compare with.`, expected: known.join(', '), seen: name, offset, suggestion: nearest(name, known) }
}

/**
 * The type checker's result for an expression at a place, what the expression reads, and whether all of that is known to exist. The last
 * depends only on the language, except for the input of an action.
 */
type Inspected = ReturnType<Environment['check']> & { reads: readonly ReadPath[]; readsWhatThereIs: boolean; /** A function that does not exist. */ call?: UnknownCall | undefined }
const inspections = new WeakMap<Environment, Map<string, Inspected>>()
const MAX_INSPECTED = 2_000

/** Inspects an expression once, however many overlays the type has. */
function inspect(source: string, environment: Environment): Inspected {
  const known = inspections.get(environment) ?? new Map<string, Inspected>()
  inspections.set(environment, known)
  let found = known.get(source)
  if (found !== undefined) return found
  try {
    const { parsed, reads } = parseBounded(environment, source)
    const checked = parsed.check()
    found = { ...checked, reads, readsWhatThereIs: false, call: checked.valid ? undefined : unknownCall(source, environment) }
  } catch (error) {
    found = { valid: false, error: error as ParseError, reads: [], readsWhatThereIs: false }
  }
  if (known.size >= MAX_INSPECTED) known.clear()
  known.set(source, found)
  return found
}

function report(found: Found | undefined, to: Report): void {
  if (found !== undefined) to(found.code, found.path, found.message, { seen: found.seen, offset: found.offset, suggestion: found.suggestion, ...(found.expected !== undefined && { expected: found.expected }) })
}

/** Integers are written as `1` although fields are doubles; null empties a field. */
function fits(type: string, wanted: string): boolean {
  if (wanted.includes(' | ')) return wanted.split(' | ').some((one) => fits(type, one))
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

function printExpressions({ blocks = [] }: Partial<PrintLayout>): PrintExpression[] {
  return blocks.flatMap((block) => {
    const inTexts = [block.text, block.title, ...(block.names ?? [])].flatMap(expressionsIn).concat(printExpressions(definedOnly({ blocks: block.blocks })))
    return block.when === undefined ? inTexts : [{ text: block.when, isCondition: true }, ...inTexts]
  })
}

function checkModuleExpressions(context: CheckContext, language: Language): void {
  const walk = (file: string, entries: Record<string, MenuEntry>, path: KeyPath): void => {
    for (const [id, entry] of Object.entries(entries)) {
      for (const name of ['when', 'topBar'] as const) {
        const source = entry[name]
        if (source === undefined) continue
        const found = check(inspect(source, language.environment(undefined, { at: 'menu' })), undefined, { source, path: [...path, id, name], place: { at: 'menu' }, expected: 'bool' })
        report(found, (code, at, message, details) => context.reporter.inFile(code, file, at, message, details))
      }
      walk(file, entry.subs ?? {}, [...path, id, 'subs'])
    }
  }
  for (const { file, manifest } of Object.values(context.expanded.modules)) {
    const module = manifest as unknown as ModuleManifest
    walk(file, module.menu ?? {}, ['menu'])
    for (const expression of dashboardExpressions(module)) {
      if (isPlaceKnown(context, expression.place)) report(check(inspect(expression.source, language.environment(undefined, expression.place)), undefined, expression) ?? checkStates(context, expression), (code, at, message, details) => context.reporter.inFile(code, file, at, message, details))
    }
  }
}
