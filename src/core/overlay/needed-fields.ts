import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { isSame } from './paths.ts'

/** The required fields that people have to enter and that stand nowhere on the card; those of lines as `lines.field`. */
function neededUnseen(manifest: JsonObject): string[] {
  const schema = objectAt(manifest, 'schema')
  const rules = Object.values(objectAt(manifest, 'rules')).filter(isObject)
  const worksOut = (field: string): boolean => rules.some((rule) => rule['value'] !== undefined && [rule['on']].flat().includes(field))
  const seen = seenOn(manifest)
  const neededIn = (shape: JsonObject, prefix: string): string[] => textsIn(shape['required']).filter((name) => {
    const field = objectAt(objectAt(shape, 'properties'), name)
    return isEntered(field) && !worksOut(prefix + name) && (field['x-hidden'] === true || (seen !== undefined && !seen.has(prefix + name)))
  }).map((name) => prefix + name)
  const lines = Object.entries(objectAt(schema, 'properties')).flatMap(([array, field]) => {
    const reference = isObject(field) ? objectAt(field, 'items')['$ref'] : undefined
    return typeof reference === 'string' ? neededIn(objectAt(objectAt(schema, '$defs'), reference.split('/').at(-1) ?? ''), `${array}.`) : []
  })
  return [...neededIn(schema, ''), ...lines]
}

/** The fields that were to be seen, or need not be entered, and that the change leaves nowhere to be entered. */
export function neededAndHidden(before: JsonObject, after: JsonObject): string[] {
  // Most operations touch neither.
  if (isSame(before['schema'], after['schema']) && isSame(before['card'], after['card'])) return []
  const known = neededUnseen(before)
  return neededUnseen(after).filter((field) => !known.includes(field))
}

const GIVEN = ['default', 'x-default', 'x-compute', 'x-stamp']

function isEntered(field: JsonObject): boolean {
  return field['readOnly'] !== true && field['x-internal'] !== true && GIVEN.every((key) => field[key] === undefined)
}

/** What stands on the card; undefined where the type says no sections, whose card shows everything. */
function seenOn(manifest: JsonObject): Set<string> | undefined {
  const sections = objectAt(manifest, 'card')['sections']
  if (!isObject(sections)) return undefined
  const sets = objectAt(manifest, 'fieldSets')
  const spread = (names: Json | undefined): string[] => textsIn(names).flatMap((name) => (name.startsWith('@') ? textsIn(sets[name.slice(1)]) : [name]))
  return new Set(Object.values(sections).filter(isObject).flatMap((section) => {
    const array = section['field']
    if (section['kind'] !== 'lines' || typeof array !== 'string') return spread(section['fields'])
    const dialogs = Object.values(objectAt(section, 'dialogs')).filter(isObject).flatMap((dialog) => spread(dialog['fields']))
    return [array, ...[...Object.keys(objectAt(section, 'columns')), ...dialogs].map((name) => `${array}.${name}`)]
  }))
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key]
  return isObject(found) ? found : {}
}

function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
