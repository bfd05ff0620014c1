import { isObject, isSame } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { isExpression } from '../expressions/dependencies.ts'
import { KEYWORD_ENTRIES, type OverlayChange } from '../manifest/language/field-keywords.ts'
import { LAYOUT_KEYWORDS } from '../manifest/language/action-keywords.ts'
import { RULE_EFFECTS, actionRefusal, ruleRefusal, stateRefusal, stepRefusal } from './additions.ts'
import type { Layer } from './overlay-types.ts'
import { valueAt } from './paths.ts'
import { statesNamed } from './states-named.ts'

/** Defined once for a type; no overlay may change these. */
const FIXED = new Set(['id', 'kind', 'key', 'owner', 'ownerChosenBy', 'stateField', 'version', 'renamedFrom', 'traits', 'mixins', 'entries', 'fieldSets', 'selectable', '$schema', 'endpoints', 'approvals', 'gapless'])
/** The lists of a dual control that an overlay may extend. */
const CONTROLLED_FIELDS = new Set(['dualControl.fields', 'dualControl.notOwn', 'dualControl.gainers'])
/** Why a key belongs to the base, where the reason is not obvious. */
const WHY_FIXED: Record<string, string> = { endpoints: 'the routes are the same for everybody and come from the base', approvals: 'the base defines who decides on a later stage', gapless: 'numbers that auditors count are the same for everybody', entries: 'the base defines what is posted', selectable: 'the base defines which records may be chosen' }
/** How a guarded value may change, by its key; each keyword of a field declares this itself. */
const CHANGES: Partial<Record<string, OverlayChange>> = {
  ...Object.fromEntries(KEYWORD_ENTRIES.map(([keyword, { overlays }]) => [keyword, overlays])),
  maxBytes: 'smaller', maxFiles: 'smaller', quorum: 'larger', who: 'fewer', from: 'fewer', can: 'fewer', types: 'fewer', needsRevision: 'to true', notByOwner: 'to true',
}
/** Lists for which more entries are stricter. */
const LISTS_THAT_MAY_GROW = new Set(['required', 'hide'])
/** Conditions that become stricter when another one is added to them, and those that become stricter when they hold more often. */
const NARROWED = new Set(['rows', 'when', 'check', 'enabled', 'visible'])
const WIDENED = new Set(['required'])
/** Parts of an approval that people read, and the time they have for it. */
const APPROVAL_LAYOUT = new Set(['title', 'dueDays', 'summary'])
/** Limits that apply if the base defines none; an overlay may lower them. */
const IMPLICIT_LIMITS: Record<string, number> = { maxBytes: 2_000_000, maxFiles: 10, maxItems: 500 }
/** Parts of a relaxable action that may be loosened: who may perform it, and when. */
const RELAXED_OF_ACTION = new Set(['who', 'when'])

export interface GuardResult { isAllowed: boolean; code?: 'E605' | 'E606'; reason?: string; value?: Json }
const ALLOWED: GuardResult = { isAllowed: true }
const refused = (code: 'E605' | 'E606', reason: string): GuardResult => ({ isAllowed: false, code, reason })

/** Whether the layer may change the place at all. */
export function mayChangePlace(layer: Layer, keys: readonly string[], does: string): GuardResult {
  const [first = ''] = keys
  if (FIXED.has(first) || (first === 'schema' && keys.at(-1) === 'type')) {
    const why = WHY_FIXED[first]
    return refused('E605', `"${first}" belongs to the base and cannot be changed by an overlay${why === undefined ? '' : `: ${why}`}`)
  }
  if (isDecidedByBase(keys, does)) return refused('E605', `"${keys.join('.')}" decides what is counted, asked for or done, and is the base's; captions may be changed`)
  if (first === 'terms' && does !== 'add') return refused('E605', 'a term of the base means the same everywhere; change the place where it is used')
  if (does === 'move' && ['rules', 'approval', 'permissions'].includes(first)) return refused('E605', `the order of "${first}" is the base's`)
  if (layer === 'user') {
    const isLayout = first === 'list' && keys[1] === 'columns' && (keys.length === 3 ? does === 'move' || does === 'hide' : keys.length === 4 && does === 'set' && ['width', 'hidden'].includes(keys[3] ?? ''))
    return isLayout ? ALLOWED : refused('E605', 'a person changes only order, width and visibility of list columns')
  }
  if (layer === 'role' && ['approval', 'series', 'lists', 'lookups', 'dualControl'].includes(first)) return refused('E605', `"${first}" is the same for all roles`)
  return ALLOWED
}

