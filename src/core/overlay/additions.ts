/** What an overlay may add to the base: an addition must not bypass a condition of the base. */
import { isObject, isSame } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import { CONSEQUENCES, LAYOUT_KEYWORDS } from '../manifest/language/action-keywords.ts'
import { fieldOf, fieldsOf, isDecidedBy, isDecidedOn, isRequired, isServerOwned, isSet, rulesOn } from './base-fields.ts'
import { mapAt, textsAt, valueAt } from './paths.ts'
import { statesNamed } from './states-named.ts'

export const RULE_EFFECTS = ['check', 'min', 'max', 'unavailable', 'required', 'enabled', 'visible', 'label', 'fill', 'value']
/** Decisions that every approval provides; an action with one of these names adjusts it. */
const DECISIONS = new Set(['approve', 'reject', 'delegate', 'return'])

/** Why the action may not be added; undefined if it may. Only the base's own actions change states and fields of the base. */
export function actionRefusal(name: string, action: Json, base: JsonObject, current: JsonObject): string | undefined {
  if (!isObject(action)) return undefined
  if (DECISIONS.has(name) && base['approval'] !== undefined) {
    const beyond = Object.keys(action).find((key) => !LAYOUT_KEYWORDS.has(key))
    return beyond === undefined ? undefined : `"${name}" is a decision of the approval; an overlay may only change how it looks, not "${beyond}"`
  }
  const consequence = Object.keys(CONSEQUENCES).find((key) => action[key] !== undefined && action[key] !== false)
  if (consequence !== undefined) return `an added action ${CONSEQUENCES[consequence] ?? ''} where the base does not let it`
  const field = Object.keys(mapAt(action, ['sets'])).find((set) => isFieldOfBase(base, set))
  if (field !== undefined) return `an added action sets "${field}", which the base keeps to its own actions`
  return whyNoStep(name, action, base, current)
}

function whyNoStep(name: string, action: JsonObject, base: JsonObject, current: JsonObject): string | undefined {
  if (action['to'] === undefined) return undefined
  const states = mapAt(base, ['states'])
  // Figures, rules and reports count records in such a state; elsewhere they would not find them.
  const closed = startsOf(action, current).find((state) => Object.hasOwn(states, state) && (valueAt(states, [state, 'editable']) !== true || pendingStates(base).includes(state)))
  if (closed !== undefined) return `only the base leads out of the state "${closed}", in which documents cannot be edited`
  const graph = { ...mapAt(current, ['actions']), [name]: action }
  for (const state of ['new', ...Object.keys(states)]) {
    const reached = reachedBeside(state, graph, base, current).find((target) => target !== state)
    if (reached !== undefined) return `the state "${reached}" would be reached from "${state}" without the base's own actions and their conditions`
  }
  return undefined
}

/** States of the base that a record can reach from the state through added actions alone, by way of added states. */
function reachedBeside(start: string, actions: JsonObject, base: JsonObject, current: JsonObject): string[] {
  const added = Object.entries(actions).filter(([id]) => valueAt(base, ['actions', id]) === undefined).map(([, action]) => action)
  const visited = new Set<string>()
  const found = new Set<string>()
  const open = [start]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const action of added) {
      if (!startsOf(action, current).includes(state)) continue
      for (const to of targetsOf(action, state)) {
        if (valueAt(base, ['states', to]) !== undefined) found.add(to)
        else if (!visited.has(to)) open.push(to)
        visited.add(to)
      }
    }
  }
  return [...found]
}

/** The states that an action starts from. */
const startsOf = (action: Json, current: JsonObject): string[] => statesNamed(current, textsAt(action, ['from']))

/** Every state that an action may lead to from the given one. */
function targetsOf(action: Json, from: string): string[] {
  const to = valueAt(action, ['to'])
  const target = isObject(to) ? to[from] : to
  return Array.isArray(target) ? target.flatMap((one) => textOf(valueAt(one, ['to']))) : textOf(target)
}

const textOf = (value: Json | undefined): string[] => (typeof value === 'string' ? [value] : [])

const pendingStates = (base: JsonObject): Json[] => Object.values(mapAt(base, ['actions'])).flatMap((action) => (valueAt(action, ['starts']) === undefined ? [] : [valueAt(action, ['to']) ?? '']))

/** Why the state may not be added; undefined if it may. */
export function stateRefusal(state: Json): string | undefined {
  if (!isObject(state)) return undefined
  if (state['editable'] === true) return 'in an added state a document could be changed outside the base’s own states'
  if (state['initial'] === true) return 'the base defines in which state new documents begin'
  if (state['wire'] !== undefined) return 'wire names are the same for everybody'
  return state['renamedFrom'] === undefined && state['was'] === undefined ? undefined : 'stored documents would change their state'
}

/** Why the step may not be added to the approval; undefined if it may. Whoever is asked reads the whole document. */
export function stepRefusal(step: Json, base: JsonObject): string | undefined {
  if (asksCheckers(base)) return 'only the role that the record names decides, and no step stands beside that'
  const approver = valueAt(step, ['approver'])
  if (approver === undefined || typeof approver === 'string') return undefined
  const role = valueAt(approver, ['role'])
  if (typeof role === 'string') return readsAll(base, role) || asksRole(base, role) ? undefined : `people with the role "${role}" would read documents that the base does not show them all`
  return ['manager', 'limit'].some((relation) => valueAt(approver, [relation]) !== undefined) ? undefined : 'it would show documents to people whom an expression names'
}

