import { MAX_SORT_FIELDS, SORT_SEPARATOR } from '../../../contract/index.ts'

/** A column that rows are ordered by. */
export interface OrderedBy { column: string; isDescending: boolean }

/** What rows are ordered by, from the `sort` of a list call. */
export function readOrder(sort: string): OrderedBy[] {
  return sort.split(SORT_SEPARATOR).map((one) => ({ column: one.replace(/^-/, ''), isDescending: one.startsWith('-') }))
}

/** The `sort` of a list call. */
export function writeOrder(order: OrderedBy[]): string {
  return order.map(({ column, isDescending }) => `${isDescending ? '-' : ''}${column}`).join(SORT_SEPARATOR)
}

/**
 * The order after a column's title is pressed: by this column alone, or, with `isAdded`, by what it was ordered by and then by this. A
 * column by which it is ordered already turns round. The last place is taken by the newest column once all are taken.
 */
export function orderedBy(order: OrderedBy[], column: string, isAdded: boolean): OrderedBy[] {
  const known = order.find((one) => one.column === column)
  const now = { column, isDescending: known !== undefined && !known.isDescending }
  if (!isAdded) return [order[0]?.column === column ? now : { column, isDescending: false }]
  return known === undefined ? [...order.slice(0, MAX_SORT_FIELDS - 1), now] : order.map((one) => (one === known ? now : one))
}
