import { isObject } from '../document/json.ts'
import type { Json, JsonObject } from '../document/json.ts'

/**
 * Splits a path such as `states."Pending Approval".label` into keys; undefined if it cannot be parsed. A name that every object inherits is
 * not a key: with `__proto__` a value would become the prototype of its container, and reading `constructor` would find something that
 * nobody wrote.
 */
export function parsePath(text: string): string[] | undefined {
  const keys = keysOf(text)
  return keys?.some((key) => key in Object.prototype) === true ? undefined : keys
}

function keysOf(text: string): string[] | undefined {
  const keys: string[] = []
  const pattern = /"((?:[^"\\]|\\.)*)"|([^."\s]+)/y
  for (let index = 0; index <= text.length;) {
    pattern.lastIndex = index
    const match = pattern.exec(text)
    if (match === null) return undefined
    keys.push(match[1] === undefined ? (match[2] ?? '') : (JSON.parse(`"${match[1]}"`) as string))
    index = pattern.lastIndex
    if (index === text.length) return keys
    if (text[index] !== '.') return undefined
    index += 1
  }
  return undefined
}

/** The value at the keys. Entries of a list of names are addressed by name: `fields.description` is the entry `description`. */
export function valueAt(root: Json | undefined, keys: readonly string[]): Json | undefined {
  let value = root
  for (const key of keys) {
    if (Array.isArray(value)) value = value.includes(key) ? key : undefined
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    if (value === undefined) return undefined
  }
  return value
}

/** The object at the keys; an empty one if there is none. */
export function mapAt(root: JsonObject, keys: string[]): JsonObject {
  const value = valueAt(root, keys)
  return isObject(value) ? value : {}
}

/** The texts of the list at the keys; none if there is no list. */
export function textsAt(root: Json, keys: string[]): string[] {
  const value = valueAt(root, keys)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** The keys with the current names of renamed states; undefined if something on the path no longer exists. */
export function followRenames(root: JsonObject, keys: readonly string[], mayLackLast: boolean): string[] | undefined {
  const found: string[] = []
  for (const [index, key] of keys.entries()) {
    const here = valueAt(root, found)
    if (valueAt(root, [...found, key]) !== undefined) {
      found.push(key)
      continue
    }
    const renamed = renamedTo(root, key).find((name) => valueAt(root, [...found, name]) !== undefined)
    if (renamed !== undefined) found.push(renamed)
    else if (mayLackLast && index === keys.length - 1 && (isObject(here) || Array.isArray(here))) found.push(key)
    else return undefined
  }
  return found
}

/** States that used to have the name. */
function renamedTo({ states }: JsonObject, name: string): string[] {
  return Object.entries(isObject(states) ? states : {})
    .filter(([, state]) => isObject(state) && Array.isArray(state['renamedFrom']) && state['renamedFrom'].includes(name))
    .map(([key]) => key)
}
