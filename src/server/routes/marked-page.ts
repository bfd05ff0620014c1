/** Pages of a forward-only list; a cursor marks where each page ends. */
import type { ListAnswer } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { decodeCursor, encodeCursor } from '../store/sql/cursor.ts'
import { boundedCount } from '../store/sql/max-counted.ts'

export interface PageAsked {
  /** Identifies the list and its filters: a cursor of another list is refused. */
  list: string
  cursor: string | undefined
  limit: number
}

/** A row's position in the order of the list. */
export interface Mark { value: string; key: string }

export interface MarkedSource<Row> {
  /** The format of every key; a cursor with any other key is refused. */
  keys: RegExp
  markOf(row: Row): Mark
  /** Returns at most `limit` rows after the mark. */
  rows(after: Mark | undefined, limit: number): Promise<Row[]>
  /** The total count, requested for the first page only. */
  count(): Promise<number>
}

export interface Page<Row> { rows: Row[]; page: ListAnswer['page'] }

const cursorOf = ({ value, key }: Mark): { values: string[]; key: string } => ({ values: [value], key })

/** Reads one page. @throws AppError invalid-cursor */
export async function markedPage<Row>({ list, cursor, limit }: PageAsked, source: MarkedSource<Row>): Promise<Page<Row>> {
  const marker = cursor === undefined ? undefined : decodeCursor(cursor, list)
  if (marker !== undefined && !source.keys.test(marker.key)) throw new AppError('invalid-cursor')
  const [value = ''] = marker?.values ?? []
  const found = await source.rows(marker && { value, key: marker.key }, limit + 1)
  const count = marker?.count ?? (await source.count())
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last !== undefined ? encodeCursor({ direction: 'next', ...cursorOf(source.markOf(last)), list, count }) : null
  return { rows, page: { next, previous: null, ...boundedCount(count) } }
}