/** Parts of a step of a wizard that decide what is asked for. */
const DECIDES_IN_STEP = new Set(['when', 'needs', 'checkedFor'])

/** What accounts and statements count, what jobs do, when a step of a wizard is left, and what leaves the portal as a calendar. */
function isDecidedByBase(keys: readonly string[], does: string): boolean {
  const [first = '', second, third, fourth] = keys
  if (first === 'balances') return !(does === 'set' && second === 'figures' && fourth === 'title' && keys.length === 4)
  if (first === 'job' || first === 'statement') return true
  if (first === 'list') return does !== 'hide' && second === 'calendar' && (keys.length === 2 || third === 'feed')
  if (first !== 'wizard') return false
  return DECIDES_IN_STEP.has(fourth ?? '') || (does === 'set' && (keys.length === 1 || (second === 'steps' && keys.length < 4)))
}

/** Whether a place concerns access or correctness, where an overlay may only be stricter. */
export function isGuarded(keys: readonly string[]): boolean {
  const [first, , third] = keys
  const last = keys.at(-1) ?? ''
  if (first === 'permissions' || first === 'dualControl' || first === 'needsRevision') return true
  if (first === 'rules') return keys.length < 3 || !['message', 'reference'].includes(third ?? '')
  if (first === 'actions') return keys.length < 3 || !LAYOUT_KEYWORDS.has(third ?? '')
  if (first === 'states') return ['editable', 'initial', 'final', 'renamedFrom', 'wire', 'was'].includes(third ?? '') || keys.length < 3
  if (first === 'attachments' || first === 'lists' || first === 'lookups') return true
  if (first === 'approval') return isStep(keys) || !APPROVAL_LAYOUT.has(last)
  if (first === 'print') return keys.length < 3 || third === 'when'
  if (first === 'schema') return !keys.includes('properties') || CHANGES[keys[keys.indexOf('properties') + 2] ?? ''] !== 'freely'
  return false
}

/** Whether the base allows this rule, this step of an approval, or who may perform this action, to be loosened. */
export function isRelaxable(base: JsonObject, keys: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = keys
  if (first === 'approval') return second === 'steps' && keys.length > 3 && valueAt(base, [first, second, third, 'relaxable']) === true
  if (valueAt(base, [first, second, 'relaxable']) !== true) return false
  if (first === 'actions') return RELAXED_OF_ACTION.has(third)
  // Not its field, and no effect that the base's rule does not have: that would be another rule.
  return first === 'rules' && third !== 'on' && (keys.length < 3 || !RULE_EFFECTS.includes(third) || valueAt(base, [first, second, third]) !== undefined)
}

const isStep = (keys: readonly string[]): boolean => keys[0] === 'approval' && keys[1] === 'steps' && keys.length === 3

/** The manifest that contains a value; with `composes`, conditions and lists are combined with the value that they replace. */
interface Replacing { manifest: JsonObject; composes: boolean }

/** Whether a value is at least as strict as the one it replaces; returns the value to write. */
export function stricter(keys: readonly string[], before: Json | undefined, to: Json, { manifest, composes }: Replacing): GuardResult {
  const last = keys.at(-1) ?? ''
  const loosens = refused('E606', `the new value of "${last}" is not stricter`)
  if (isSame(before, to)) return { ...ALLOWED, value: to }
  const limit = before ?? IMPLICIT_LIMITS[last]
  const change = CHANGES[last]
  if (change === 'smaller') return typeof to === 'number' && (typeof limit !== 'number' || to <= limit) ? { ...ALLOWED, value: to } : loosens
  if (last === 'quorum' && before === undefined) return loosens
  if (change === 'larger') return typeof to === 'number' && (typeof before !== 'number' || to >= before) ? { ...ALLOWED, value: to } : loosens
  if (change === 'to true') return to === true ? { ...ALLOWED, value: true } : loosens
  if (change === 'if absent') return before === undefined ? { ...ALLOWED, value: to } : loosens
  if (last === 'stepUp') return to === 'rights' || (to === true && before !== 'rights') ? { ...ALLOWED, value: to } : loosens
  if (last === 'editable') return to === false ? { ...ALLOWED, value: false } : loosens
  if (last === 'severity') return to === 'error' ? { ...ALLOWED, value: to } : loosens
  if (change === 'fewer' && Array.isArray(to)) return (before === undefined && keys[0] !== 'attachments') || (Array.isArray(before) && isSubset(manifest, last, to, before)) ? { ...ALLOWED, value: to } : loosens
  if ((LISTS_THAT_MAY_GROW.has(last) || CONTROLLED_FIELDS.has(keys.join('.'))) && Array.isArray(to)) {
    const kept = Array.isArray(before) ? before : []
    // `set` writes the value as it is, so it must contain the base's entries.
    if (!composes) return kept.every((item) => to.includes(item)) ? { ...ALLOWED, value: to } : loosens
    return { ...ALLOWED, value: [...new Set([...kept, ...to])] }
  }
  if (typeof to === 'string' && composes) return composed(keys, before, to) ?? loosens
  return loosens
}

