import { isObject, type Doc, type JsonObject } from './json.ts'
import type { ResolvedField } from '../manifest/resolve/resolved.ts'

/** A document as the store keeps it. `data` holds inner field names, the key, state and owner fields included. */
export interface StoredRecord {
  key: string
  state: string
  /** Employee number of the owner. */
  owner?: string
  rev: number
  data: Doc
}

/** The line of an array as the other document has it, found by its line key; undefined for a new line, or where lines have no key. */
export function storedLine(array: Pick<ResolvedField, 'name' | 'lineKey'> | undefined, other: JsonObject | undefined, line: JsonObject): JsonObject | undefined {
  const { name = '', lineKey } = array ?? {}
  const lines = other?.[name]
  if (lineKey === undefined || line[lineKey] === undefined || !Array.isArray(lines)) return undefined
  return lines.filter(isObject).find((one) => one[lineKey] === line[lineKey])
}
