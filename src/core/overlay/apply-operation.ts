import { CAPTION, CAPTION_FORM } from '../document/caption.ts'
import { isObject, isSame } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'
import type { CaptionsAt } from '../manifest/read/caption-places.ts'
import type { IssueCode } from '../manifest/read/issue-codes.ts'
import { nearest } from '../manifest/read/nearest.ts'
import { keepingValues, replacementRefusal, ruleRefusal, uniqueRefusal } from './additions.ts'
import { misleadingCaption } from './captions.ts'
import { withRuleInOpenStates } from './rules-in-open-states.ts'
import { firstValueRefusal, whyNoInheritance, withFirstValuesOfBase, withOnlyFirstValue } from './first-values.ts'
import { isGuarded, isRelaxable, mayAdd, mayChangePlace, stricter } from './guards.ts'
import { whyNotShown } from './must-show.ts'
import type { Layer, OverlayOperation } from './overlay-types.ts'
import { followRenames, parsePath, valueAt } from './paths.ts'
import { whyUnseen } from './unseen-values.ts'

/** How many names a refusal lists. */
const MAX_LISTED = 16
/** Maps of named parts that a type leaves out if it has none; an overlay may add the first. */
const NAMED_PARTS = new Set(['rules', 'terms', 'lists', 'lookups', 'messages'])

export interface Refused { isApplied: false; code: IssueCode; message: string; key: 'at' | 'to' | 'was' | 'do'; expected?: string; seen?: string; suggestion?: string | undefined }
export interface Applied { isApplied: true; manifest: JsonObject; keys: string[]; value: Json | undefined }
export type Outcome = Applied | Refused

/**
 * Applies one operation to a copy of the manifest. The copy shares everything outside the changed place with the original.
 * @param base the manifest that `was` was written against, before any overlay
 */
export function applyOperation(manifest: JsonObject, base: JsonObject, operation: OverlayOperation, layer: Layer, captionsAt: CaptionsAt): Outcome {
  const path = parsePath(operation.at)
  const [part = ''] = path ?? []
  const current = operation.do === 'add' && NAMED_PARTS.has(part) && manifest[part] === undefined ? { ...manifest, [part]: {} } : manifest
  if (path === undefined || path.length === 0) return refuse('E605', 'at', `"${operation.at}" is not a path.`, { expected: 'keys joined by dots', seen: operation.at })
  const touch = mayChangePlace(layer, path, operation.do)
  if (!touch.isAllowed) return refuse(touch.code ?? 'E605', 'do', `Not allowed: ${touch.reason ?? ''}.`, { seen: `${operation.do} ${operation.at}` })
  const keys = followRenames(current, path, operation.do === 'set' || operation.do === 'add' || operation.do === 'tighten')
  if (keys === undefined) return gone(current, path)
  const before = valueAt(current, keys)
  if (operation.do !== 'add' && operation.was !== undefined) {
    const original = valueAt(base, keys) ?? before
    const hasChanged = !isSame(original, operation.was)
    if (hasChanged && !isSame(original, operation.to)) return refuse('E604', 'was', `The base has changed at "${operation.at}" since this was written.`, { expected: shown(operation.was), seen: shown(original) })
  }
  const missing = missingKey(operation)
  if (missing !== undefined) return refuse('E607', 'do', `The operation ${operation.do} needs "${missing}".`, { expected: missing })
  const broken = operation.to === undefined ? undefined : captionsAt(keys, operation.to).find(({ text }) => !CAPTION.test(text))
  if (broken !== undefined) return refuse('E605', 'to', `"${broken.key}" is read as a caption and must be ${CAPTION_FORM}.`, { expected: CAPTION_FORM, seen: shown(operation.to).slice(0, 200) })
  const unheld = operation.to === undefined ? undefined : inheritedName(operation.to)
  if (unheld !== undefined) return refuse('E605', 'to', `"${unheld}" cannot be a name here: every object has it.`, { seen: unheld })
  const mislabelled = operation.to === undefined ? undefined : misleadingCaption(keys, operation.to, base)
  if (mislabelled !== undefined) return refuse('E606', 'to', `Not allowed: ${mislabelled}.`, { seen: shown(operation.to) })
  const outcome = carryOut(current, base, keys, before, operation, layer)
  if (!outcome.isApplied) return outcome
  const why = uniqueRefusal(keys, base) ?? firstValueRefusal(keys, base, current) ?? (keys[0] === 'card' ? whyNoInheritance(outcome.manifest, base) : undefined) ?? whyNotShown(outcome.manifest, base) ?? whyUnseen(outcome.manifest, base)
  if (why !== undefined) return refuse('E606', 'at', `Not allowed: ${why}.`, { seen: operation.at })
  if (keys[0] === 'rules') return { ...outcome, manifest: withRuleInOpenStates(outcome.manifest, keys[1] ?? '', base) }
  return keys[0] === 'dualControl' || keys[0] === 'schema' ? { ...outcome, manifest: withFirstValuesOfBase(withOnlyFirstValue(outcome.manifest, keys), base) } : outcome
}

