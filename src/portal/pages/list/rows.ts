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

/** The column that identifies a row: the key, else the first. */
export function leadColumn({ key }: Pick<ClientManifest, 'key'>, columns: ResolvedColumn[]): ResolvedColumn | undefined {
  return columns.find((column) => column.field === key) ?? columns[0]
}

/** The column with the amount of a row, if there is one: the first of money. */
export function amountColumn({ shape }: Pick<ClientManifest, 'shape'>, columns: ResolvedColumn[]): ResolvedColumn | undefined {
  return columns.find(({ field }) => shape.fields[field]?.money !== undefined)
}

/** The column that says what a row is about and takes the space that is left: the longest free text. */
export function textColumn(manifest: Pick<ClientManifest, 'key' | 'stateField' | 'shape'>, columns: ResolvedColumn[]): ResolvedColumn | undefined {
  const lead = leadColumn(manifest, columns)
  const texts = columns.flatMap((column) => {
    const field = manifest.shape.fields[column.field]
    const isFree = field?.type === 'string' && field.enum === undefined && field.ref === undefined && field.format === undefined
    return isFree && column !== lead && column.field !== manifest.stateField ? [{ column, length: field.maxLength ?? 0 }] : []
  })
  return texts.toSorted((a, b) => b.length - a.length)[0]?.column
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
