import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { ResolvedColumn } from '../../../core/index.ts'
import type { Selection } from './use-selection.ts'
import type { ListState } from './use-list-state.ts'

/** What both looks of a list get. */
export interface RowsProps {
  manifest: ClientManifest
  records: WireRecord[]
  state: ListState
  keyOf: (record: WireRecord) => string
  onOpen: (record: WireRecord) => void
  /** Where a record opens. */
  pathOf: (key: string) => string
  /** The rows shown are the last page's while the next is fetched. */
  isFetching: boolean
  /** What is chosen of them; absent where nothing is made from rows. */
  selection: Selection | undefined
}

/** The columns of the list that are drawn, in their order; not those that hold the same in every row. */
export function drawnColumns(manifest: ClientManifest, scope: Record<string, string> = {}): ResolvedColumn[] {
  return Object.values(manifest.list.columns).filter((column) => !column.hidden && scope[column.field] === undefined)
}

/** Numbers line up at the right. */
export function isNumeric(manifest: ClientManifest, field: string): boolean {
  const type = manifest.shape.fields[field]?.type
  return type === 'number' || type === 'integer'
}

/** Whether the row is among those that were chosen. */
export function isChosen({ records }: Selection, record: WireRecord, keyOf: RowsProps['keyOf']): boolean {
  return records.some((one) => keyOf(one) === keyOf(record))
}

/** The choice with the row taken in, or out. */
export function toggled(selection: Selection, record: WireRecord, keyOf: RowsProps['keyOf']): WireRecord[] {
  return isChosen(selection, record, keyOf) ? selection.records.filter((one) => keyOf(one) !== keyOf(record)) : [...selection.records, record]
}

/** The choice with all the rows taken in; where they are already, out. */
export function toggledAll(selection: Selection, records: WireRecord[], keyOf: RowsProps['keyOf']): WireRecord[] {
  const others = selection.records.filter((one) => !records.some((record) => keyOf(record) === keyOf(one)))
  return records.every((record) => isChosen(selection, record, keyOf)) ? others : [...others, ...records]
}
