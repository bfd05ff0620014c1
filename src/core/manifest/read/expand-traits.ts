import { isObject } from '../../document/json.ts'
import type { Json, JsonObject } from '../../document/json.ts'
import { copy } from './copy.ts'
import type { ExpandedType, PartOrigin } from './expanded.ts'
import type { DocumentTypeManifest, TraitManifest } from '../language/manifest.generated.ts'
import type { KeyPath, Reporter } from './reporter.ts'

export interface TraitSource { id: string; module: string; file: string; manifest: TraitManifest }

/** A parameter of a trait, for what differs from type to type: `$initial`. */
const PARAMETER = /\$([a-z][A-Za-z0-9]*)/g

/**
 * Merges into a type what its traits define and the type itself does not. Objects are merged key by key; any other value of the type wins.
 * The keys of a trait come first, in its order, except for fields, which come last. A key that only the type has goes after the key that it
 * follows there, or before the first key that both have. So a field that the type names, even without content, keeps the type's order.
 * Traits are applied in the order in which they are named, and a trait that is used several times in the order of its parameter sets; the
 * first one that defines something wins.
 */
export function expandTraits(type: ExpandedType, traits: readonly TraitSource[], reporter: Reporter): ExpandedType {
  const used = usesOf((type.manifest as unknown as DocumentTypeManifest).traits)
  if (used.length === 0) return type
  const origins: PartOrigin[] = [...type.partOrigins]
  let { manifest } = type
  for (const { name, sets } of used) {
    const trait = traits.find((one) => one.id === name && one.module === type.module) ?? traits.find((one) => one.id === name)
    if (trait === undefined) {
      reporter.inFile('E282', type.file, ['traits', name], `There is no trait "${name}".`, { key: true, seen: name, known: traits.map(({ id }) => id) })
      continue
    }
    const known = Object.keys(trait.manifest.parameters ?? {})
    for (const { at, given } of sets) {
      for (const parameter of Object.keys(given)) {
        if (!known.includes(parameter)) reporter.inFile('E283', type.file, ['traits', name, ...at, parameter], `The trait "${name}" has no parameter "${parameter}".`, { key: true, seen: parameter, known })
      }
    }
    const brought = sets.map(({ given }) => filledIn(trait, given, type.manifest)).reduce(joined)
    manifest = merged(manifest, brought, { origins, file: trait.file, at: [], from: ['manifest'] })
  }
  return { ...type, manifest, partOrigins: origins }
}

/** Whether the type uses traits. */
export function hasTraits(manifest: JsonObject): boolean {
  return manifest['traits'] !== undefined
}

/** The sets of parameters that a trait is used with, and where each is below its name. */
interface Use { name: string; sets: { at: KeyPath; given: Record<string, string> }[] }

function usesOf(traits: DocumentTypeManifest['traits']): Use[] {
  if (traits === undefined) return []
  if (Array.isArray(traits)) return traits.map((name) => ({ name, sets: [{ at: [], given: {} }] }))
  return Object.entries(traits).map(([name, given]) => ({ name, sets: Array.isArray(given) ? given.map((one, index) => ({ at: [index], given: one })) : [{ at: [], given }] }))
}

/** What a trait supplies with one set of parameters, and then with the next. */
function joined(first: JsonObject, next: JsonObject): JsonObject {
  return Object.entries(next).reduce((all, [key, value]) => {
    const known = Object.hasOwn(all, key) ? all[key] : undefined
    return { ...all, [key]: isObject(known) && isObject(value) ? joined(known, value) : (known ?? value) }
  }, first)
}

/** The trait's manifest with the type's own words in place of its parameters. `$key`, `$owner` and `$stateField` are those of the type. */
function filledIn({ manifest }: TraitSource, given: Record<string, string>, type: JsonObject): JsonObject {
  const { key, owner, stateField } = type as unknown as DocumentTypeManifest
  const defaults = Object.fromEntries(Object.entries(manifest.parameters ?? {}).map(([name, { default: value }]) => [name, value]))
  const words: Record<string, string | undefined> = { key, owner, stateField: stateField ?? 'status', ...defaults, ...given }
  const text = JSON.stringify(manifest.manifest).replace(PARAMETER, (whole, name: string) => (Object.hasOwn(words, name) && words[name] !== undefined ? JSON.stringify(words[name]).slice(1, -1) : whole))
  return JSON.parse(text) as JsonObject
}

interface Merging { origins: PartOrigin[]; file: string; at: KeyPath; from: KeyPath }

function merged(own: JsonObject, brought: JsonObject, merging: Merging): JsonObject {
  const below = (key: string): Merging => ({ ...merging, at: [...merging.at, key], from: [...merging.from, key] })
  const all: [string, Json][] = Object.entries(brought).map(([key, value]): [string, Json] => {
    const mine = Object.hasOwn(own, key) ? own[key] : undefined
    if (isObject(mine) && isObject(value)) return [key, merged(mine, value, below(key))]
    if (mine !== undefined) return [key, mine]
    merging.origins.push({ at: below(key).at.map(String), file: merging.file, path: [...below(key).from] })
    return [key, copy(value)]
  })
  if (merging.at.at(-1) === 'properties') return { ...own, ...Object.fromEntries(all) }
  const shared = Object.keys(own).find((key) => Object.hasOwn(brought, key))
  let previous: string | undefined
  for (const [key, value] of Object.entries(own)) {
    if (!Object.hasOwn(brought, key)) all.splice(placeFor(all, previous, shared), 0, [key, value])
    previous = key
  }
  return Object.fromEntries(all)
}

/** Where a key goes that only the type has: after the key that it follows there, else before the first key that both have. */
function placeFor(all: readonly [string, Json][], previous: string | undefined, shared: string | undefined): number {
  if (previous !== undefined) return all.findIndex(([one]) => one === previous) + 1
  return shared === undefined ? all.length : all.findIndex(([one]) => one === shared)
}
