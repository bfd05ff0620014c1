/** The fields of a document type as they stand on its card and in its list, with what an overlay being written does to them. Pure. */
import { humanise, isObject, sectionKind, valueAt, type Json, type JsonObject, t } from '../../../../core/index.ts'
import { keysOf, sketched, type DraftOperation } from './sketch.ts'

/** The outline as the server sends it: `base` is the module's, `effective` that of the scope without the overlay being written. */
export interface Source { base: JsonObject; effective: JsonObject }

/** A field in its place. */
export interface OutlineItem {
  /** Unique among all groups: the place and the name. */
  id: string
  /** Its name in its group; a set of fields starts with @. */
  entry: string
  title: string
  /** As it is without the overlay. */
  titleBefore: string
  /** The kind of its values, in a word or two. */
  kind: string
  /** The path of its caption; undefined for a set of fields. */
  titleAt: string[] | undefined
  /** The path that hiding names. */
  hideAt: string[]
  /** The path of the list of required fields; undefined where nobody enters a value. */
  requireAt: string[] | undefined
  /** Who says that it must be filled in. */
  required: 'before' | 'rule' | 'now' | undefined
  isHidden: boolean
  /** Fields that move together with it. */
  members: string[]
}

export interface OutlineGroup {
  /** The path of the list or map that holds the entries; empty for fields that are nowhere on the card. */
  at: string[]
  title: string
  kind: 'fields' | 'lines' | 'list' | 'nowhere'
  items: OutlineItem[]
}

/** What stands on the card, and in the list. */
export interface Outline { card: OutlineGroup[]; list: OutlineGroup[]; before: JsonObject; after: JsonObject; base: JsonObject }

const KINDS: Record<string, string> = { string: t('text'), number: t('number'), integer: t('whole number'), boolean: t('yes or no'), array: t('list') }

/** The outline with the operations applied. */
export function outlineOf({ base, effective }: Source, operations: readonly DraftOperation[]): Outline {
  const after = sketched(effective, operations)
  const views = { before: effective, after, base }
  return { ...views, card: cardGroups(views), list: listGroups(views) }
}

type Views = Pick<Outline, 'before' | 'after' | 'base'>

/** Every item of the outline. */
export function itemsOf({ card, list }: Pick<Outline, 'card' | 'list'>): OutlineItem[] {
  return [...card, ...list].flatMap(({ items }) => items)
}

/** The keys of the shape of an array’s lines. */
export function lineShapeAt(manifest: JsonObject, array: string): string[] | undefined {
  const reference = valueAt(manifest, ['schema', 'properties', array, 'items', '$ref'])
  return typeof reference === 'string' ? ['schema', ...reference.split('/').slice(1)] : undefined
}

/** The caption of a field: its own, or its name in words. */
export function titleOf(manifest: JsonObject, shapeAt: readonly string[], name: string): string {
  const title = valueAt(manifest, [...shapeAt, 'properties', name, 'title'])
  return typeof title === 'string' ? title : humanise(name)
}

function cardGroups(views: Views): OutlineGroup[] {
  const sections = valueAt(views.after, ['card', 'sections'])
  if (!isObject(sections)) return undeclaredCard(views)
  const groups = Object.entries(sections).flatMap(([name, section]): OutlineGroup[] => (isObject(section) ? sectionGroup(views, name, section) : []))
  const shown = new Set(groups.flatMap(({ items }) => items.flatMap(({ entry, members }) => [entry, ...members])))
  const nowhere = namesIn(views.before, ['schema', 'properties']).filter((name) => !shown.has(name) && isShowable(views.before, name))
  return [...groups, ...(nowhere.length === 0 ? [] : [{ at: [], title: t('Not on the card'), kind: 'nowhere' as const, items: nowhere.map((name) => fieldItem(views, ['schema'], [], name)) }])]
}

/** A card without sections shows all fields, in the order of the schema. */
function undeclaredCard(views: Views): OutlineGroup[] {
  const at = ['schema', 'properties']
  const items = namesIn(views.after, at).filter((name) => isShowable(views.before, name)).map((name) => fieldItem(views, ['schema'], at, name))
  return items.length === 0 ? [] : [{ at, title: t('Fields'), kind: 'fields', items }]
}

function sectionGroup(views: Views, name: string, section: JsonObject): OutlineGroup[] {
  const kind = sectionKind(section)
  const { title, field } = section
  const heading = typeof title === 'string' ? title : humanise(name)
  if (kind === 'fields') {
    const at = ['card', 'sections', name, 'fields']
    return [{ at, title: heading, kind, items: entriesAt(views, at).filter((entry) => entry.startsWith('@') || valueAt(views.before, ['schema', 'properties', entry, 'x-hidden']) !== true).map((entry) => fieldItem(views, ['schema'], at, entry)) }]
  }
  const shapeAt = typeof field === 'string' ? lineShapeAt(views.after, field) : undefined
  if (kind !== 'lines' || shapeAt === undefined) return []
  const at = ['card', 'sections', name, 'columns']
  return [{ at, title: heading, kind, items: entriesAt(views, at).map((entry) => columnItem(views, shapeAt, at, entry)) }]
}

function listGroups(views: Views): OutlineGroup[] {
  const at = ['list', 'columns']
  const items = entriesAt(views, at).map((entry) => columnItem(views, ['schema'], at, entry))
  return items.length === 0 ? [] : [{ at, title: t('Columns of the list'), kind: 'list', items }]
}

