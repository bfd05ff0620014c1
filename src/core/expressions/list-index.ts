import { sumMoney } from '../money.ts'
import { RecordView } from './record-view.ts'

/**
 * What lists of records give by equal fields, remembered: a rule on a line that asks something of all lines asks it for every
 * line, which would be as many steps as there are lines, times as many. Only of lists whose changes are told here.
 */
interface ListIndex {
  /** The records by the text in a field; undefined where some have something else in it. */
  groups: Map<string, Map<List, Map<string, RecordView[]> | undefined>>
  sums: Map<string, Map<List, number>>
}

type List = readonly unknown[]

/** Of lists that are watched, and of the parts that were taken of them. */
const indexes = new WeakMap<List, ListIndex>()

/** Remembers from now on what is asked of the list; whoever changes it, or a field of its records, says so. */
export function watchList(list: List): void {
  indexes.set(list, { groups: new Map(), sums: new Map() })
}

/** A field of a record in the list has changed; without a field, which records there are. */
export function forgetOf(list: List | undefined, field?: string): void {
  const index = list === undefined ? undefined : indexes.get(list)
  if (index === undefined) return
  for (const known of [index.groups, index.sums]) {
    if (field === undefined) known.clear()
    else known.delete(field)
  }
}

/** The records whose field has this text, in their order; undefined where that is not known of the list. */
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

/** The exact sum of the amounts in a field; undefined where it is not known of the list. */
export function sumOf(list: List, field: string): number | undefined {
  const index = indexes.get(list)
  if (index === undefined) return undefined
  const known = entryOf(index.sums, field)
  const sum = known.get(list) ?? sumAt(list, field)
  known.set(list, sum)
  return sum
}

/** The exact sum of the amounts in a field, of which empty ones count nothing. */
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
