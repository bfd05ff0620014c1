import { isObject, type Doc, type JsonObject } from './json.ts'
import type { ResolvedField } from '../manifest/resolve/resolved.ts'

/** A document as stored. `data` holds inner field names, including the key, state and owner fields. */
export interface StoredRecord {
  key: string
  state: string
  /** Employee number of the owner. */
  owner?: string
  rev: number
  data: Doc
}

/** The same line in another version of the document, found by its line key; undefined for a new line, or if lines have no key. */
export function storedLine(array: Pick<ResolvedField, 'name' | 'lineKey'> | undefined, other: JsonObject | undefined, line: JsonObject): JsonObject | undefined {
  const { name = '', lineKey } = array ?? {}
  const lines = other?.[name]
  if (lineKey === undefined || line[lineKey] === undefined || !Array.isArray(lines)) return undefined
  return lines.filter(isObject).find((one) => one[lineKey] === line[lineKey])
}
