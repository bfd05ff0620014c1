import { VisuallyHidden } from '@mantine/core'
import { DataTable, type DataTableColumn, type DataTableProps } from 'mantine-datatable'
// After the component, whose own import brings the styles that these adjust.
import 'mantine-datatable/styles.layer.css'
import { useRef, type ReactNode } from 'react'
import { t } from '../../../core/index.ts'
import { Clip } from './Clip.tsx'
import { Lead } from './Lead.tsx'
import { opensOf } from './row-opening.ts'
import { orderedBy, type OrderedBy } from './row-order.ts'
import classes from './Rows.module.css'

export interface RowsColumn<T> {
  id: string
  title: string
  render: (row: T) => ReactNode
  /** Names the row: it is the link to it. In first place, it stays there when the table scrolls. */
  isLead?: boolean | undefined
  /** Takes the width that the other columns leave; its texts end in an ellipsis. */
  isWide?: boolean | undefined
  isNumeric?: boolean | undefined
  isSortable?: boolean | undefined
  /** Shown whole, such as a badge. */
  isWhole?: boolean | undefined
  /** Pixels; a preference, since a badge or an amount takes what it needs. */
  width?: number | undefined
}

interface RowsTableProps<T> {
  rows: T[]
  columns: RowsColumn<T>[]
  keyOf: (row: T) => string
  /** The address of a row; undefined if it has none. */
  pathOf?: ((row: T) => string | undefined) | undefined
  /** What opens a row, at its address if it has one; undefined if nothing does. */
  opening?: ((row: T) => (() => void) | undefined) | undefined
  /** What stands beside the name of a row. */
  asideOf?: ((row: T) => ReactNode) | undefined
  /** The buttons of a row, at its end. */
  actionsOf?: ((row: T) => ReactNode) | undefined
  actionsTitle?: string
  /** Choosing rows: the box for all of them, and that of each. */
  choice?: { all: ReactNode; of: (row: T) => ReactNode } | undefined
  isFetching: boolean
  /** The order of the rows; pressing a title with Shift adds its column. */
  sort?: { order: OrderedBy[]; set: (order: OrderedBy[]) => void }
}

/** Pixels beside the contents of a cell, by the most columns that a table with it has. */
const SPACING = [[6, 16], [9, 12]] as const
const LEAST_SPACING = 8
/** Longer headings may take two lines. */
const MAX_LENGTH_ON_ONE_LINE = 18
const AT_WILL = { minWidth: 0, maxWidth: 'none' }

/** Rows of one line on a wide screen. The name of a row is a link, and a click anywhere in the row follows it. */
export function RowsTable<T>({ rows, columns, keyOf, pathOf, opening, asideOf, actionsOf, actionsTitle = t('Actions'), choice, isFetching, sort }: RowsTableProps<T>) {
  const isAdding = useRef(false)
  const noteShift = ({ shiftKey }: { shiftKey: boolean }): void => { isAdding.current = shiftKey }
  const drawn: DataTableColumn<T>[] = columns.map((column, index) => ({
    accessor: column.id,
    title: column.isSortable === true && sort !== undefined ? <SortTitle column={column} order={sort.order} /> : column.title,
    sortable: column.isSortable === true,
    textAlign: column.isNumeric ? 'right' : 'left',
    ...(column.width !== undefined && { width: column.width, titleStyle: AT_WILL, cellsStyle: () => AT_WILL }),
    ...(index === 0 && column.isLead && { pinned: 'left' }),
    cellsClassName: [column.isNumeric ? 'dirisha-numeric' : '', column.isWide ? classes.wide : ''].join(' ').trim(),
    titleClassName: [column.isNumeric ? classes.titleEnd : '', column.title.length <= MAX_LENGTH_ON_ONE_LINE ? classes.short : ''].join(' ').trim(),
    render: (row) => {
      if (column.isLead) return <Lead row={row} pathOf={pathOf} onOpen={opening?.(row)} asideOf={asideOf}>{column.render(row)}</Lead>
      return column.isWhole ? column.render(row) : <Clip>{column.render(row)}</Clip>
    },
  }))
  if (choice) drawn.unshift({ accessor: '_chosen', title: choice.all, width: '0%', render: choice.of })
  if (actionsOf) drawn.push({ accessor: '_actions', title: actionsTitle, textAlign: 'right', titleClassName: classes.actions ?? '', width: '0%', pinned: 'right', render: actionsOf })
  const sorting: Partial<DataTableProps<T>> = sort === undefined ? {} : {
    ...(sort.order[0] === undefined ? {} : { sortStatus: { columnAccessor: sort.order[0].column, direction: sort.order[0].isDescending ? 'desc' as const : 'asc' as const } }),
    onSortStatusChange: ({ columnAccessor }) => sort.set(orderedBy(sort.order, String(columnAccessor), isAdding.current)),
  }
  return (
    <div className={classes.table} onClickCapture={noteShift} onKeyDownCapture={noteShift}>
      <DataTable<T>
        records={rows} columns={drawn} idAccessor={keyOf} fetching={isFetching} highlightOnHover
        noRecordsText={t('No records')}
        verticalSpacing={4} horizontalSpacing={SPACING.find(([most]) => drawn.length <= most)?.[1] ?? LEAST_SPACING} minHeight={0}
        rowClassName={() => classes.row}
        customRowAttributes={(row) => ({ 'data-key': keyOf(row), ...opens(pathOf?.(row), opening?.(row)) })}
        {...(sorting as object)}
      />
    </div>
  )
}

/** The title of a column that rows can be ordered by; with its place, if it is not the first of those that they are ordered by. */
function SortTitle<T>({ column, order }: { column: RowsColumn<T>; order: OrderedBy[] }) {
  const place = order.findIndex((one) => one.column === column.id)
  return (
    <span title={t('Press with Shift to sort by this as well')}>
      {column.title}
      {place > 0 && <span className={classes.place}><span aria-hidden>{place + 1} {order[place]?.isDescending === true ? '↓' : '↑'}</span><VisuallyHidden>{order[place]?.isDescending === true ? t('then by this, descending') : t('then by this, ascending')}</VisuallyHidden></span>}
    </span>
  )
}

function opens(path: string | undefined, open: (() => void) | undefined): object {
  return open === undefined ? {} : { ...opensOf(path, open), 'data-opens': true }
}
