import { sumMoney } from '../money.ts'
import { RecordView } from './record-view.ts'

/**
 * An index of the records of a list by the value of a field, with sums. A rule on a line that reads all lines does so for every line, which
 * would take a quadratic number of steps. Only for lists whose changes are reported to this module.
 */
interface ListIndex {
  /** The records by the text in a field; undefined if the field of any record holds something else. */
  groups: Map<string, Map<List, Map<string, RecordView[]> | undefined>>
  sums: Map<string, Map<List, number>>
}

type List = readonly unknown[]

/** The indexes of watched lists and of the sublists taken from them. */
const indexes = new WeakMap<List, ListIndex>()

/** Indexes the list from now on. Code that changes the list, or a field of its records, must call `invalidate`. */
export function indexList(list: List): void {
  indexes.set(list, { groups: new Map(), sums: new Map() })
}

/** Drops what is indexed by a field that changed in a record of the list; without a field, after records were added or removed. */
export function invalidate(list: List | undefined, field?: string): void {
  const index = list === undefined ? undefined : indexes.get(list)
  if (index === undefined) return
  for (const known of [index.groups, index.sums]) {
    if (field === undefined) known.clear()
    else known.delete(field)
  }
}

/** The records whose field has this text, in list order; undefined if the index of the list cannot tell. */
export function recordsWith(list: List, field: string, text: string): List | undefined {
  const index = indexes.get(list)
  if (index === undefined) return undefined
  const known = entryOf(index.groups, field)
  if (!known.has(list)) known.set(list, grouped(list, field))
  const groups = known.get(list)
  if (groups === undefined) return undefined
  const found = groups.get(text) ?? NONE
  if (found !== NONE) indexes.set(found, index)
  return found
}

const NONE: List = Object.freeze([])

/** The exact sum of the amounts in a field; undefined if the list is not indexed. */
export function sumOf(list: List, field: string): number | undefined {
  const index = indexes.get(list)
  if (index === undefined) return undefined
  const known = entryOf(index.sums, field)
  const sum = known.get(list) ?? sumAt(list, field)
  known.set(list, sum)
  return sum
}

/** The exact sum of the amounts in a field; an empty one counts as 0. */
export function sumAt(list: List, field: string): number {
  return sumMoney(list.map((record) => {
    const value = (record as Record<string, unknown> | null)?.[field]
    return typeof value === 'number' ? value : 0
  }))
}

function grouped(list: List, field: string): Map<string, RecordView[]> | undefined {
  const groups = new Map<string, RecordView[]>()
  for (const record of list) {
    const text = record instanceof RecordView ? (record as unknown as Record<string, unknown>)[field] : undefined
    if (typeof text !== 'string') return undefined
    const group = groups.get(text)
    if (group === undefined) groups.set(text, [record as RecordView])
    else group.push(record as RecordView)
  }
  return groups
}

function entryOf<V>(map: Map<string, Map<List, V>>, field: string): Map<List, V> {
  const known = map.get(field) ?? new Map<List, V>()
  map.set(field, known)
  return known
}
