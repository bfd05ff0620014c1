/** Rules of overlays that set fields of the base: only while people could enter the value themselves, so that nothing changes what was approved. */
import { isObject } from '../document/json.ts'
import type { JsonObject } from '../document/json.ts'
import { fieldOf, fieldsOf } from './base-fields.ts'
import { mapAt, textsAt, valueAt } from './paths.ts'
import { statesNamed } from './states-named.ts'

/** The manifest in which the rule, if an overlay added it and it sets a field of the base, applies only in the states in which the field is open. */
export function withRuleInOpenStates(manifest: JsonObject, name: string, base: JsonObject): JsonObject {
  const rule = valueAt(manifest, ['rules', name])
  if (!isObject(rule) || typeof rule['value'] !== 'string' || valueAt(base, ['rules', name]) !== undefined || valueAt(base, ['states']) === undefined) return manifest
  const set = fieldsOf(rule).filter((on) => fieldOf(base, on) !== undefined)
  if (set.length === 0) return manifest
  const [first = [], ...others] = set.map((on) => openStates(base, on))
  const guard = `state in ${JSON.stringify(first.filter((state) => others.every((states) => states.includes(state))))}`
  const { when } = rule
  if (typeof when === 'string' && (when === guard || when.endsWith(`) && ${guard}`))) return manifest
  return { ...manifest, rules: { ...mapAt(manifest, ['rules']), [name]: { ...rule, when: typeof when === 'string' ? `(${when}) && ${guard}` : guard } } }
}

/** The states in which people may enter the field, by an editable state or by an action that saves it. */
function openStates(base: JsonObject, on: string): string[] {
  const states = mapAt(base, ['states'])
  const named = (of: string): string[] => Object.entries(states).flatMap(([name, state]) => (valueAt(state, [of]) === true ? [name] : []))
  const found = new Set([...named('initial'), ...named('editable')])
  for (const action of Object.values(mapAt(base, ['actions']))) {
    if (valueAt(action, ['saves']) !== true) continue
    const fields = valueAt(action, ['fields'])
    const isOpen = fields === undefined || [on, on.split('.')[0]].some((path) => textsAt(action, ['fields']).includes(path ?? ''))
    // Of an editable record, `from` is left out.
    if (isOpen) for (const state of statesNamed(base, textsAt(action, ['from']))) if (Object.hasOwn(states, state)) found.add(state)
  }
  return [...found]
}
