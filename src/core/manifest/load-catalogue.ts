import { Languages } from '../expressions/languages.ts'
import { FORMATTER_NAMES, WIDGET_NAMES } from '../form/names.ts'
import { captionPlaces } from './read/caption-places.ts'
import { checkDashboards } from './check/check-dashboards.ts'
import { checkLayouts } from './check/check-layouts.ts'
import { checkModules } from './check/check-modules.ts'
import { createStructureCheck, type StructureCheck } from './read/check-structure.ts'
import { checkingTypes } from './check/check-types.ts'
import { runToCompletion } from '../pieces.ts'
import { checkOverlays } from '../overlay/check-overlays.ts'
import { resolveForScope } from '../overlay/resolve-for-scope.ts'
import { checkAliases, expandAliases } from './read/expand-aliases.ts'
import { extendType, withLayouts } from './read/extend-types.ts'
import { expandMixins } from './read/expand-mixins.ts'
import { expandTraits, hasTraits } from './read/expand-traits.ts'
import type { ExpandedModule, ExpandedSet, ExpandedType } from './read/expanded.ts'
import type { LoadInput, LoadResult, LoadedBase } from './load-types.ts'
import type { ModuleManifest } from './language/manifest.generated.ts'
import { createReporter, type Reporter } from './read/reporter.ts'
import { Resolver } from './resolve/resolver.ts'
import { expressionPlaces } from './read/shorthand/expression-places.ts'
import { sortSources, type SortedSources } from './read/sort-sources.ts'
import { readSource } from './read/source-text.ts'

export type { Case, CaseOfFile } from './read/cases.ts'
export type { KnownNames, LoadedBase, LoadInput, LoadResult } from './load-types.ts'
export type { SourceFile } from './read/source-text.ts'

/**
 * Reads, checks and resolves all sources, and reports all errors of all files in one run. A wrong manifest never throws.
 * @throws Error if a schema is missing, which is a defect of the caller.
 */
export function loadCatalogue(input: LoadInput): LoadResult {
  const texts = new Map(input.sources.map((source) => [source.shownAs ?? source.path, readSource(source)]))
  const reporter = createReporter(texts)
  const check = createStructureCheck(input.schemas, input.compiledCheck)
  const sorted = withoutBroken(extended(sortSources(input.sources, texts, check, reporter), check, reporter), check, reporter)
  const written = { types: Object.fromEntries(sorted.types.map((type) => [type.id, type])), expand: (type: ExpandedType, to: Reporter) => expandAliases(expandMixins(expandTraits(type, sorted.traits, to), sorted.mixins, to), sorted.aliases, sorted.extensions, to) }
  checkAliases(sorted.aliases, sorted, reporter)
  const expanded = expand(sorted, written.expand, reporter)
  checkLayouts(sorted, expanded.types, reporter)
  const resolver = new Resolver(expanded.modules, expressionPlaces(input.schemas))
  const catalogue = runToCompletion(resolver.resolving(expanded.types, reporter))
  const known = knownNames(input, sorted)
  const languages = new Languages(known.functions ?? {})
  const context = { catalogue, expanded, resolver, known, languages, reporter, brokenTypes: sorted.brokenTypes }
  checkModules(context)
  checkDashboards(context)
  runToCompletion(checkingTypes(context, Object.values(expanded.types)))
  const isRight = !reporter.issues.some((issue) => issue.severity === 'error' && !issue.code.startsWith('E6'))
  const base: LoadedBase | null = isRight ? { catalogue, expanded, written, known, check, captionsAt: captionPlaces(input.schemas), resolver, languages } : null
  if (base !== null) checkOverlays(base, sorted.overlays, reporter)
  const scope = input.client === undefined ? {} : { client: input.client }
  return {
    catalogue: base === null ? null : resolveForScope(base, scope, sorted.overlays).catalogue,
    base,
    issues: inOrder(reporter),
    cases: sorted.cases,
    overlays: sorted.overlays,
  }
}

function knownNames({ functions, effects, widgets = [], formatters = [] }: LoadInput, { modules }: SortedSources): LoadedBase['known'] {
  const declared = modules.flatMap(({ manifest }) => Object.keys((manifest as unknown as ModuleManifest).widgets ?? {}))
  return {
    ...(functions !== undefined && { functions }), ...(effects !== undefined && { effects }),
    widgets: [...WIDGET_NAMES, ...widgets, ...declared], formatters: [...FORMATTER_NAMES, ...formatters],
  }
}

function expand(sorted: SortedSources, expandType: LoadedBase['written']['expand'], reporter: Reporter): ExpandedSet {
  const types: Record<string, ExpandedType> = {}
  for (const type of sorted.types) {
    if (Object.hasOwn(types, type.id)) reporter.inFile('E112', type.file, ['id'], `The document type "${type.id}" is declared in ${types[type.id]?.file ?? ''} too.`, { seen: type.id })
    else types[type.id] = expandType(type, reporter)
  }
  // A module with the same name in a later folder is kept in addition to the first: modules always add to each other.
  const modules: Record<string, ExpandedModule> = Object.fromEntries(sorted.modules.map((module, index) => [sorted.modules.findIndex(({ id }) => id === module.id) === index ? module.id : module.file, module]))
  for (const type of Object.values(types)) {
    if (!Object.hasOwn(modules, type.module)) reporter.inFile('E113', type.file, [], `The module "${type.module}" has no module.json.`, { expected: `${type.module}/module.json` })
  }
  return { types, modules }
}

/** The types with what other modules add to them. */
function extended(sorted: SortedSources, check: StructureCheck, reporter: Reporter): SortedSources {
  const known = sorted.types.map(({ id }) => id)
  for (const { type, file } of sorted.extensions) {
    if (![...known, ...sorted.brokenTypes].includes(type)) reporter.inFile('E202', file, ['extends'], `There is no document type "${type}".`, { seen: type, known })
  }
  if (sorted.extensions.length === 0) return sorted
  const types = sorted.types.map((type) => {
    const own = sorted.extensions.filter((one) => one.type === type.id)
    if (own.length === 0) return type
    const traited = expandTraits(type, sorted.traits, createReporter(new Map())).manifest
    return withLayouts(extendType(type, traited, own, check, reporter), own, sorted.layouts, reporter)
  })
  return { ...sorted, types }
}

/**
 * The types without those that lack the structure of a type even with their traits. What a type leaves to its traits is missing in its own
 * file.
 */
function withoutBroken(sorted: SortedSources, check: StructureCheck, reporter: Reporter): SortedSources {
  const broken = sorted.types.filter((type) => {
    if (!hasTraits(type.manifest)) return false
    const whole = expandTraits(type, sorted.traits, createReporter(new Map()))
    const found = check('document-type', whole.manifest)
    for (const { code, path, message, ...details } of found) reporter.inType(code, whole, path, message, details)
    return found.length > 0
  })
  return { ...sorted, types: sorted.types.filter((type) => !broken.includes(type)), brokenTypes: [...sorted.brokenTypes, ...broken.map(({ id }) => id)] }
}

function inOrder({ issues }: Reporter): LoadResult['issues'] {
  return [...issues].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column || a.code.localeCompare(b.code))
}
