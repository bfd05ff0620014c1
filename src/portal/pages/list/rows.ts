import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import type { ResolvedColumn } from '../../../core/index.ts'
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
}

/** The columns of the list that are drawn, in their order. */
export function shownColumns(manifest: ClientManifest): ResolvedColumn[] {
  return Object.values(manifest.list.columns).filter((column) => !column.hidden)
}

/** Numbers line up at the right. */
export function isNumeric(manifest: ClientManifest, field: string): boolean {
  const type = manifest.shape.fields[field]?.type
  return type === 'number' || type === 'integer'
}