/** Whether the approval asks the role that each record names, as that of changes under dual control does. */
function asksCheckers(base: JsonObject): boolean {
  return approversOf(base).some((approver) => valueAt(approver, ['roleOf']) !== undefined)
}

function asksRole(base: JsonObject, role: string): boolean {
  return approversOf(base).some((approver) => valueAt(approver, ['role']) === role)
}

const approversOf = (base: JsonObject): Json[] => Object.values(mapAt(base, ['approval', 'steps'])).map((step) => valueAt(step, ['approver']) ?? null)

function readsAll(base: JsonObject, role: string): boolean {
  const permission = valueAt(base, ['permissions', role])
  const rows = valueAt(permission, ['rows'])
  return textsAt(permission ?? null, ['can']).includes('get') && (rows === undefined || rows === 'true') && textsAt(permission ?? null, ['hide']).length === 0
}

/** The rule as an overlay may add it: a field of the base that it hides or closes keeps its value, which others rely on. */
export function keepingValues(rule: Json, base: JsonObject): Json {
  if (!isObject(rule) || !fieldsOf(rule).some((on) => isFieldOfBase(base, on))) return rule
  return { ...rule, ...(rule['visible'] !== undefined && { whenHidden: 'keep' }), ...(rule['whenDisabled'] !== undefined && { whenDisabled: 'keep' }) }
}

/** Why the rule may not apply to its field; undefined if it may. A rule may set or leave out what users could have entered themselves. */
export function ruleRefusal(rule: Json, base: JsonObject): string | undefined {
  if (!isObject(rule)) return undefined
  if (asksCheckers(base)) return 'a request for a change says what its author wrote, and its checkers decide on it'
  for (const on of fieldsOf(rule)) {
    const why = whyNoRuleOn(on, rule, base)
    if (why !== undefined) return why
  }
  return undefined
}

function whyNoRuleOn(on: string, rule: JsonObject, base: JsonObject): string | undefined {
  if (!isFieldOfBase(base, on)) return undefined
  const isWithheld = (typeof rule['visible'] === 'string') || (typeof rule['enabled'] === 'string' && rule['whenDisabled'] === 'clear')
  const isComputed = typeof rule['value'] === 'string'
  if (rule['label'] !== undefined && isDecidedOn(base)) return `people decide on such documents by the caption of "${on}"`
  if (!isWithheld && !isComputed) return undefined
  if (isServerOwned(base, on)) return `only the base sets the value of "${on}"`
  const others = rulesOn(base, on)
  if (isComputed && others.some((other) => valueAt(other, ['value']) !== undefined)) return `a rule of the base gives "${on}" its value`
  if (isComputed && isDecidedBy(base, on)) return `the base decides by what people enter in "${on}"`
  // A hidden field is emptied, and its checks and requirements no longer apply.
  if (isWithheld && (isRequired(base, on) || others.some((other) => ['check', 'min', 'max', 'unavailable', 'required', 'value'].some((effect) => valueAt(other, [effect]) !== undefined)))) {
    return `the base asks for "${on}" or checks it, and would no longer when it is hidden or emptied`
  }
  return undefined
}

/**
 * Why the values of a field of the base may not have to be unique; undefined if they may. Whether a value is taken tells what another record
 * holds, and people choose freely what they try.
 */
export function uniqueRefusal(keys: readonly string[], base: JsonObject): string | undefined {
  const [first, , name = '', keyword] = keys
  if (first !== 'schema' || keyword !== 'x-unique' || fieldOf(base, name) === undefined) return undefined
  const hidden = Object.values(mapAt(base, ['permissions'])).flatMap((permission) => textsAt(permission, ['hide']))
  // Of a set of fields, any may be hidden.
  const isHidden = fieldOf(base, name)?.['x-hidden'] === true || hidden.some((path) => path === name || path.startsWith('@'))
  const isEntered = !isServerOwned(base, name) && !isSet(base, name) && !rulesOn(base, name).some((rule) => valueAt(rule, ['value']) !== undefined)
  return isEntered && !isHidden ? undefined : `"${name}" is not entered, or not shown to all, and a refusal would tell its values in other records`
}

/** Why one rule may not replace another although that one is relaxable; undefined if it may. */
export function replacementRefusal(before: Json | undefined, to: Json): string | undefined {
  if (!isObject(before) || !isObject(to)) return undefined
  if (!isSame(to['on'], before['on'])) return `the base relaxes this rule on "${String(before['on'])}" only`
  const effect = RULE_EFFECTS.find((keyword) => to[keyword] !== undefined && before[keyword] === undefined)
  return effect === undefined ? undefined : `the base relaxes what the rule says and not "${effect}"`
}

const isFieldOfBase = (base: JsonObject, name: string): boolean => fieldOf(base, name) !== undefined || name === (base['stateField'] ?? 'status')