function carryOut(current: JsonObject, base: JsonObject, keys: string[], before: Json | undefined, operation: OverlayOperation, layer: Layer): Outcome {
  const manifest = copyAlong(current, keys)
  switch (operation.do) {
    case 'set': return set(manifest, base, keys, before, operation.to as Json)
    case 'tighten': return tighten(manifest, base, keys, before, operation.to as Json)
    case 'add': return add(manifest, base, keys, before, operation, layer)
    case 'hide': return hide(manifest, keys, layer)
    case 'move': return move(manifest, keys, operation)
    case 'replace-rule': return replaceRule(manifest, base, keys, before, operation.to as Json)
  }
}

/** The first key in a value that every object inherits: reading it would find something where nobody wrote anything. */
function inheritedName(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const own = Array.isArray(value) ? undefined : Object.keys(value).find((key) => key in Object.prototype)
  return own ?? Object.values(value).map(inheritedName).find((name) => name !== undefined)
}

/** A copy that has its own objects along the keys. */
function copyAlong(root: JsonObject, keys: readonly string[]): JsonObject {
  const copied = { ...root }
  let here = copied
  for (const key of keys) {
    const next = Object.hasOwn(here, key) ? here[key] : undefined
    if (!isObject(next)) break
    here[key] = { ...next }
    here = here[key]
  }
  return copied
}

function missingKey({ do: does, to, place, reason }: OverlayOperation): string | undefined {
  if (does === 'move') return place === undefined ? 'place' : undefined
  if (does !== 'hide' && to === undefined) return 'to'
  return does === 'replace-rule' && reason === undefined ? 'reason' : undefined
}

function set(manifest: JsonObject, base: JsonObject, keys: string[], before: Json | undefined, to: Json): Outcome {
  if (isGuarded(keys) && !isRelaxable(base, keys)) {
    const result = stricter(keys, before, to, { manifest, composes: false })
    if (!result.isAllowed) return refuse('E606', 'to', `Not allowed: ${result.reason ?? ''}, and the base does not say that it is relaxable.`, { expected: `something stricter than ${shown(before)}`, seen: shown(to) })
  }
  return put(manifest, keys, to)
}

function tighten(manifest: JsonObject, base: JsonObject, keys: string[], before: Json | undefined, to: Json): Outcome {
  const result = stricter(keys, before, to, { manifest, composes: true })
  if (!result.isAllowed) return refuse(result.code ?? 'E606', 'to', `Not allowed: ${result.reason ?? ''}.`, { expected: `something stricter than ${shown(before)}`, seen: shown(to) })
  const tightened = put(manifest, keys, result.value ?? to)
  // A field that is hidden or emptied more often is required and checked less often.
  const why = keys[0] === 'rules' && ['visible', 'enabled'].includes(keys.at(-1) ?? '') ? ruleRefusal(valueAt(manifest, keys.slice(0, 2)) ?? null, base) : undefined
  return why === undefined ? tightened : refuse('E606', 'to', `Not allowed: ${why}.`, { seen: shown(to) })
}

function add(manifest: JsonObject, base: JsonObject, keys: string[], before: Json | undefined, operation: OverlayOperation, layer: Layer): Outcome {
  if (before !== undefined) return refuse('E605', 'at', `"${operation.at}" already exists; use set.`, { seen: operation.at })
  const result = mayAdd(layer, keys, operation.to as Json, base, manifest)
  if (!result.isAllowed) return refuse(result.code ?? 'E605', 'at', `Not allowed: ${result.reason ?? ''}.`, { seen: operation.at })
  const to = keys[0] === 'rules' && keys.length === 2 ? keepingValues(operation.to as Json, base) : operation.to as Json
  return placeKey(manifest, keys, to, operation.place ?? { last: true })
}

/** A card leaves out hidden fields by itself, whereas the columns, the filters and the calendar of a list may name one on purpose. */
function withoutPlacesInList(manifest: JsonObject, keys: readonly string[]): JsonObject {
  const [, place, name = '', , inner] = keys
  if (place === '$defs' && inner !== undefined) return arraysOf(manifest, name).reduce((current, array) => withoutPlaceInCalendar(current, (path) => path === `${array}.${inner}`), manifest)
  return ['columns', 'filters'].reduce((current, part) => {
    if (place !== 'properties' || valueAt(current, ['list', part, name]) === undefined) return current
    const copied = copyAlong(current, ['list', part])
    delete (valueAt(copied, ['list', part]) as JsonObject)[name]
    return copied
  }, place === 'properties' ? withoutPlaceInCalendar(manifest, (path) => path.split('.')[0] === name) : manifest)
}

