import type { ASTNode } from '@marcbachmann/cel-js'
import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { sectionKind } from '../manifest/language/section-kind.ts'
import { parsePlainly } from '../expressions/syntax-tree.ts'

const READ = ['schema', 'card', 'rules', 'fieldSets']
const neededByManifest = new WeakMap<JsonObject, ReadonlySet<string>>()

/**
 * The required fields that users have to enter and the card does not show; those of lines as `lines.field`. Cached, and taken from the
 * manifest `from` if that shares everything read here.
 */
export function requiredUnshown(manifest: JsonObject, from?: JsonObject): ReadonlySet<string> {
  const isShared = from !== undefined && READ.every((key) => manifest[key] === from[key])
  const found = neededByManifest.get(manifest) ?? (isShared ? neededByManifest.get(from) : undefined) ?? new Set(findNeededUnshown(manifest))
  neededByManifest.set(manifest, found)
  return found
}

function findNeededUnshown(manifest: JsonObject): string[] {
  const schema = objectAt(manifest, 'schema')
  const computedByRule = new Set(Object.values(objectAt(manifest, 'rules')).filter(isObject).flatMap((rule) => (rule['value'] === undefined ? [] : [rule['on']].flat())))
  const shown = shownOn(manifest)
  const neededIn = (shape: JsonObject, prefix: string): string[] => textsIn(shape['required']).filter((name) => {
    const field = objectAt(objectAt(shape, 'properties'), name)
    return isEntered(field) && !computedByRule.has(prefix + name) && (field['x-hidden'] === true || (shown !== undefined && !shown.has(prefix + name)))
  }).map((name) => prefix + name)
  const lines = Object.entries(objectAt(schema, 'properties')).flatMap(([array, field]) => {
    const reference = isObject(field) ? objectAt(field, 'items')['$ref'] : undefined
    return typeof reference === 'string' ? neededIn(objectAt(objectAt(schema, '$defs'), reference.split('/').at(-1) ?? ''), `${array}.`) : []
  })
  return [...neededIn(schema, ''), ...lines]
}

const VALUE_SOURCES = ['default', 'x-default', 'x-compute', 'x-stamp']

function isEntered(field: JsonObject): boolean {
  return field['readOnly'] !== true && field['x-internal'] !== true && VALUE_SOURCES.every((key) => field[key] === undefined)
}

/** The fields on the card; undefined if the type defines no sections, because its card then shows everything. */
function shownOn(manifest: JsonObject): Set<string> | undefined {
  const sections = objectAt(manifest, 'card')['sections']
  if (!isObject(sections)) return undefined
  const sets = objectAt(manifest, 'fieldSets')
  const spread = (names: Json | undefined): string[] => textsIn(names).flatMap((name) => (name.startsWith('@') ? textsIn(sets[name.slice(1)]) : [name]))
  return new Set(Object.values(sections).filter(isObject).filter(({ when }) => !isNever(when)).flatMap((section) => {
    const array = section['field']
    const kind = sectionKind(section)
    if (kind === 'fields') return spread(section['fields'])
    if (kind !== 'lines' || typeof array !== 'string') return []
    const dialogs = Object.values(objectAt(section, 'dialogs')).filter(isObject).flatMap((dialog) => spread(dialog['fields']))
    return [array, ...[...Object.keys(objectAt(section, 'columns')), ...dialogs].map((name) => `${array}.${name}`)]
  }))
}

/** Whether a condition never holds, whatever it reads. */
function isNever(condition: Json | undefined): boolean {
  // Few conditions are like that, and each is tested again after many operations: avoid parsing the others.
  if (typeof condition !== 'string' || !condition.includes('false')) return false
  try {
    return isFalse(parsePlainly(condition))
  } catch {
    // A condition that cannot be parsed is reported when the type is checked.
    return false
  }
}

function isFalse(node: ASTNode): boolean {
  if (node.op === '&&') return node.args.some(isFalse)
  return node.op === '||' ? node.args.every(isFalse) : node.op === 'value' && node.args === false
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key]
  return isObject(found) ? found : {}
}

function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}
