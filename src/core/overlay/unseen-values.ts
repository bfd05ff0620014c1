/** Values that an overlay gives to fields by which the base decides (who approves, what is checked): people must see and be able to change them. */
import { isObject, isSame } from '../document/json.ts'
import type { JsonObject } from '../document/json.ts'
import { fieldOf, fieldsOf, isDecidedBy } from './base-fields.ts'
import { hasNewRule, isHiddenFromMoreRoles, isOnCard } from './must-show.ts'
import { mapAt, valueAt } from './paths.ts'

/** The parts of a manifest that are compared: if none of them changed, nothing was given or hidden. */
const READ = ['schema', 'card', 'rules', 'permissions']

/** Why the type with an overlay gives a field a value that nobody sees; undefined if it does not. */
export function whyUnseen(manifest: JsonObject, base: JsonObject): string | undefined {
  if (READ.every((key) => manifest[key] === base[key])) return undefined
  const field = fieldsGiven(manifest, base).find((name) => fieldOf(base, name) !== undefined && !isOpen(manifest, base, name) && isDecidedBy(base, name))
  return field === undefined ? undefined : `the base decides by "${field}", so people must see the value that an overlay gives it, as in the base`
}

/** Fields of the header and of lines (`lines.amount`) with another first value than in the base, or with a rule that fills them. */
function fieldsGiven(manifest: JsonObject, base: JsonObject): string[] {
  const filling = Object.entries(mapAt(manifest, ['rules'])).filter(([name, rule]) => valueAt(rule, ['fill']) !== undefined && !isSame(rule, valueAt(base, ['rules', name]) ?? null))
  const first = manifest['schema'] === base['schema'] ? [] : fieldsIn(base).filter((field) => hasOtherFirstValue(fieldOf(manifest, field), fieldOf(base, field)))
  return [...first, ...filling.flatMap(([, rule]) => fieldsOf(rule))]
}

function hasOtherFirstValue(now: JsonObject | undefined, before: JsonObject | undefined): boolean {
  return now !== before && ['default', 'x-default'].some((keyword) => !isSame(now?.[keyword] ?? null, before?.[keyword] ?? null))
}

/** Whether people see the field and may change it, as in the base. */
function isOpen(manifest: JsonObject, base: JsonObject, field: string): boolean {
  const array = field.split('.')[0] ?? field
  const isShown = [field, array].every((name) => ['x-hidden', 'x-internal', 'readOnly'].every((keyword) => fieldOf(manifest, name)?.[keyword] !== true))
  return isShown && isOnCard(manifest, base, array) && !isHiddenFromMoreRoles(manifest, base, array) && !hasNewRule(manifest, base, field, ['visible', 'enabled']) && !hasNewRule(manifest, base, array, ['visible', 'enabled'])
}

/** The fields of the type and of its lines, as `lines.amount`. */
function fieldsIn(base: JsonObject): string[] {
  return Object.entries(mapAt(base, ['schema', 'properties'])).flatMap(([name, field]) => {
    const reference = valueAt(field, ['items', '$ref'])
    const shape = typeof reference === 'string' ? valueAt(base, ['schema', ...reference.split('/').slice(1), 'properties']) : undefined
    return [name, ...(isObject(shape) ? Object.keys(shape).map((inner) => `${name}.${inner}`) : [])]
  })
}