/** The arrays whose lines have the shape. */
function arraysOf(manifest: JsonObject, shape: string): string[] {
  const properties = valueAt(manifest, ['schema', 'properties'])
  return isObject(properties) ? Object.keys(properties).filter((name) => valueAt(properties, [name, 'items', '$ref']) === `#/$defs/${shape}`) : []
}

/** Without its first or last days there is no calendar, and without its rows no view of them. */
function withoutPlaceInCalendar(manifest: JsonObject, isHidden: (path: string) => boolean): JsonObject {
  const calendar = valueAt(manifest, ['list', 'calendar'])
  if (!isObject(calendar)) return manifest
  const list = { ...(manifest['list'] as JsonObject) }
  if ([calendar['start'], calendar['end']].some((path) => typeof path === 'string' && isHidden(path))) delete list['calendar']
  else list['calendar'] = remainingCalendar(calendar, isHidden)
  return { ...manifest, list }
}

function remainingCalendar({ ...calendar }: JsonObject, isHidden: (path: string) => boolean): JsonObject {
  const isGone = (value: Json | undefined): boolean => typeof value === 'string' && isHidden(value)
  const drop = (key: string, isDropped: (item: Json) => boolean): void => {
    const given = calendar[key]
    if (!Array.isArray(given) || !given.some(isDropped)) return
    const kept = given.filter((one) => !isDropped(one))
    if (kept.length === 0) delete calendar[key]
    else calendar[key] = kept
  }
  drop('title', isGone)
  drop('details', isGone)
  if (isGone(calendar['initialsOf'])) delete calendar['initialsOf']
  if (isObject(calendar['colour']) && isGone(calendar['colour']['by'])) delete calendar['colour']
  for (const [key, view] of [['row', 'people'], ['group', 'groups']] as const) {
    if (!isGone(calendar[key])) continue
    delete calendar[key]
    if (calendar['view'] === view) delete calendar['view']
    drop('views', (one) => one === view)
  }
  return calendar
}

function hide(manifest: JsonObject, keys: string[], layer: Layer): Outcome {
  const parent = valueAt(manifest, keys.slice(0, -1))
  const last = keys.at(-1) ?? ''
  if (layer === 'user') return put(manifest, [...keys, 'hidden'], true)
  if (Array.isArray(parent)) return ['list', 'card', 'wizard'].includes(keys[0] ?? '') ? put(manifest, keys.slice(0, -1), parent.filter((item) => item !== last)) : refuse('E605', 'at', 'Only entries of lists, cards and steps can be hidden.', { seen: keys.join('.') })
  const place = keys.slice(0, -1).join('.')
  if (keys[0] === 'schema' && keys.at(-2) === 'properties') return put(withoutPlacesInList(manifest, keys), [...keys, 'x-hidden'], true)
  const isMap = ['list.columns', 'list.tiles', 'list.filters', 'card.sections', 'wizard.steps', 'actions', 'print'].includes(place) || /^card\.sections\.[^.]+\.(columns|dialogs)$/.test(place)
  if (!isMap || !isObject(parent)) return refuse('E605', 'at', 'Only columns, fields, sections, steps, tiles, filters, actions and printed forms can be hidden.', { seen: keys.join('.') })
  delete parent[last]
  if (place === 'card.sections' && isObject(manifest['wizard'])) manifest['wizard'] = withoutSection(manifest['wizard'], last)
  // Its endpoints would lead nowhere.
  const call = { actions: last, print: `print.${last}` }[keys[0] ?? '']
  const { endpoints } = manifest
  if (call !== undefined && isObject(endpoints)) manifest['endpoints'] = Object.fromEntries(Object.entries(endpoints).filter(([name]) => name !== call))
  return { isApplied: true, manifest, keys, value: undefined }
}

/** A step that has lost its only section goes with it, unless it is the last, which saves. */
function withoutSection(wizard: JsonObject, section: string): JsonObject {
  const steps = Object.entries(isObject(wizard['steps']) ? wizard['steps'] : {})
  const kept = steps.flatMap(([name, step], index): [string, Json][] => {
    if (!isObject(step) || !Array.isArray(step['sections']) || !step['sections'].includes(section)) return [[name, step]]
    const { sections, ...rest } = step
    const left = sections.filter((one) => one !== section)
    if (left.length > 0) return [[name, { ...rest, sections: left }]]
    return index === steps.length - 1 ? [[name, rest]] : []
  })
  return { ...wizard, steps: Object.fromEntries(kept) }
}

