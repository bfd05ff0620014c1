import 'mantine-datatable/styles.css'
import { Group } from '@mantine/core'
import { DataTable } from 'mantine-datatable'
import type { DataTableColumn } from 'mantine-datatable'
import { Link } from 'react-router-dom'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { wireName, t } from '../../../core/index.ts'
import type { ResolvedColumn } from '../../../core/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { RecordValue } from '../../ui/RecordValue.tsx'
import { Clip } from './Clip.tsx'
import { currencyOfColumn } from './column-currency.ts'
import { NextStep, RowActions } from './RowActions.tsx'
import { RowCheck } from './RowCheck.tsx'
import { opensOf } from '../../ui/row-opening.ts'
import { isChosen, isNumeric, drawnColumns, leadColumn, textColumn, toggled, toggledAll } from './rows.ts'
import type { RowsProps } from './rows.ts'
import classes from './ListPage.module.css'

/** Above this many columns, the spacing is smaller. */
const MANY_COLUMNS = 6

/** A declared width is a preference: a badge or an amount takes what it needs, or it would overlap its neighbour. */
const AT_WILL = { minWidth: 0, maxWidth: 'none' }

/** Rows on a wide screen. The number is a link, and a click anywhere in a row follows it. */
export function ListTable({ manifest, records, state, keyOf, onOpen, pathOf, isFetching, selection }: RowsProps) {
  const { company } = usePortal()
  const drawn = drawnColumns(manifest, state.scope)
  const lead = leadColumn(manifest, drawn)
  const wide = textColumn(manifest, drawn)
  const columns = drawn.map((column): DataTableColumn<WireRecord> => {
    const currency = currencyOfColumn(manifest, column, records, company.currency)
    const isLead = column === lead
    return {
      accessor: wireName(manifest.shape, column.field),
      title: currency === undefined ? column.title : `${column.title} (${currency})`,
      sortable: manifest.shape.fields[column.field]?.type !== 'array' && !manifest.hidden.inLists.includes(column.field),
      textAlign: isNumeric(manifest, column.field) ? 'right' : 'left',
      ...(column.width && { width: column.width, titleStyle: AT_WILL, cellsStyle: () => AT_WILL }),
      ...(isLead && column === drawn[0] && { pinned: 'left' }),
      cellsClassName: [isNumeric(manifest, column.field) ? 'dirisha-numeric' : '', column === wide ? classes.wide : ''].join(' ').trim(),
      titleClassName: titleClass(manifest, column),
      render: (record) => {
        const value = <RecordValue manifest={manifest} field={column.field} record={record} column={column} isBare={currency !== undefined} />
        if (isLead) return <Link className={classes.lead ?? ''} to={pathOf(keyOf(record))}>{value}</Link>
        return column.field === manifest.stateField ? value : <Clip>{value}</Clip>
      },
    }
  })
  if (selection) {
    columns.unshift({
      accessor: '_chosen',
      title: <RowCheck label={t('Select all rows on this page')} isChosen={records.every((record) => isChosen(selection, record, keyOf))} onToggle={() => selection.choose(toggledAll(selection, records, keyOf))} />,
      width: '0%',
      render: (record) => <RowCheck label={t('Select {key}', { key: keyOf(record) })} isChosen={isChosen(selection, record, keyOf)} onToggle={() => selection.choose(toggled(selection, record, keyOf))} />,
    })
  }
  columns.push({
    accessor: '_actions',
    title: manifest.list.actionsTitle,
    textAlign: 'right',
    titleClassName: classes.actions ?? '',
    width: '0%',
    pinned: 'right',
    render: (record) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <NextStep manifest={manifest} record={record} recordKey={keyOf(record)} />
        <RowActions manifest={manifest} record={record} recordKey={keyOf(record)} path={pathOf(keyOf(record))} />
      </Group>
    ),
  })
  return (
    <DataTable<WireRecord>
      records={records}
      columns={columns}
      idAccessor={keyOf}
      fetching={isFetching}
      highlightOnHover
      verticalSpacing={4}
      horizontalSpacing={columns.length > MANY_COLUMNS ? 'sm' : 'md'}
      minHeight={0}
      noRecordsText={t('No records')}
      sortStatus={{ columnAccessor: state.sort.replace(/^-/, ''), direction: state.sort.startsWith('-') ? 'desc' : 'asc' }}
      onSortStatusChange={({ columnAccessor, direction }) => state.set({ sort: `${direction === 'desc' ? '-' : ''}${String(columnAccessor)}` })}
      rowClassName={() => classes.row}
      customRowAttributes={(record) => ({ 'data-key': keyOf(record), ...opensOf(pathOf(keyOf(record)), () => onOpen(record)) })}
    />
  )
}

/** Longer headings may take two lines. */
const MAX_LENGTH_ON_ONE_LINE = 18

function titleClass(manifest: ClientManifest, { field, title }: ResolvedColumn): string {
  return [isNumeric(manifest, field) ? classes.titleEnd : '', title.length <= MAX_LENGTH_ON_ONE_LINE ? classes.short : ''].join(' ').trim()
}
