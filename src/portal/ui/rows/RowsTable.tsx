import { DataTable, type DataTableColumn, type DataTableProps } from 'mantine-datatable'
// After the component, whose own import brings the styles that these adjust.
import 'mantine-datatable/styles.layer.css'
import type { ReactNode } from 'react'
import { t } from '../../../core/index.ts'
import { Clip } from './Clip.tsx'
import { Lead } from './Lead.tsx'
import { opensOf } from './row-opening.ts'
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
  sort?: { by: string; isDescending: boolean; set: (by: string, isDescending: boolean) => void }
}

/** Above this many columns, the spacing is smaller. */
const MANY_COLUMNS = 6
/** Longer headings may take two lines. */
const MAX_LENGTH_ON_ONE_LINE = 18
const AT_WILL = { minWidth: 0, maxWidth: 'none' }

/** Rows of one line on a wide screen. The name of a row is a link, and a click anywhere in the row follows it. */
export function RowsTable<T>({ rows, columns, keyOf, pathOf, opening, asideOf, actionsOf, actionsTitle = t('Actions'), choice, isFetching, sort }: RowsTableProps<T>) {
  const drawn: DataTableColumn<T>[] = columns.map((column, index) => ({
    accessor: column.id,
    title: column.title,
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
    sortStatus: { columnAccessor: sort.by, direction: sort.isDescending ? 'desc' : 'asc' },
    onSortStatusChange: ({ columnAccessor, direction }) => sort.set(String(columnAccessor), direction === 'desc'),
  }
  return (
    <div className={classes.table}>
      <DataTable<T>
        records={rows} columns={drawn} idAccessor={keyOf} fetching={isFetching} highlightOnHover
        noRecordsText={t('No records')}
        verticalSpacing={4} horizontalSpacing={drawn.length > MANY_COLUMNS ? 'sm' : 'md'} minHeight={0}
        rowClassName={() => classes.row}
        customRowAttributes={(row) => ({ 'data-key': keyOf(row), ...opens(pathOf?.(row), opening?.(row)) })}
        {...(sorting as object)}
      />
    </div>
  )
}

function opens(path: string | undefined, open: (() => void) | undefined): object {
  return open === undefined ? {} : { ...opensOf(path, open), 'data-opens': true }
}
