/** What operations change, in words. Pure. */
import { humanise, isObject, valueAt, type Json, type JsonObject } from '../../../../core/index.ts'
import { addOf } from './deeds.ts'
import { shortValue } from '../operations.ts'
import { lineShapeAt, titleOf } from './outline.ts'
import { keysOf, type DraftOperation } from './sketch.ts'

/** One change, and the positions of the operations that make it. */
export interface WordedChange { text: string; indexes: number[] }

const LAYOUT: Record<string, string> = { set: 'is now', add: 'is added', hide: 'is hidden', move: 'moves', tighten: 'is now', 'replace-rule': 'is replaced' }

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
  if (keys === undefined) return 'An operation that is not finished'
  const name = nameOf(keys, type, operation['was'])
  if (does === 'set' && isCaption(keys) && typeof to === 'string') return `${name} is called “${to}”`
  if (does === 'hide') return `${name} ${keys[0] === 'card' && keys.at(-2) === 'fields' ? 'is not on the card' : 'is hidden'}`
  if (does === 'move') return `${name} ${placeWords(operation, keys, type)}`
  if (does === 'add' && keys[0] === 'card' && keys.at(-2) === 'fields') return `${nameOf(keys, type)} is on the card, in ${sectionName(keys[2], type)}`
  if (does === 'tighten' && keys.at(-1) === 'required' && Array.isArray(to)) {
    const names = to.map((one) => `“${titleOf(type, keys.slice(0, -1), String(one))}”`)
    return `${names.join(', ')} must be filled in`
  }
  const end = to === undefined ? (LAYOUT[String(does)] ?? String(does)) : `${LAYOUT[String(does)] ?? String(does)} ${shortValue(to)}`
  return `${keys.join('.')} ${end}`
}

function movedWords(operation: DraftOperation, type: JsonObject): string {
  const keys = keysOf(operation) ?? []
  const { place } = operation
  const where = isObject(place) && place['last'] === true ? '' : `, where it ${placeWords(operation, keys, type)}`
  return `${nameOf(keys, type)} moves to ${sectionName(keys[2], type)}${where}`
}

const CAPTIONS = new Set(['title', 'label'])
const isCaption = (keys: readonly string[]): boolean => CAPTIONS.has(keys.at(-1) ?? '')

/** What a path names: a field, column, section, button or status. */
function nameOf(path: readonly string[], type: JsonObject, was?: Json): string {
  const keys = isCaption(path) ? path.slice(0, -1) : path
  const [first = '', second, third, , last = ''] = keys
  const named = (fallback: string): string => `“${typeof was === 'string' ? was : fallback}”`
  const name = keys.at(-1) ?? ''
  if (first === 'schema' && keys.at(-2) === 'properties') return named(titleOf(type, keys.slice(0, -2), name))
  if (first === 'list' && second === 'columns' && keys.length === 3) return `Column ${named(columnTitle(type, keys, ['schema'], name))} of the list`
  if (first === 'card' && keys.length === 3) return `Section ${named(titleAt(type, keys, name))}`
  if (first === 'card' && keys.at(-2) === 'fields') return named(last.startsWith('@') ? humanise(last.slice(1)) : titleOf(type, ['schema'], last))
  if (first === 'card' && keys.at(-2) === 'columns') return `Column ${named(columnTitle(type, keys, shapeOfSection(type, third), name))} of ${sectionName(third, type)}`
  if (first === 'actions' && keys.length === 2) return `Button ${named(titleAt(type, keys, name, 'label'))}`
  if (first === 'states' && keys.length === 2) return `Status ${named(String(valueAt(type, [...keys, 'label']) ?? name))}`
  return keys.join('.')
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

function placeWords({ place }: DraftOperation, keys: readonly string[], type: JsonObject): string {
  const { first, after, before } = isObject(place) ? place : {}
  if (first === true) return 'comes first'
  const neighbour = String(after ?? before ?? '')
  if (neighbour === '') return 'comes last'
  const name = nameOf([...keys.slice(0, -1), neighbour], type).replace(/^Column (“.*”) of .*$/, '$1')
  return `comes ${after === undefined ? 'before' : 'after'} ${name}`
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
