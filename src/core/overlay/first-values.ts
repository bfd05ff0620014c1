/**
 * First values that an overlay gives to new records and lines: none for fields that the base sets, and none that a second person would have
 * to agree to.
 */
import { isObject, isSame } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { withFieldSets, type FieldSets } from '../manifest/read/shorthand/field-sets.ts'
import { fieldOf, isServerOwned, isSet, rulesOn } from './base-fields.ts'
import { mapAt, textsAt, valueAt } from './paths.ts'

/** A value, or an expression for one. */
const FIRST_VALUES = new Set(['default', 'x-default'])

/** The manifest in which the first value just given at the keys, to one of its own fields, is the field's only one. */
export function withOnlyFirstValue(manifest: JsonObject, keys: readonly string[]): JsonObject {
  const keyword = keys.at(-1) ?? ''
  if (keys[0] !== 'schema' || keys.at(-3) !== 'properties' || !FIRST_VALUES.has(keyword)) return manifest
  const field = valueAt(manifest, keys.slice(0, -1))
  // The manifest was copied along the keys for this operation.
  if (isObject(field)) for (const other of FIRST_VALUES) if (other !== keyword) delete field[other]
  return manifest
}

/** Why an overlay may not set a field's first value; undefined if it may, or if the keys lead to something else. */
export function firstValueRefusal(keys: readonly string[], base: JsonObject, current: JsonObject): string | undefined {
  if (keys[0] !== 'schema') return undefined
  const isOfLines = keys[1] === '$defs'
  const [name = '', keyword = ''] = keys.slice(isOfLines ? 4 : 2)
  if (!FIRST_VALUES.has(keyword)) return undefined
  const places = isOfLines ? arraysOf(base, keys[2] ?? '').map((array) => `${array}.${name}`) : [name]
  const owned = places.find((place) => isGivenByBase(base, place))
  if (owned !== undefined) return refusalFor(owned)
  // A value from an expression counts as entered, so the second person is asked about it.
  if (isOfLines || keyword !== 'default' || !controlledIn(current).includes(name)) return undefined
  return `two people decide on "${name}", but nobody would approve its first value`
}

/** Why the card is not allowed: new lines would inherit from the header a field that only the base sets. Undefined if it is allowed. */
export function whyNoInheritance(manifest: JsonObject, base: JsonObject): string | undefined {
  const before = inheritedIn(base)
  const taken = inheritedIn(manifest).find((field) => !before.includes(field) && isGivenByBase(base, field))
  return taken === undefined ? undefined : refusalFor(taken)
}

/**
 * The manifest with the base's first value for every field under dual control: any other value needs a second person. One from an
 * expression counts as entered.
 */
export function withFirstValuesOfBase(manifest: JsonObject, base: JsonObject): JsonObject {
  const properties = mapAt(manifest, ['schema', 'properties'])
  const changed = controlledIn(manifest).filter((name) => valueAt(properties, [name, 'x-default']) === undefined && !isSame(valueAt(properties, [name, 'default']), firstOf(base, name)))
  if (changed.length === 0) return manifest
  const restored = changed.map((name): [string, JsonObject] => {
    const { default: _, ...field } = mapAt(properties, [name])
    const first = firstOf(base, name)
    return [name, first === undefined ? field : { ...field, default: first }]
  })
  return { ...manifest, schema: { ...mapAt(manifest, ['schema']), properties: { ...properties, ...Object.fromEntries(restored) } } }
}

const refusalFor = (field: string): string => `only the base sets the value of "${field}"`
const firstOf = (base: JsonObject, name: string): Json | undefined => valueAt(base, ['schema', 'properties', name, 'default'])

/** Whether users never enter this field of the base, because the server, an action or a rule sets it. */
function isGivenByBase(base: JsonObject, on: string): boolean {
  return fieldOf(base, on) !== undefined && (isServerOwned(base, on) || isSet(base, on) || rulesOn(base, on).some((rule) => valueAt(rule, ['value']) !== undefined))
}

/** The existing fields under dual control. */
function controlledIn(manifest: JsonObject): string[] {
  return textsAt(manifest, ['dualControl', 'fields']).filter((name) => isObject(valueAt(manifest, ['schema', 'properties', name])))
}

/** The arrays whose lines have the shape. */
function arraysOf(base: JsonObject, shape: string): string[] {
  return Object.entries(mapAt(base, ['schema', 'properties'])).filter(([, field]) => valueAt(field, ['items', '$ref']) === `#/$defs/${shape}`).map(([name]) => name)
}

/** The fields that new lines inherit from the header, as `lines.amount`. */
function inheritedIn(manifest: JsonObject): string[] {
  const sets = mapAt(manifest, ['fieldSets']) as FieldSets
  return Object.values(mapAt(manifest, ['card', 'sections'])).flatMap((section) => {
    const array = valueAt(section, ['field'])
    const names = withFieldSets(valueAt(section, ['inherits', 'fields']) ?? [], sets)
    return typeof array === 'string' && Array.isArray(names) ? names.map((name) => `${array}.${String(name)}`) : []
  })
}
