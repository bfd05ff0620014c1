import { isObject } from '../../document/json.ts'
import type { Json, JsonObject } from '../../document/json.ts'
import type { StructureCheck } from './check-structure.ts'
import { copy } from './copy.ts'
import { hasTraits } from './expand-traits.ts'
import type { ExpandedType, PartOrigin } from './expanded.ts'
import type { TypeExtensionManifest } from '../language/manifest.generated.ts'
import type { Reporter } from './reporter.ts'

/** What a module adds to a type of another module, or of its own in an earlier folder. */
export interface ExtensionSource { type: string; module: string; file: string; manifest: TypeExtensionManifest }

/** A print layout, in the folder of the manifest or the extension that prints with it. */
export interface LayoutSource { type: string; module: string; file: string; path: string; layout: JsonObject }

/** Where an extension may add names; `*` is any name. Anywhere else only one manifest may define a value. */
const HOLDERS = [
  'schema', 'schema.properties', 'schema.$defs', 'schema.$defs.*', 'schema.$defs.*.properties', 'terms', 'fieldSets', 'lists', 'lookups', 'rules', 'list', 'list.columns', 'list.filters',
  'card', 'card.sections', 'card.sections.*', 'card.sections.*.columns', 'actions', 'permissions', 'endpoints', 'messages', 'print', 'reminders',
].map((holder) => holder.split('.'))

/** Lists that an extension may append to. */
const LISTS = ['schema.required', 'schema.$defs.*.required', 'list.search', 'card.sections.*.fields'].map((list) => list.split('.'))

/** Keys of the extension itself, which it does not add to the type. */
const OWN = new Set(['$schema', 'extends', 'description'])

interface Adding { extension: ExtensionSource; origins: PartOrigin[]; taken: JsonObject; clash: (at: string[]) => void }

/**
 * Adds extensions to a type, as if its author had written them: before traits and mixins, so that overlays, checks and screens see no
 * difference. What the type or one of its traits already defines otherwise is a clash, which is reported in the extension.
 * @param traited the type with its traits.
 */
export function extendType(type: ExpandedType, traited: JsonObject, extensions: readonly ExtensionSource[], check: StructureCheck, reporter: Reporter): ExpandedType {
  if (extensions.length === 0) return type
  const origins: PartOrigin[] = [...type.partOrigins]
  let { manifest } = type
  let taken = traited
  for (const extension of extensions) {
    const given = Object.fromEntries(Object.entries(extension.manifest as unknown as JsonObject).filter(([key]) => !OWN.has(key)))
    const clash = (at: string[]): void => reporter.inFile('E116', extension.file, at, `"${type.id}" already declares "${at.join('.')}".`, { key: true, seen: at.at(-1) ?? '', expected: 'a name of its own' })
    for (const name of mistaken(given, taken)) reporter.inFile('E104', extension.file, ['card', 'sections', name], `"${type.id}" has no section "${name}", and a new one needs its kind.`, { expected: 'kind', seen: name, known: Object.keys(sectionsOf(taken)) })
    manifest = added(manifest, given, [], { extension, origins, taken, clash })
    taken = added(taken, given, [], { extension, origins: [], taken: {}, clash: () => undefined })
  }
  const extended = { ...type, manifest, partOrigins: origins }
  // A type with traits is checked together with them.
  const found = hasTraits(manifest) ? [] : check('document-type', manifest)
  for (const { code, path, message, ...details } of found) reporter.inType(code, extended, path, message, details)
  return extended
}

/** The type's own layouts, by path; an extension in a later folder of its module has others in its folder. */
export function ownLayouts({ id, module }: ExpandedType, extensions: readonly ExtensionSource[], all: readonly LayoutSource[]): ExpandedType['layouts'] {
  const own = all.filter((one) => one.type === id && one.module === module && !extensions.some((by) => isBeside(one, by)))
  return Object.fromEntries(own.map(({ path, layout }) => [path, layout]))
}

/** The type with the layouts in the folders of its extensions, which refer to them as the type refers to its own. */
export function withLayouts(type: ExpandedType, extensions: readonly ExtensionSource[], all: readonly LayoutSource[], reporter: Reporter): ExpandedType {
  const layouts = { ...type.layouts }
  const isOf = (one: LayoutSource, by: ExtensionSource): boolean => (one.module === type.module ? isBeside(one, by) : one.module === by.module)
  for (const { file, path, layout } of all.filter((one) => one.type === type.id && extensions.some((by) => isOf(one, by)))) {
    if (Object.hasOwn(layouts, path)) reporter.inFile('E116', file, [], `"${type.id}" already has a layout "${path}".`, { seen: path, expected: 'a name of its own' })
    else layouts[path] = layout
  }
  return { ...type, layouts }
}

/** Whether both are in one folder: a module may have several. */
function isBeside(layout: LayoutSource, extension: ExtensionSource): boolean {
  return layout.type === extension.type && extension.file === `${layout.file.slice(0, -layout.path.length)}manifest.json`
}

/** Sections that only look new: without a kind, they are meant for one that the type has. */
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
    const existing = mine ?? valueIn(adding.taken, here)
    if (existing === undefined) {
      result[key] = copy(value)
      adding.origins.push({ at: here, file: adding.extension.file, path: here })
    } else if (isObject(value) && isObject(existing) && isOneOf(HOLDERS, here)) result[key] = added(isObject(mine) ? mine : {}, value, here, adding)
    else if (Array.isArray(value) && Array.isArray(mine) && isOneOf(LISTS, here)) {
      for (const [index] of value.entries()) adding.origins.push({ at: [...here, String(mine.length + index)], file: adding.extension.file, path: [...here, index] })
      result[key] = [...mine, ...value]
    } else if (JSON.stringify(existing) !== JSON.stringify(value)) adding.clash(here)
  }
  return result
}

function isOneOf(patterns: readonly string[][], at: readonly string[]): boolean {
  return patterns.some((pattern) => pattern.length === at.length && pattern.every((key, index) => key === '*' || key === at[index]))
}

function valueIn(value: Json, at: readonly string[]): Json | undefined {
  return at.reduce<Json | undefined>((here, key) => (isObject(here) && Object.hasOwn(here, key) ? here[key] : undefined), value)
}
