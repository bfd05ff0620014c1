/** Where a page of a list begins: the sort value and key of the row before (or after) it. Opaque to clients. */
import { AppError } from '../../errors.ts'

export interface Cursor {
  direction: 'next' | 'previous'
  /** Sort values of the row at the boundary, as the database writes them. */
  values: string[]
  key: string
  /** The sort order and filters that the cursor was made for; any other list refuses it. */
  list: string
  /** The count of the whole list, from its first page. */
  count: number
}

/** Encodes a cursor as text for a client. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.direction === 'next' ? 1 : 0, cursor.values, cursor.key, cursor.list, cursor.count])).toString('base64url')
}

/** Whether the text can be compared as the type that the list is sorted by. */
export function fitsSort(value: string, type: 'text' | 'numeric'): boolean {
  return type === 'text' || /^-?(Infinity|\d{1,40}(\.\d{1,40})?)$/.test(value)
}

/** Decodes a client's text. @throws AppError invalid-cursor for anything that encodeCursor did not make for the same list */
export function decodeCursor(text: string, list: string): Cursor {
  const [direction, values, key, madeFor, count] = parse(text)
  const isWhole = (direction === 0 || direction === 1) && Array.isArray(values) && values.every((value): value is string => typeof value === 'string') && typeof key === 'string' && typeof count === 'number'
  if (!isWhole || madeFor !== list || values.some(hasNul) || hasNul(key)) throw new AppError('invalid-cursor')
  return { direction: direction === 1 ? 'next' : 'previous', values, key, list, count }
}

function parse(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** PostgreSQL accepts no NUL in text. */
function hasNul(text: string): boolean {
  return text.includes('\0')
}
