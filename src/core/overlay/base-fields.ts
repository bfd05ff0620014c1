/** Fields of the base as overlays see them: who sets their values, and which rules are on them. `amount`, or `lines.amount` for lines. */
import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { wireStateFields } from '../manifest/read/shorthand/wire-state-fields.ts'
import { mapAt, textsAt, valueAt } from './paths.ts'

/** The field, if the base has it. */
export function fieldOf(base: JsonObject, on: string): JsonObject | undefined {
  const field = valueAt(shapeOf(base, on), ['properties', on.split('.').at(-1) ?? ''])
  return isObject(field) ? field : undefined
}

/** Whether the base requires the field. */
export function isRequired(base: JsonObject, on: string): boolean {
  return textsAt(shapeOf(base, on) ?? {}, ['required']).includes(on.split('.').at(-1) ?? '')
}

/** Whether only the server sets the field's value: it calculates, stamps or maintains it, or it follows from the state. */
export function isServerOwned(base: JsonObject, on: string): boolean {
  if (base['kind'] === 'ledger' || [base['key'], base['owner'], base['stateField'] ?? 'status'].includes(on)) return true
  // Overlays change what the author wrote, in which fields that follow from the state are not computed yet.
  if (Object.hasOwn(wireStateFields(base), on)) return true
  // If users may not enter an array as a whole, they may not enter any field of its lines.
  const array = on.includes('.') ? fieldOf(base, on.split('.')[0] ?? '') : undefined
  return [fieldOf(base, on), array].some((field) => field !== undefined && isClosed(field))
}

const isClosed = (field: JsonObject): boolean => field['readOnly'] === true || field['x-internal'] === true || field['x-compute'] !== undefined || field['x-stamp'] !== undefined

/** Whether an action or an approval of the base sets the field. */
export function isSet(base: JsonObject, on: string): boolean {
  const setters = [...Object.values(mapAt(base, ['actions'])), ...Object.values(mapAt(base, ['approvals']))].filter(isObject).concat(mapAt(base, ['approval']))
  return setters.some((setter) => Object.keys(mapAt(setter, ['sets'])).some((set) => set === on || set === on.split('.')[0]))
}

/** The base's rules on the field. */
export function rulesOn(base: JsonObject, on: string): Json[] {
  return Object.values(mapAt(base, ['rules'])).filter((rule) => fieldsOf(rule).includes(on))
}

/**
 * Whether the base decides by what people enter in the field: who approves, what actions need, what is counted, what rules on other fields
 * check; also through fields that are computed from it. Compared by name, so that a field of lines counts for one of the header, too.
 */
export function isDecidedBy(base: JsonObject, on: string): boolean {
  const reading = new Set([on.split('.').at(-1) ?? ''])
  const reads = (text: string): boolean => [...reading].some((name) => new RegExp(`\\.${name}\\b`).test(text))
  const fields = [mapAt(base, ['schema']), ...Object.values(mapAt(base, ['schema', '$defs'])).filter(isObject)].flatMap((shape) => Object.entries(mapAt(shape, ['properties'])))
  for (let size = 0; size < reading.size;) {
    size = reading.size
    for (const [name, field] of fields) if (reads(JSON.stringify(valueAt(field, ['x-compute']) ?? ''))) reading.add(name)
  }
  const checks = Object.values(mapAt(base, ['rules'])).filter((rule) => !fieldsOf(rule).includes(on)).map((rule) => ['check', 'min', 'max'].map((effect) => valueAt(rule, [effect]) ?? ''))
  return reads(JSON.stringify([...['approval', 'approvals', 'lookups', 'actions', 'terms', 'permissions'].map((part) => base[part] ?? ''), ...checks]))
}

/** Whether people decide on the records of the type: in approvals, or as the second person of a change. */
export function isDecidedOn(base: JsonObject): boolean {
  return ['approval', 'approvals', 'dualControl'].some((part) => base[part] !== undefined)
}

/** The fields that a rule is on. */
export function fieldsOf(rule: Json): string[] {
  const on = valueAt(rule, ['on'])
  return typeof on === 'string' ? [on] : textsAt(rule, ['on'])
}

/** The shape that contains the field: that of the document or of the lines. */
function shapeOf(base: JsonObject, on: string): JsonObject | undefined {
  const [first = '', second] = on.split('.')
  const reference = second === undefined ? undefined : valueAt(base, ['schema', 'properties', first, 'items', '$ref'])
  const shape = typeof reference === 'string' ? valueAt(base, ['schema', ...reference.split('/').slice(1)]) : valueAt(base, ['schema'])
  return isObject(shape) ? shape : undefined
}