/** The entries with the overlay, and in their old places those that it hides. */
function entriesAt({ before, after }: Views, at: string[]): string[] {
  const now = namesIn(after, at)
  const elsewhere = new Set(sectionLists(after).filter((list) => list.join('.') !== at.join('.')).flatMap((list) => namesIn(after, list)))
  const gone = namesIn(before, at)
  return gone.reduce((entries, entry, index) => {
    if (entries.includes(entry) || (at.at(-1) === 'fields' && elsewhere.has(entry))) return entries
    return entries.toSpliced(entries.indexOf(gone[index - 1] ?? '') + 1, 0, entry)
  }, now)
}

/** The lists of fields on the card. */
export function sectionLists(manifest: JsonObject): string[][] {
  return namesIn(manifest, ['card', 'sections']).map((name) => ['card', 'sections', name, 'fields']).filter((list) => Array.isArray(valueAt(manifest, list)))
}

/** The names in a list or map, in order. */
export function namesIn(manifest: JsonObject, at: readonly string[]): string[] {
  const found = valueAt(manifest, at)
  if (Array.isArray(found)) return found.filter((one) => typeof one === 'string')
  return isObject(found) ? Object.keys(found) : []
}

function fieldItem({ before, after }: Views, shapeAt: string[], at: string[], entry: string): OutlineItem {
  const id = [...(at.length === 0 ? ['nowhere'] : at), entry].join('.')
  if (entry.startsWith('@')) {
    const members = namesIn(after, ['fieldSets', entry.slice(1)])
    return { id, entry, title: humanise(entry.slice(1)), titleBefore: humanise(entry.slice(1)), kind: `${members.length} fields`, titleAt: undefined, hideAt: [...at, entry], requireAt: undefined, required: undefined, isHidden: !namesIn(after, at).includes(entry), members }
  }
  const place = [...shapeAt, 'properties', entry]
  return {
    id, entry, title: titleOf(after, shapeAt, entry), titleBefore: titleOf(before, shapeAt, entry), kind: kindOf(after, place), titleAt: [...place, 'title'], hideAt: place,
    requireAt: isEntered(after, place) ? [...shapeAt, 'required'] : undefined, required: requiredOf(before, after, shapeAt, entry),
    isHidden: valueAt(after, [...place, 'x-hidden']) === true || (at.length > 0 && valueAt(after, [...at, entry]) === undefined), members: [],
  }
}

function columnItem(views: Views, shapeAt: string[], at: string[], entry: string): OutlineItem {
  const { before, after } = views
  const item = fieldItem(views, shapeAt, at, entry)
  const own = [...at, entry, 'title']
  const [isOwn, isOfList] = [valueAt(before, own) !== undefined, at[0] === 'list']
  const text = (manifest: JsonObject): string => String(valueAt(manifest, own) ?? titleOf(manifest, shapeAt, entry))
  return {
    ...item, title: text(valueAt(after, [...at, entry]) === undefined ? before : after), titleBefore: text(before), titleAt: isOwn || isOfList ? own : item.titleAt, hideAt: [...at, entry],
    isHidden: valueAt(after, [...at, entry]) === undefined, ...(isOfList && { requireAt: undefined, required: undefined }),
  }
}

function kindOf(manifest: JsonObject, place: string[]): string {
  const field = valueAt(manifest, place)
  if (!isObject(field)) return ''
  if (field['x-ref'] !== undefined) return t('choice of a record')
  if (field['enum'] !== undefined) return t('choice')
  if (field['x-money'] !== undefined) return t('amount')
  if (field['format'] === 'date') return t('date')
  if (field['x-compute'] !== undefined) return t('calculated')
  return KINDS[String(field['type'] ?? 'string')] ?? ''
}

const GIVEN = ['x-compute', 'x-stamp', 'x-internal', 'readOnly']

function isEntered(manifest: JsonObject, place: string[]): boolean {
  return GIVEN.every((key) => [undefined, false].includes(valueAt(manifest, [...place, key]) as undefined))
}

function isShowable(manifest: JsonObject, name: string): boolean {
  const field = valueAt(manifest, ['schema', 'properties', name])
  if (!isObject(field) || field['x-hidden'] === true || field['x-internal'] === true) return false
  return field['type'] !== 'object' && field['items'] === undefined && !('properties' in field)
}

function requiredOf(before: JsonObject, after: JsonObject, shapeAt: string[], name: string): OutlineItem['required'] {
  const at = [...shapeAt, 'required']
  if (namesIn(before, at).includes(name)) return 'before'
  if (namesIn(after, at).includes(name)) return 'now'
  return isObject(before['rules']) && Object.values(before['rules']).some((rule) => isAlwaysRequired(rule, before, shapeAt, name)) ? 'rule' : undefined
}

function isAlwaysRequired(rule: Json, manifest: JsonObject, shapeAt: string[], name: string): boolean {
  if (!isObject(rule) || rule['required'] !== 'true' || rule['when'] !== undefined) return false
  const prefixes = shapeAt.length === 1 ? [''] : namesIn(manifest, ['schema', 'properties']).filter((array) => lineShapeAt(manifest, array)?.join() === shapeAt.join()).map((array) => `${array}.`)
  return [rule['on']].flat().some((on) => prefixes.some((prefix) => on === prefix + name))
}

/** Whether an operation concerns the item. */
export function concerns(item: OutlineItem, operation: DraftOperation): boolean {
  const keys = keysOf(operation)
  const at = keys?.join('.')
  if (keys === undefined || at === undefined) return false
  if (operation['do'] === 'tighten' && at === item.requireAt?.join('.')) return Array.isArray(operation['to']) && operation['to'].includes(item.entry)
  if (at === item.titleAt?.join('.') || at === item.hideAt.join('.')) return true
  return item.id.startsWith('card.') && keys.at(-1) === item.entry && keys[0] === 'card' && keys.at(-2) === item.id.split('.').at(3)
}
