import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { ResolvedColumn } from '../../../core/index.ts'
import type { Selection } from './use-selection.ts'
import type { ListState } from './use-list-state.ts'

/** The props that the table and card layouts share. */
export interface RowsProps {
  manifest: ClientManifest
  records: WireRecord[]
  state: ListState
  keyOf: (record: WireRecord) => string
  onOpen: (record: WireRecord) => void
  /** The address of a record. */
  pathOf: (key: string) => string
  /** Whether the previous page's rows are shown while the next page is fetched. */
  isFetching: boolean
  /** The selected rows; absent if nothing is created from rows. */
  selection: Selection | undefined
}

/** The visible columns of the list, in order, without those that the scope fixes to one value. */
export function drawnColumns(manifest: ClientManifest, scope: Record<string, string> = {}): ResolvedColumn[] {
  return Object.values(manifest.list.columns).filter((column) => !column.offered && scope[column.field] === undefined)
}

/** Whether the column is numeric and therefore right-aligned. */
export function isNumeric(manifest: ClientManifest, field: string): boolean {
  const type = manifest.shape.fields[field]?.type
  return type === 'number' || type === 'integer'
}

/** Whether the row is selected. */
export function isChosen({ records }: Selection, record: WireRecord, keyOf: RowsProps['keyOf']): boolean {
  return records.some((one) => keyOf(one) === keyOf(record))
}

/** The selection with the row added, or removed if it was selected. */
export function toggled(selection: Selection, record: WireRecord, keyOf: RowsProps['keyOf']): WireRecord[] {
  return isChosen(selection, record, keyOf) ? selection.records.filter((one) => keyOf(one) !== keyOf(record)) : [...selection.records, record]
}

/** The selection with all the rows added, or removed if all were selected. */
export function toggledAll(selection: Selection, records: WireRecord[], keyOf: RowsProps['keyOf']): WireRecord[] {
  const others = selection.records.filter((one) => !records.some((record) => keyOf(record) === keyOf(one)))
  return records.every((record) => isChosen(selection, record, keyOf)) ? others : [...others, ...records]
}