function move(manifest: JsonObject, keys: string[], operation: OverlayOperation): Outcome {
  const parent = valueAt(manifest, keys.slice(0, -1))
  const last = keys.at(-1) ?? ''
  const value = valueAt(manifest, keys)
  if (value === undefined) return gone(manifest, keys)
  if (isObject(parent)) delete parent[last]
  const list = Array.isArray(parent) ? parent.filter((item) => item !== last) : undefined
  if (list !== undefined) put(manifest, keys.slice(0, -1), list)
  return placeKey(manifest, keys, value, operation.place ?? { last: true })
}

function replaceRule(manifest: JsonObject, base: JsonObject, keys: string[], before: Json | undefined, to: Json): Outcome {
  if (keys[0] !== 'rules' || keys.length !== 2) return refuse('E605', 'at', 'replace-rule names a rule: rules.<name>.', { seen: keys.join('.') })
  if (before === undefined) return gone(manifest, keys)
  if (!isRelaxable(base, keys)) return refuse('E606', 'at', `The base does not say that the rule "${keys[1] ?? ''}" is relaxable.`, { expected: '"relaxable": true in the base', seen: keys.join('.') })
  const why = replacementRefusal(valueAt(base, keys), to)
  if (why !== undefined) return refuse('E606', 'to', `Not allowed: ${why}.`, { seen: shown(to) })
  return put(manifest, keys, to)
}

/** Inserts a key among its siblings; the keys of objects are ordered, like the names in lists. */
function placeKey(manifest: JsonObject, keys: string[], value: Json, place: NonNullable<OverlayOperation['place']>): Outcome {
  const parentKeys = keys.slice(0, -1)
  const parent = valueAt(manifest, parentKeys)
  const last = keys.at(-1) ?? ''
  const names = namesIn(parent)
  const neighbour = place.after ?? place.before
  if (neighbour !== undefined && !names.includes(neighbour)) return refuse('E603', 'at', `There is no "${neighbour}" to place it next to.`, { seen: neighbour, expected: listed(parent), suggestion: nearest(neighbour, names) })
  const index = indexOfPlace(names, place)
  if (Array.isArray(parent)) return put(manifest, parentKeys, [...parent.slice(0, index), last, ...parent.slice(index)], value)
  if (!isObject(parent)) return gone(manifest, keys)
  const entries = Object.entries(parent)
  return put(manifest, parentKeys, Object.fromEntries([...entries.slice(0, index), [last, value], ...entries.slice(index)]), value, keys)
}

function indexOfPlace(names: string[], { after, before, first }: NonNullable<OverlayOperation['place']>): number {
  if (after !== undefined) return names.indexOf(after) + 1
  if (before !== undefined) return names.indexOf(before)
  return first === true ? 0 : names.length
}

/** The names of what a list or map holds, in order; empty for an entry that is no text and cannot be named. */
function namesIn(parent: Json | undefined): string[] {
  if (Array.isArray(parent)) return parent.map((item) => (typeof item === 'string' ? item : ''))
  return isObject(parent) ? Object.keys(parent) : []
}

/** What a path could name there. */
function listed(parent: Json | undefined): string {
  const names = namesIn(parent).filter((name) => name !== '')
  return Array.isArray(parent) && names.length === 0 && parent.length > 0 ? 'the list as a whole: its entries have no names' : names.slice(0, MAX_LISTED).join(', ')
}

function put(manifest: JsonObject, keys: string[], value: Json, changedValue: Json = value, changedKeys: string[] = keys): Outcome {
  const parent = valueAt(manifest, keys.slice(0, -1))
  if (!isObject(parent)) return gone(manifest, keys)
  parent[keys.at(-1) ?? ''] = value
  return { isApplied: true, manifest, keys: changedKeys, value: changedValue }
}

function gone(root: JsonObject, keys: readonly string[]): Refused {
  const index = keys.findIndex((_, position) => valueAt(root, keys.slice(0, position + 1)) === undefined)
  const parent = valueAt(root, keys.slice(0, Math.max(0, index)))
  const missing = keys[index] ?? ''
  return refuse('E603', 'at', `The base has no "${missing}" here; the operation is set aside.`, { seen: missing, expected: listed(parent), suggestion: nearest(missing, namesIn(parent)) })
}

function refuse(code: IssueCode, key: Refused['key'], message: string, details: Pick<Refused, 'expected' | 'seen' | 'suggestion'> = {}): Refused {
  return { isApplied: false, code, key, message, ...details }
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
