import 'mantine-datatable/styles.css'
import { DataTable } from 'mantine-datatable'
import type { DataTableColumn } from 'mantine-datatable'
import type { KeyboardEvent } from 'react'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { wireName } from '../../../core/index.ts'
import type { ResolvedColumn } from '../../../core/index.ts'
import { RecordValue } from '../../ui/RecordValue.tsx'
import { RowActions } from './RowActions.tsx'
import { RowCheck } from './RowCheck.tsx'
import { isChosen, isNumeric, drawnColumns, toggled, toggledAll } from './rows.ts'
import type { RowsProps } from './rows.ts'
import classes from './ListPage.module.css'

/** Above this many columns, the spacing is smaller. */
const MANY_COLUMNS = 6

/** A declared width is a preference: a badge or an amount takes what it needs, or it would overlap its neighbour. */
const AT_WILL = { minWidth: 0, maxWidth: 'none' }

/** Rows on a wide screen; a click or Enter opens one. */
export function ListTable({ manifest, records, state, keyOf, onOpen, pathOf, isFetching, selection }: RowsProps) {
  const columns = drawnColumns(manifest, state.scope).map((column): DataTableColumn<WireRecord> => ({
    accessor: wireName(manifest.shape, column.field),
    title: column.title,
    sortable: manifest.shape.fields[column.field]?.type !== 'array' && !manifest.hidden.inLists.includes(column.field),
    textAlign: isNumeric(manifest, column.field) ? 'right' : 'left',
    ...(column.width && { width: column.width, titleStyle: AT_WILL, cellsStyle: () => AT_WILL }),
    cellsClassName: cellClass(manifest, column.field),
    titleClassName: titleClass(manifest, column),
    render: (record) => <RecordValue manifest={manifest} field={column.field} record={record} column={column} />,
  }))
  if (selection) {
    columns.unshift({
      accessor: '_chosen',
      title: <RowCheck label="Choose all rows of this page" isChosen={records.every((record) => isChosen(selection, record, keyOf))} onToggle={() => selection.choose(toggledAll(selection, records, keyOf))} />,
      width: '0%',
      render: (record) => <RowCheck label={`Choose ${keyOf(record)}`} isChosen={isChosen(selection, record, keyOf)} onToggle={() => selection.choose(toggled(selection, record, keyOf))} />,
    })
  }
  columns.push({
    accessor: '_actions',
    title: manifest.list.actionsTitle,
    textAlign: 'right',
    width: '0%',
    render: (record) => <RowActions manifest={manifest} record={record} recordKey={keyOf(record)} path={pathOf(keyOf(record))} />,
  })
  return (
    <DataTable<WireRecord>
      records={records}
      columns={columns}
      idAccessor={keyOf}
      fetching={isFetching}
      highlightOnHover
      verticalSpacing={8}
      horizontalSpacing={columns.length > MANY_COLUMNS ? 'sm' : 'md'}
      pinLastColumn
      minHeight={0}
      sortStatus={{ columnAccessor: state.sort.replace(/^-/, ''), direction: state.sort.startsWith('-') ? 'desc' : 'asc' }}
      onSortStatusChange={({ columnAccessor, direction }) => state.set({ sort: `${direction === 'desc' ? '-' : ''}${String(columnAccessor)}` })}
      onRowClick={({ record, event }) => !isControl(event.target) && onOpen(record)}
      rowClassName={() => classes.row}
      customRowAttributes={(record) => ({
        tabIndex: 0,
        'data-key': keyOf(record),
        onKeyDown: (event: KeyboardEvent) => event.key === 'Enter' && event.target === event.currentTarget && onOpen(record),
      })}
    />
  )
}

/** A click on a control in a row does not open the row. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, [role="menuitem"]') !== null
}

/** Longer headings may take two lines. */
const MAX_LENGTH_ON_ONE_LINE = 18

function titleClass(manifest: ClientManifest, { field, title }: ResolvedColumn): string {
  return [isNumeric(manifest, field) ? classes.titleEnd : '', title.length <= MAX_LENGTH_ON_ONE_LINE ? classes.short : ''].join(' ').trim()
}

/** Numbers, dates, keys and states stay on one line; texts may wrap. */
function cellClass(manifest: ClientManifest, field: string): string {
  const isNumber = isNumeric(manifest, field)
  const isShort = isNumber || field === manifest.key || field === manifest.stateField || manifest.shape.fields[field]?.format !== undefined
  return [isNumber ? 'dirisha-numeric' : '', isShort ? classes.short : ''].join(' ').trim()
}
