import { isObject } from '../../document/json.ts'
import type { Json, JsonObject } from '../../document/json.ts'
import type { StructureCheck } from './check-structure.ts'
import { copy } from './copy.ts'
import { hasTraits } from './expand-traits.ts'
import type { ExpandedType, Graft } from './expanded.ts'
import type { TypeExtensionManifest } from '../manifest.generated.ts'
import type { Reporter } from './reporter.ts'

/** What a module adds to a type of another, or of a folder before its own. */
export interface ExtensionSource { type: string; module: string; file: string; manifest: TypeExtensionManifest }

/** A print layout, which lies beside the manifest or the extension of the type that prints by it. */
export interface LayoutSource { type: string; module: string; file: string; path: string; layout: JsonObject }

/** Where an extension may add names; `*` is any. What stands elsewhere is said by one alone. */
const HOLDERS = [
  'schema', 'schema.properties', 'schema.$defs', 'schema.$defs.*', 'schema.$defs.*.properties', 'terms', 'fieldSets', 'lists', 'lookups', 'rules', 'list', 'list.columns', 'list.filters',
  'card', 'card.sections', 'card.sections.*', 'card.sections.*.columns', 'actions', 'permissions', 'endpoints', 'messages', 'print', 'reminders',
].map((holder) => holder.split('.'))

/** Lists whose end an extension adds to. */
const LISTS = ['schema.required', 'schema.$defs.*.required', 'list.search', 'card.sections.*.fields'].map((list) => list.split('.'))

/** Says the same in every extension. */
const OWN = new Set(['$schema', 'extends', 'description'])

interface Adding { extension: ExtensionSource; grafts: Graft[]; taken: JsonObject; clash: (at: string[]) => void }

/**
 * The type with what extensions add to it, as if its author had written it: before traits and mixins, so that overlays, checks and
 * screens know no difference. What the type or a trait of it says already is a clash, which is told where the extension says it.
 * @param traited the type with its traits.
 */
export function extendType(type: ExpandedType, traited: JsonObject, extensions: readonly ExtensionSource[], check: StructureCheck, reporter: Reporter): ExpandedType {
  if (extensions.length === 0) return type
  const grafts: Graft[] = [...type.grafts]
  let { manifest } = type
  let taken = traited
  for (const extension of extensions) {
    const given = Object.fromEntries(Object.entries(extension.manifest as unknown as JsonObject).filter(([key]) => !OWN.has(key)))
    const clash = (at: string[]): void => reporter.inFile('E116', extension.file, at, `"${type.id}" says "${at.join('.')}" already.`, { key: true, seen: at.at(-1) ?? '', expected: 'a name of its own' })
    for (const name of mistaken(given, taken)) reporter.inFile('E104', extension.file, ['card', 'sections', name], `"${type.id}" has no section "${name}", and a new one says its kind.`, { expected: 'kind', seen: name, known: Object.keys(sectionsOf(taken)) })
    manifest = added(manifest, given, [], { extension, grafts, taken, clash })
    taken = added(taken, given, [], { extension, grafts: [], taken: {}, clash: () => undefined })
  }
  const extended = { ...type, manifest, grafts }
  // With traits it is judged together with what these say.
  const found = hasTraits(manifest) ? [] : check('document-type', manifest)
  for (const { code, path, message, ...details } of found) reporter.inType(code, extended, path, message, details)
  return extended
}

/** The layouts of the type's own, by path: an extension in a later folder of its module has others beside it. */
export function ownLayouts({ id, module }: ExpandedType, extensions: readonly ExtensionSource[], all: readonly LayoutSource[]): ExpandedType['layouts'] {
  const own = all.filter((one) => one.type === id && one.module === module && !extensions.some((by) => isBeside(one, by)))
  return Object.fromEntries(own.map(({ path, layout }) => [path, layout]))
}

/** The type with the layouts that lie beside the extensions, which name theirs as it names its own. */
export function withLayouts(type: ExpandedType, extensions: readonly ExtensionSource[], all: readonly LayoutSource[], reporter: Reporter): ExpandedType {
  const layouts = { ...type.layouts }
  const isOf = (one: LayoutSource, by: ExtensionSource): boolean => (one.module === type.module ? isBeside(one, by) : one.module === by.module)
  for (const { file, path, layout } of all.filter((one) => one.type === type.id && extensions.some((by) => isOf(one, by)))) {
    if (Object.hasOwn(layouts, path)) reporter.inFile('E116', file, [], `"${type.id}" has a layout "${path}" already.`, { seen: path, expected: 'a name of its own' })
    else layouts[path] = layout
  }
  return { ...type, layouts }
}

/** Whether both lie in one folder: those of a module may be several. */
function isBeside(layout: LayoutSource, extension: ExtensionSource): boolean {
  return layout.type === extension.type && extension.file === `${layout.file.slice(0, -layout.path.length)}manifest.json`
}

/** Sections that only look new: without a kind, what is meant for one that the type has. */
function mistaken(given: JsonObject, taken: JsonObject): string[] {
  return Object.entries(sectionsOf(given)).filter(([name, section]) => !Object.hasOwn(sectionsOf(taken), name) && isObject(section) && section['kind'] === undefined).map(([name]) => name)
}

function sectionsOf(manifest: JsonObject): JsonObject {
  const sections = valueIn(manifest, ['card', 'sections'])
  return isObject(sections) ? sections : {}
}

function added(own: JsonObject, given: JsonObject, at: string[], adding: Adding): JsonObject {
  const result: JsonObject = { ...own }
  for (const [key, value] of Object.entries(given)) {
    const here = [...at, key]
    const mine = Object.hasOwn(own, key) ? own[key] : undefined
    const said = mine ?? valueIn(adding.taken, here)
    if (said === undefined) {
      result[key] = copy(value)
      adding.grafts.push({ at: here, file: adding.extension.file, path: here })
    } else if (isObject(value) && isObject(said) && isOneOf(HOLDERS, here)) result[key] = added(isObject(mine) ? mine : {}, value, here, adding)
    else if (Array.isArray(value) && Array.isArray(mine) && isOneOf(LISTS, here)) {
      for (const [index] of value.entries()) adding.grafts.push({ at: [...here, String(mine.length + index)], file: adding.extension.file, path: [...here, index] })
      result[key] = [...mine, ...value]
    } else if (JSON.stringify(said) !== JSON.stringify(value)) adding.clash(here)
  }
  return result
}

function isOneOf(patterns: readonly string[][], at: readonly string[]): boolean {
  return patterns.some((pattern) => pattern.length === at.length && pattern.every((key, index) => key === '*' || key === at[index]))
}

function valueIn(value: Json, at: readonly string[]): Json | undefined {
  return at.reduce<Json | undefined>((here, key) => (isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined), value)
}
