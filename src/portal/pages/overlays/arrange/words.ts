/** What operations change, in words. Pure. */
import { humanise, isObject, valueAt, type Json, type JsonObject, t } from '../../../../core/index.ts'
import { addOf } from './deeds.ts'
import { shortValue } from '../operations.ts'
import { lineShapeAt, titleOf } from './outline.ts'
import { keysOf, type DraftOperation } from './sketch.ts'

/** One change, and the positions of the operations that make it. */
export interface WordedChange { text: string; indexes: number[] }

/** The changes that the operations make to the type, in their order. Without the type, names stand for captions. */
export function changesIn(operations: readonly DraftOperation[], type: JsonObject = {}): WordedChange[] {
  return operations.flatMap((operation, index): WordedChange[] => {
    if (operation['do'] === 'hide' && addOf(operations, operation) !== undefined) return []
    const other = operation['do'] === 'add' ? operations.findIndex((one) => one['do'] === 'hide' && addOf(operations, one) === operation) : -1
    const text = other < 0 ? wordsOf(operation, type) : movedWords(operation, type)
    return [{ text, indexes: other < 0 ? [index] : [index, other] }]
  })
}

function wordsOf(operation: DraftOperation, type: JsonObject): string {
  const keys = keysOf(operation)
  const { do: does, to } = operation
  if (keys === undefined) return t('An operation that is not finished')
  const name = nameOf(keys, type, operation['was'])
  if (does === 'set' && isCaption(keys) && typeof to === 'string') return t('{name} is called “{to}”', { name, to })
  if (does === 'hide') return keys[0] === 'card' && keys.at(-2) === 'fields' ? t('{name} is not on the card', { name }) : t('{name} is hidden', { name })
  if (does === 'move') return placeWords(operation, keys, type, name)
  if (does === 'add' && keys[0] === 'card' && keys.at(-2) === 'fields') return t('{name} is on the card, in {section}', { name: nameOf(keys, type), section: sectionName(keys[2], type) })
  if (does === 'tighten' && keys.at(-1) === 'required' && Array.isArray(to)) {
    const names = to.map((one) => `“${titleOf(type, keys.slice(0, -1), String(one))}”`)
    return t('{names} must be filled in', { names: names.join(', ') })
  }
  return plainWords(String(does), keys.join('.'), to === undefined ? '' : shortValue(to))
}

function plainWords(does: string, path: string, value: string): string {
  switch (does) {
    case 'set': case 'tighten': return t('{path} is now {value}', { path, value })
    case 'add': return t('{path} is added {value}', { path, value })
    case 'replace-rule': return t('{path} is replaced {value}', { path, value })
    default: return `${path} ${does} ${value}`.trim()
  }
}

function movedWords(operation: DraftOperation, type: JsonObject): string {
  const keys = keysOf(operation) ?? []
  const values = { name: nameOf(keys, type), section: sectionName(keys[2], type) }
  const { last, first, neighbour, isAfter } = placeOf(operation, keys, type)
  if (last) return t('{name} moves to {section}', values)
  if (first) return t('{name} moves to {section}, where it comes first', values)
  if (neighbour === '') return t('{name} moves to {section}, where it comes last', values)
  return isAfter ? t('{name} moves to {section}, where it comes after {neighbour}', { ...values, neighbour }) : t('{name} moves to {section}, where it comes before {neighbour}', { ...values, neighbour })
}

const CAPTIONS = new Set(['title', 'label'])
const isCaption = (keys: readonly string[]): boolean => CAPTIONS.has(keys.at(-1) ?? '')

/** What a path names: a field, column, section, button or status. */
function nameOf(path: readonly string[], type: JsonObject, was?: Json): string {
  const keys = isCaption(path) ? path.slice(0, -1) : path
  const [first = '', , third, , last = ''] = keys
  const named = (fallback: string): string => `“${typeof was === 'string' ? was : fallback}”`
  const column = columnOf(keys, type)
  const name = keys.at(-1) ?? ''
  if (first === 'schema' && keys.at(-2) === 'properties') return named(titleOf(type, keys.slice(0, -2), name))
  if (column !== undefined) return first === 'list' ? t('Column {name} of the list', { name: named(column) }) : t('Column {name} of {section}', { name: named(column), section: sectionName(third, type) })
  if (first === 'card' && keys.length === 3) return t('Section {name}', { name: named(titleAt(type, keys, name)) })
  if (first === 'card' && keys.at(-2) === 'fields') return named(last.startsWith('@') ? humanise(last.slice(1)) : titleOf(type, ['schema'], last))
  if (first === 'actions' && keys.length === 2) return t('Button {name}', { name: named(titleAt(type, keys, name, 'label')) })
  if (first === 'states' && keys.length === 2) return t('Status {name}', { name: named(String(valueAt(type, [...keys, 'label']) ?? name)) })
  return keys.join('.')
}

/**
 * What a changed property of the manifest is, in words: whose it is, and which.
 * @example propertyName('schema.properties.site.title', type) // '“Site”: caption'
 */
