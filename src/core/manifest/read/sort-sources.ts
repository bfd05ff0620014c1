import { isObject } from '../../document/json.ts'
import type { Json, JsonObject } from '../../document/json.ts'
import type { LoadedOverlay } from '../../overlay/overlay-types.ts'
import { readOverlay } from '../../overlay/read-overlay.ts'
import { reportStructure, type StructureCheck } from './check-structure.ts'
import type { MixinSource } from './expand-mixins.ts'
import type { AliasesSource } from './expand-aliases.ts'
import { ownLayouts, type ExtensionSource, type LayoutSource } from './extend-types.ts'
import { hasTraits, type TraitSource } from './expand-traits.ts'
import type { ExpandedModule, ExpandedType } from './expanded.ts'
import { completedCases, type Case, type CaseOfFile } from './cases.ts'
import type { Aliases, DocumentTypeManifest, MixinManifest, Overlay, TraitManifest, TypeExtensionManifest } from '../language/manifest.generated.ts'
import type { Reporter } from './reporter.ts'
import type { SourceKind } from './schema-validators.ts'
import type { SourceText, SourceFile } from './source-text.ts'

/** The sources by kind, without those whose structure is wrong. */
export interface SortedSources {
  types: ExpandedType[]
  /** Ids of types whose manifest has errors. Other types may refer to them, but they are not resolved. */
  brokenTypes: string[]
  modules: ExpandedModule[]
  mixins: MixinSource[]
  traits: TraitSource[]
  extensions: ExtensionSource[]
  aliases: AliasesSource[]
  overlays: LoadedOverlay[]
  layouts: LayoutSource[]
  cases: Record<string, CaseOfFile[]>
}

const PATTERNS: [SourceKind, RegExp][] = [
  ['module', /^([^/]+)\/module\.json$/],
  ['mixin', /^([^/]+)\/mixins\/([^/]+)\.json$/],
  ['trait', /^([^/]+)\/traits\/([^/]+)\.json$/],
  ['aliases', /^([^/]+)\/([^/]+)\/aliases\.json$/],
  ['document-type', /^([^/]+)\/([^/]+)\/manifest\.json$/],
  ['overlay', /^([^/]+)\/([^/]+)\/overlays\/([^/]+)\.json$/],
  ['print-layout', /^([^/]+)\/([^/]+)\/print\/(.+)\.json$/],
  ['cases', /^([^/]+)\/([^/]+)\/cases\.json$/],
]

/** Checks the structure of every file and sorts the files by kind. */
export function sortSources(sources: readonly SourceFile[], texts: ReadonlyMap<string, SourceText>, check: StructureCheck, reporter: Reporter): SortedSources {
  const sorted: SortedSources = { types: [], brokenTypes: [], modules: [], mixins: [], traits: [], extensions: [], aliases: [], overlays: [], layouts: [], cases: {} }
  const known = sources.flatMap((source) => {
    const match = PATTERNS.map(([kind, pattern]) => ({ kind, groups: pattern.exec(source.path) })).find(({ groups }) => groups !== null)
    const text = texts.get(source.shownAs ?? source.path)
    if (match === undefined || text === undefined) return []
    const kind = match.kind === 'document-type' && isExtension(text.value) ? 'type-extension' : match.kind
    return [{ source, kind, names: [...(match.groups ?? [])].slice(1), text }]
  })
  for (const { source, kind, names: [module = '', name = '', third = ''], text } of known) {
    const isRight = checkOne(text, kind, check, reporter)
    const value = text.value
    if (kind === 'document-type' && !isRight) sorted.brokenTypes.push(idOf(value) ?? name)
    if (!isRight || value === undefined) continue
    if (kind === 'document-type') {
      sorted.types.push({ id: (value as unknown as DocumentTypeManifest).id, module, file: text.file, manifest: value as JsonObject, partOrigins: [], layouts: {} })
      expectName(reporter, text, name, 'folder')
    }
    if (kind === 'type-extension') {
      const extension = { type: (value as unknown as TypeExtensionManifest).extends, module, file: text.file, manifest: value as unknown as TypeExtensionManifest }
      sorted.extensions.push(extension)
      if (extension.type !== name) reporter.inFile('E111', text.file, ['extends'], `It extends "${extension.type}", but the folder is called "${name}".`, { expected: name, seen: extension.type })
    }
    if (kind === 'module') {
      sorted.modules.push({ id: module, file: text.file, manifest: value as JsonObject })
      expectName(reporter, text, module, 'folder')
    }
    if (kind === 'mixin') {
      sorted.mixins.push({ id: name, module, file: text.file, manifest: value as unknown as MixinManifest })
      expectName(reporter, text, name, 'file')
    }
    if (kind === 'trait') {
      sorted.traits.push({ id: name, module, file: text.file, manifest: value as unknown as TraitManifest })
      expectName(reporter, text, name, 'file')
    }
    if (kind === 'aliases') sorted.aliases.push({ type: name, module, file: text.file, aliases: value as unknown as Aliases })
    if (kind === 'overlay') sorted.overlays.push({ ...readOverlay(value as unknown as Overlay, text.file), text: source.text })
    if (kind === 'print-layout') sorted.layouts.push({ type: name, module, file: text.file, path: `print/${third}.json`, layout: value as JsonObject })
    if (kind === 'cases') {
      const cases = value as unknown as Case[]
      const unknown = (index: number): void => reporter.inFile('E802', text.file, [index, 'like'], 'There is no earlier case of this name.', { seen: cases[index]?.like ?? '', known: cases.slice(0, index).map((one) => one.name) })
      sorted.cases[name] = [...(sorted.cases[name] ?? []), ...completedCases(cases, unknown).map((one, index) => ({ ...one, file: text.file, index }))]
    }
  }
  for (const type of sorted.types) type.layouts = ownLayouts(type, sorted.extensions, sorted.layouts)
  const manifests = new Set(known.map(({ source }) => source.path))
  for (const { type, module, file, path } of sorted.layouts) {
    const manifest = `${module}/${type}/manifest.json`
    if (!manifests.has(manifest)) reporter.inFile('E113', file, [], `Nothing uses the layout "${path}": there is no manifest beside it.`, { expected: manifest })
  }
  return sorted
}

/** Whether a manifest extends a type that is declared elsewhere. */
function isExtension(value: Json | undefined): boolean {
  return isObject(value) && Object.hasOwn(value, 'extends')
}

function checkOne(text: SourceText, kind: SourceKind, check: StructureCheck, reporter: Reporter): boolean {
  for (const problem of text.problems) {
    reporter.inFile(problem.kind === 'syntax' ? 'E101' : 'E102', text.file, problem.path, problem.message, { at: problem.place, ...(problem.seen !== undefined && { seen: problem.seen }) })
  }
  if (text.value === undefined || text.problems.some((problem) => problem.kind === 'syntax')) return false
  // A type is checked again with its traits.
  const found = check(kind, text.value, kind === 'document-type' && isObject(text.value) && hasTraits(text.value))
  reportStructure(reporter, text.file, found)
  return found.length === 0 && text.problems.length === 0
}

function expectName(reporter: Reporter, text: SourceText, expected: string, what: 'folder' | 'file'): void {
  const id = idOf(text.value)
  if (id !== undefined && id !== expected) reporter.inFile('E111', text.file, ['id'], `The id is "${id}", but the ${what} is called "${expected}".`, { expected, seen: id })
}

function idOf(value: Json | undefined): string | undefined {
  const id = isObject(value) ? value['id'] : undefined
  return typeof id === 'string' ? id : undefined
}
