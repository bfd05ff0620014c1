/** Applies operations to the outline of a type, to show on screen what they would change. The server decides what is allowed. Pure. */
import { isObject, parsePath, valueAt, type Json, type JsonObject } from '../../../../core/index.ts'

/** An operation as somebody may be writing it: any part may be missing. */
export type DraftOperation = JsonObject

/** The outline with the operations applied; what cannot be applied is left out. */
export function sketched(outline: JsonObject, operations: readonly DraftOperation[]): JsonObject {
  const sketch = structuredClone(outline)
  for (const operation of operations) apply(sketch, operation)
  return sketch
}

/** The keys of an operation’s path; undefined if it has none that can be read. */
export function keysOf({ at }: DraftOperation): string[] | undefined {
  const keys = typeof at === 'string' ? parsePath(at) : undefined
  return keys?.length === 0 ? undefined : keys
}

function apply(sketch: JsonObject, operation: DraftOperation): void {
  const keys = keysOf(operation)
  const { do: does, to, place } = operation
  const last = keys?.at(-1)
  if (keys === undefined || last === undefined) return
  const parentKeys = keys.slice(0, -1)
  const parent = valueAt(sketch, parentKeys)
  if (does === 'hide') hide(sketch, parentKeys, last)
  else if (does === 'move' && valueAt(sketch, keys) !== undefined) put(sketch, parentKeys, placed(parent, last, isObject(parent) ? parent[last] : last, place))
  else if (does === 'add' && to !== undefined && valueAt(sketch, keys) === undefined) put(sketch, parentKeys, placed(parent, last, to, place))
  else if (does === 'set' && to !== undefined && isObject(parent)) parent[last] = to
  else if (does === 'tighten' && to !== undefined && isObject(parent)) parent[last] = Array.isArray(to) && last === 'required' ? [...new Set([...listIn(parent[last]), ...to])] : to
}

function hide(sketch: JsonObject, parentKeys: string[], last: string): void {
  const parent = valueAt(sketch, parentKeys)
  if (Array.isArray(parent)) return put(sketch, parentKeys, parent.filter((one) => one !== last))
  if (!isObject(parent)) return
  if (parentKeys[0] !== 'schema') delete parent[last]
  else if (isObject(parent[last])) parent[last]['x-hidden'] = true
  // A list has no column of a hidden field.
  if (parentKeys.join('.') === 'schema.properties') hide(sketch, ['list', 'columns'], last)
}

function put(sketch: JsonObject, keys: string[], value: Json | undefined): void {
  const parent = valueAt(sketch, keys.slice(0, -1))
  const last = keys.at(-1)
  if (value !== undefined && last !== undefined && isObject(parent)) parent[last] = value
}

/** The list or map with an entry at its place; at the end, if the place names a neighbour that is not there. */
function placed(parent: Json | undefined, name: string, value: Json | undefined, place: Json | undefined): Json | undefined {
  if (Array.isArray(parent)) {
    const others = parent.filter((one) => one !== name)
    return others.toSpliced(indexOf(others.map(String), place), 0, name)
  }
  if (!isObject(parent) || value === undefined) return undefined
  const others = Object.entries(parent).filter(([key]) => key !== name)
  return Object.fromEntries(others.toSpliced(indexOf(others.map(([key]) => key), place), 0, [name, value]))
}

function indexOf(names: string[], place: Json | undefined): number {
  const { after, before, first } = isObject(place) ? place : {}
  if (first === true) return 0
  const index = names.indexOf(String(after ?? before ?? ''))
  if (index < 0) return names.length
  return after === undefined ? index : index + 1
}

const listIn = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