export function propertyName(path: string, type: JsonObject): string {
  const keys = path.split('.')
  for (let length = keys.length; length > 1; length -= 1) {
    const own = keys.slice(0, length)
    const name = isCaption(own) || POSITION.test(own.at(-1) ?? '') ? undefined : nameOf(own, type)
    if (name !== undefined && name !== own.join('.')) return length === keys.length ? name : t('{name}: {property}', { name, property: inWords(keys.slice(length)) })
  }
  return inWords(keys)
}

/** A place in a list, such as that of a field in a section. */
const POSITION = /^\d+$/

/** Keywords of the manifest language that say little to a reader of English. */
const KEYWORDS: Record<string, string> = {
  'x-widget': t('way of entering it'), 'x-widget-options': t('way of entering it'), 'x-placeholder': t('hint in the empty field'), 'x-tone': t('colour'), 'x-uppercase': t('capital letters'),
  'x-hidden': t('hidden'), 'x-unique': t('no two records alike'), 'x-default': t('first value'), default: t('first value'), enum: t('choices'), 'x-enum-titles': t('captions of the choices'), 'x-choices': t('choices'),
  'x-ref': t('records to choose from'), 'x-compute': t('calculation'), pattern: t('form of the text'), readOnly: t('not entered by people'), description: t('help text'), required: t('required'),
  minLength: t('fewest characters'), maxLength: t('most characters'), minimum: t('least value'), exclusiveMinimum: t('value to exceed'), maximum: t('greatest value'), minItems: t('fewest entries'), maxItems: t('most entries'),
  list: t('list'), card: t('card'), pageSize: t('rows per page'), confirm: t('question before it'), success: t('message afterwards'), failure: t('message if it fails'), input: t('questions of its dialog'),
}

const inWords = (keys: readonly string[]): string => keys.map((key) => (CAPTIONS.has(key) ? t('caption') : ofKeyword(key))).join(', ')

/** Any other keyword is spelt out: without the mark of our own ones, as words. */
const ofKeyword = (key: string): string => (Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined) ?? humanise(key.replace(/^x-/, '')).toLowerCase()

/** The title of the column that a path names; undefined for anything else. */
function columnOf(keys: readonly string[], type: JsonObject): string | undefined {
  const [first, second, third] = keys
  const name = keys.at(-1) ?? ''
  if (first === 'list' && second === 'columns' && keys.length === 3) return columnTitle(type, keys, ['schema'], name)
  return first === 'card' && keys.at(-2) === 'columns' ? columnTitle(type, keys, shapeOfSection(type, third), name) : undefined
}

function titleAt(type: JsonObject, keys: readonly string[], name: string, caption = 'title'): string {
  const title = valueAt(type, [...keys, caption])
  return typeof title === 'string' ? title : humanise(name)
}

function columnTitle(type: JsonObject, keys: readonly string[], shapeAt: readonly string[], name: string): string {
  const own = valueAt(type, [...keys, 'title'])
  return typeof own === 'string' ? own : titleOf(type, shapeAt, name)
}

function shapeOfSection(type: JsonObject, section = ''): string[] {
  const field = valueAt(type, ['card', 'sections', section, 'field'])
  return (typeof field === 'string' ? lineShapeAt(type, field) : undefined) ?? []
}

const sectionName = (section: string | undefined, type: JsonObject): string => `“${titleAt(type, ['card', 'sections', section ?? ''], section ?? '')}”`

interface Place { first: boolean; last: boolean; /** The name of what it comes after or before; empty if there is none. */ neighbour: string; isAfter: boolean }

function placeOf({ place }: DraftOperation, keys: readonly string[], type: JsonObject): Place {
  const { first, last, after, before } = isObject(place) ? place : {}
  const entry = String(after ?? before ?? '')
  const path = [...keys.slice(0, -1), entry]
  const column = columnOf(path, type)
  const neighbour = column === undefined ? nameOf(path, type) : `“${column}”`
  return { first: first === true, last: last === true, neighbour: entry === '' ? '' : neighbour, isAfter: after !== undefined }
}

function placeWords(operation: DraftOperation, keys: readonly string[], type: JsonObject, name: string): string {
  const { first, neighbour, isAfter } = placeOf(operation, keys, type)
  if (first) return t('{name} comes first', { name })
  if (neighbour === '') return t('{name} comes last', { name })
  return isAfter ? t('{name} comes after {neighbour}', { name, neighbour }) : t('{name} comes before {neighbour}', { name, neighbour })
}

/** A message of the server with the captions of fields in place of their names. */
export function withCaptions(message: string, type: JsonObject): string {
  return message.replace(/"([^"\s]+)"/g, (quoted, name: string) => {
    const [array = '', ...inner] = name.split('.')
    const shapeAt = inner.length === 0 ? ['schema'] : lineShapeAt(type, array)
    const field = inner[0] ?? array
    return shapeAt !== undefined && valueAt(type, [...shapeAt, 'properties', field]) !== undefined ? `“${titleOf(type, shapeAt, field)}”` : quoted
  })
}

/** The operations of an overlay, as far as they can be read. */
export function operationsIn(overlay: JsonObject | undefined): DraftOperation[] {
  const operations = overlay?.['operations']
  return Array.isArray(operations) ? operations.filter(isObject) : []
}
