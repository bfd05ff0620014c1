/** What new records and lines begin with by an overlay: nothing that the base gives, and nothing that a second person would have to be asked about. */
import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { withFieldSets, type FieldSets } from '../manifest/read/shorthand/field-sets.ts'
import { fieldOf, isServerOwned, isSet, rulesOn } from './base-fields.ts'
import { isSame, mapAt, textsAt, valueAt } from './paths.ts'

/** A value, or an expression for it. */
const FIRST_VALUES = new Set(['default', 'x-default'])

/** Why an overlay may not say what a field begins with; undefined where the keys lead to nothing of the kind, or it may. */
export function whyNoFirstValue(keys: readonly string[], base: JsonObject, current: JsonObject): string | undefined {
  if (keys[0] !== 'schema') return undefined
  const isOfLines = keys[1] === '$defs'
  const [name = '', keyword = ''] = keys.slice(isOfLines ? 4 : 2)
  if (!FIRST_VALUES.has(keyword)) return undefined
  const places = isOfLines ? arraysOf(base, keys[2] ?? '').map((array) => `${array}.${name}`) : [name]
  const owned = places.find((place) => isGivenByBase(base, place))
  if (owned !== undefined) return whoGives(owned)
  // What an expression gives counts as entered, and the second person is asked about it.
  if (isOfLines || keyword !== 'default' || !controlledIn(current).includes(name)) return undefined
  return `two people decide on "${name}", and nobody would be asked about a value that it begins with`
}

/** Why a card may not look so: new lines would take from the header what is the base's to give. */
export function whyNoInheritance(manifest: JsonObject, base: JsonObject): string | undefined {
  const before = inheritedIn(base)
  const taken = inheritedIn(manifest).find((field) => !before.includes(field) && isGivenByBase(base, field))
  return taken === undefined ? undefined : whoGives(taken)
}

/** The manifest, in which what is under dual control by an overlay begins with what the base says: a second person is asked about anything else. */
export function withFirstValuesOfBase(manifest: JsonObject, base: JsonObject): JsonObject {
  const properties = mapAt(manifest, ['schema', 'properties'])
  const begun = controlledIn(manifest).filter((name) => !isSame(valueAt(properties, [name, 'default']), firstOf(base, name)))
  if (begun.length === 0) return manifest
  const mended = begun.map((name): [string, JsonObject] => {
    const { default: _, ...field } = mapAt(properties, [name])
    const first = firstOf(base, name)
    return [name, first === undefined ? field : { ...field, default: first }]
  })
  return { ...manifest, schema: { ...mapAt(manifest, ['schema']), properties: { ...properties, ...Object.fromEntries(mended) } } }
}

const whoGives = (field: string): string => `the value of "${field}" is the base's to give`
const firstOf = (base: JsonObject, name: string): Json | undefined => valueAt(base, ['schema', 'properties', name, 'default'])

/** Whether people never give the base's field its value: the server, an action or a rule does. */
function isGivenByBase(base: JsonObject, on: string): boolean {
  return fieldOf(base, on) !== undefined && (isServerOwned(base, on) || isSet(base, on) || rulesOn(base, on).some((rule) => valueAt(rule, ['value']) !== undefined))
}

/** The fields under dual control that there are. */
function controlledIn(manifest: JsonObject): string[] {
  return textsAt(manifest, ['dualControl', 'fields']).filter((name) => isObject(valueAt(manifest, ['schema', 'properties', name])))
}

/** The arrays whose lines have the shape. */
function arraysOf(base: JsonObject, shape: string): string[] {
  return Object.entries(mapAt(base, ['schema', 'properties'])).filter(([, field]) => valueAt(field, ['items', '$ref']) === `#/$defs/${shape}`).map(([name]) => name)
}

/** What new lines take from the header, as `lines.amount`. */
function inheritedIn(manifest: JsonObject): string[] {
  const sets = mapAt(manifest, ['fieldSets']) as FieldSets
  return Object.values(mapAt(manifest, ['card', 'sections'])).flatMap((section) => {
    const array = valueAt(section, ['field'])
    const names = withFieldSets(valueAt(section, ['inherits', 'fields']) ?? [], sets)
    return typeof array === 'string' && Array.isArray(names) ? names.map((name) => `${array}.${String(name)}`) : []
  })
}
