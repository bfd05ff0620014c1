import type { Json, JsonObject } from '../document/json.ts'
import { isObject, isSame, valueAt } from './paths.ts'
import type { Layer } from './overlay-types.ts'

/** Said once for a type and never by an overlay. */
const FIXED = new Set(['id', 'kind', 'key', 'owner', 'stateField', 'version', 'renamedFrom', 'mixins', '$schema'])
/** Limits of which the smaller, or the larger, is the stricter. */
const SMALLER = new Set(['maxLength', 'maximum', 'maxItems', 'maxBytes', 'maxFiles'])
const LARGER = new Set(['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'quorum'])
/** Lists of which fewer, or more, entries are the stricter. */
const FEWER = new Set(['who', 'from', 'can', 'enum', 'types'])
const MORE = new Set(['required', 'hide'])
/** Conditions that a further one makes stricter, and those that a further one makes true more often, which is stricter. */
const NARROWED = new Set(['rows', 'when', 'check', 'enabled', 'visible'])
const WIDENED = new Set(['required'])
const ONLY_TRUE = new Set(['readOnly', 'x-internal', 'x-unique'])
const FIELD_LAYOUT = new Set(['title', 'description', 'x-enum-titles', 'x-placeholder', 'x-widget', 'x-widget-options', 'x-hidden', 'default', 'x-default'])
const ACTION_LAYOUT = new Set(['label', 'icon', 'tone', 'confirm', 'success', 'failure', 'place'])

export interface Verdict { isAllowed: boolean; code?: 'E605' | 'E606'; reason?: string; value?: Json }
const ALLOWED: Verdict = { isAllowed: true }
const refused = (code: 'E605' | 'E606', reason: string): Verdict => ({ isAllowed: false, code, reason })

/** Whether the layer may touch the place at all. */
export function mayTouch(layer: Layer, keys: readonly string[], does: string): Verdict {
  const [first = ''] = keys
  if (FIXED.has(first) || (first === 'schema' && keys.at(-1) === 'type')) return refused('E605', `"${first}" belongs to the base and cannot be changed by an overlay`)
  if (layer === 'user') {
    const isLayout = first === 'list' && keys[1] === 'columns' && (keys.length === 3 ? does === 'move' || does === 'hide' : keys.length === 4 && does === 'set' && ['width', 'hidden'].includes(keys[3] ?? ''))
    return isLayout ? ALLOWED : refused('E605', 'a person changes only order, width and visibility of list columns')
  }
  if (layer === 'role' && ['approval', 'series', 'endpoints', 'lists', 'lookups'].includes(first)) return refused('E605', `"${first}" is the same for all roles`)
  return ALLOWED
}

/** Whether a place is a matter of access or correctness, where an overlay may only be stricter. */
export function isGuarded(keys: readonly string[]): boolean {
  const [first, , third] = keys
  const last = keys.at(-1) ?? ''
  if (first === 'permissions') return true
  if (first === 'rules') return keys.length < 3 || !['message', 'reference'].includes(third ?? '')
  if (first === 'actions') return keys.length < 3 || !ACTION_LAYOUT.has(third ?? '')
  if (first === 'states') return last === 'editable' || last === 'initial' || last === 'final' || keys.length < 3
  if (first === 'attachments') return true
  if (first === 'schema') return !keys.includes('properties') || !FIELD_LAYOUT.has(keys[keys.indexOf('properties') + 2] ?? '')
  return false
}

/** The base says that this rule or action may be loosened. */
export function isRelaxable(manifest: JsonObject, keys: readonly string[]): boolean {
  return (keys[0] === 'rules' || keys[0] === 'actions') && valueAt(manifest, [keys[0], keys[1] ?? '', 'relaxable']) === true
}

/** Whether a value in place of another is stricter; for conditions and lists of duties also what the two make together. */
export function stricter(keys: readonly string[], before: Json | undefined, to: Json, composes: boolean): Verdict {
  const last = keys.at(-1) ?? ''
  const loosens = refused('E606', `the new value of "${last}" is not stricter`)
  if (isSame(before, to)) return { ...ALLOWED, value: to }
  if (SMALLER.has(last)) return typeof to === 'number' && (typeof before !== 'number' || to <= before) ? { ...ALLOWED, value: to } : loosens
  if (LARGER.has(last)) return typeof to === 'number' && (typeof before !== 'number' || to >= before) ? { ...ALLOWED, value: to } : loosens
  if (ONLY_TRUE.has(last)) return to === true ? { ...ALLOWED, value: true } : loosens
  if (last === 'editable') return to === false ? { ...ALLOWED, value: false } : loosens
  if (last === 'pattern') return before === undefined ? { ...ALLOWED, value: to } : loosens
  if (last === 'severity') return to === 'error' ? { ...ALLOWED, value: to } : loosens
  if (FEWER.has(last) && Array.isArray(to)) return before === undefined || (Array.isArray(before) && to.every((item) => before.includes(item))) ? { ...ALLOWED, value: to } : loosens
  if (MORE.has(last) && Array.isArray(to)) return { ...ALLOWED, value: [...new Set([...(Array.isArray(before) ? before : []), ...to])] }
  if (typeof to === 'string' && composes && keys[0] !== 'approval') return composed(keys, before, to) ?? loosens
  return loosens
}

function composed(keys: readonly string[], before: Json | undefined, to: string): Verdict | undefined {
  const last = keys.at(-1) ?? ''
  const isRuleCondition = keys[0] === 'rules' && last === 'when'
  const narrowing = NARROWED.has(last) ? '&&' : undefined
  const operator = WIDENED.has(last) || isRuleCondition ? '||' : narrowing
  if (operator === undefined || (isRuleCondition && before === undefined)) return undefined
  return { isAllowed: true, value: typeof before === 'string' && before !== 'true' ? `(${before}) ${operator} (${to})` : to }
}

/** What may be added where. New rules, fields, sections, columns and steps only add; a permission would open a door. */
export function mayAdd(layer: Layer, keys: readonly string[], value: Json, manifest: JsonObject): Verdict {
  if (keys[0] === 'permissions') return refused('E606', 'a new permission opens what the base keeps closed')
  if (isInside(keys) && isGuarded(keys) && !isRelaxable(manifest, keys)) return refused('E606', 'what is there already is changed by tighten, not by add')
  if (layer === 'role' && (keys[0] === 'actions' || keys[0] === 'states' || keys[0] === 'schema')) return refused('E605', 'a role adds no actions, states or fields')
  if (keys[0] === 'rules' && !(isObject(value) && ['check', 'required', 'enabled', 'visible', 'label', 'fill', 'value'].some((effect) => Object.hasOwn(value, effect)))) return refused('E605', 'a rule needs an effect')
  return ALLOWED
}

/** Within a rule, action, state or field that is there, rather than a new one beside it. */
function isInside(keys: readonly string[]): boolean {
  if (keys[0] !== 'schema') return keys.length > 2
  return keys.at(-2) !== 'properties' && keys.at(-2) !== 'required'
}