/** Whether `inner` is a subset of `outer`; for states, after wire names are expanded. */
function isSubset(manifest: JsonObject, key: string, inner: Json[], outer: Json[]): boolean {
  const expanded = (list: Json[]): Json[] => (key === 'from' ? statesNamed(manifest, list.map(String)) : list)
  const allowed = expanded(outer)
  return expanded(inner).every((item) => allowed.includes(item))
}

function composed(keys: readonly string[], before: Json | undefined, to: string): GuardResult | undefined {
  const [first = ''] = keys
  const last = keys.at(-1) ?? ''
  // It must be an expression by itself: `true) || (true` would close the parenthesis around it.
  if (!isExpression(to) || first === 'lists' || first === 'lookups') return undefined
  // A rule or a step of an approval is stricter if it applies more often. One without a condition always applies.
  const isStricterWhenWidened = WIDENED.has(last) || ((first === 'rules' || first === 'approval') && last === 'when')
  // Nor does a rule gain an effect.
  if (before === undefined && (isStricterWhenWidened || first === 'rules')) return undefined
  if (isStricterWhenWidened) return { isAllowed: true, value: before === 'true' ? before : `(${String(before)}) || (${to})` }
  if (last === 'unavailable') return { isAllowed: true, value: `(${String(before)}) != "" ? (${String(before)}) : (${to})` }
  if (!NARROWED.has(last)) return undefined
  return { isAllowed: true, value: typeof before === 'string' && before !== 'true' ? `(${before}) && (${to})` : to }
}

/** Whether a value may be added at a place. New rules, fields, sections, columns and steps only add; a permission would open access. */
export function mayAdd(layer: Layer, keys: readonly string[], value: Json, base: JsonObject, current: JsonObject): GuardResult {
  const [first = '', name = ''] = keys
  if (first === 'permissions') return refused('E606', 'a new permission opens what the base keeps closed')
  if (isInside(keys) && isGuarded(keys) && !isRelaxable(base, keys)) return refused('E606', 'what is already there is changed by tighten, not by add')
  if (layer === 'role' && (first === 'actions' || first === 'states' || first === 'schema')) return refused('E605', 'a role adds no actions, states or fields')
  if (first === 'rules' && keys.length === 2 && !(isObject(value) && RULE_EFFECTS.some((effect) => Object.hasOwn(value, effect)))) return refused('E605', 'a rule needs an effect')
  const whyNot = isStep(keys) ? (): string | undefined => stepRefusal(value, base) : WHY_NOT[keys.length === 2 ? first : '']
  const why = whyNot?.(name, value, base, current)
  return why === undefined ? ALLOWED : refused('E606', why)
}

const WHY_NOT: Record<string, (name: string, value: Json, base: JsonObject, current: JsonObject) => string | undefined> = {
  actions: actionRefusal,
  states: (_, value) => stateRefusal(value),
  rules: (_, value, base) => ruleRefusal(value, base),
}

/** Whether the place is inside a rule, action, state or field, rather than a new one. */
function isInside(keys: readonly string[]): boolean {
  if (keys[0] === 'approval') return !isStep(keys)
  if (keys[0] === 'attachments') return keys.length > 1
  if (keys[0] !== 'schema') return keys.length > 2
  return keys.at(-2) !== 'properties' && keys.at(-2) !== 'required'
}
