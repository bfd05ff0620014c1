import { Group } from '@mantine/core'
import type { WireRecord } from '../../../contract/index.ts'
import { t, wireName } from '../../../core/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { RecordValue } from '../../ui/RecordValue.tsx'
import { readOrder, writeOrder } from '../../ui/rows/row-order.ts'
import { RowsTable, type RowsColumn } from '../../ui/rows/RowsTable.tsx'
import { currencyOfColumn } from './column-currency.ts'
import { NextStep, RowActions } from './RowActions.tsx'
import { RowCheck } from './RowCheck.tsx'
import { isChosen, isNumeric, drawnColumns, leadColumn, textColumn, toggled, toggledAll } from './rows.ts'
import type { RowsProps } from './rows.ts'

/** Rows of documents on a wide screen. */
export function ListTable({ manifest, records, state, keyOf, onOpen, pathOf, isFetching, selection }: RowsProps) {
  const { company } = usePortal()
  const drawn = drawnColumns(manifest, state.scope)
  const lead = leadColumn(manifest, drawn)
  const wide = textColumn(manifest, drawn)
  const columns = drawn.map((column): RowsColumn<WireRecord> => {
    const currency = currencyOfColumn(manifest, column, records, company.currency)
    return {
      id: wireName(manifest.shape, column.field),
      title: currency === undefined ? column.title : t('{title} ({currency})', { title: column.title, currency }),
      isLead: column === lead, isWide: column === wide, isNumeric: isNumeric(manifest, column.field), isWhole: column.field === manifest.stateField, width: column.width,
      isSortable: manifest.shape.fields[column.field]?.type !== 'array' && !manifest.hidden.inLists.includes(column.field),
      render: (record) => <RecordValue manifest={manifest} field={column.field} record={record} column={column} isBare={currency !== undefined} />,
    }
  })
  const pathOfRow = (record: WireRecord): string => pathOf(keyOf(record))
  return (
    <RowsTable
      rows={records} columns={columns} keyOf={keyOf} pathOf={pathOfRow} opening={(record) => () => onOpen(record)} isFetching={isFetching}
      sort={{ order: readOrder(state.sort), set: (order) => state.set({ sort: writeOrder(order) }) }}
      choice={selection && {
        all: <RowCheck label={t('Select all rows on this page')} isChosen={records.every((record) => isChosen(selection, record, keyOf))} onToggle={() => selection.choose(toggledAll(selection, records, keyOf))} />,
        of: (record) => <RowCheck label={t('Select {key}', { key: keyOf(record) })} isChosen={isChosen(selection, record, keyOf)} onToggle={() => selection.choose(toggled(selection, record, keyOf))} />,
      }}
      actionsTitle={manifest.list.actionsTitle}
      actionsOf={(record) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <NextStep manifest={manifest} record={record} recordKey={keyOf(record)} />
          <RowActions manifest={manifest} record={record} recordKey={keyOf(record)} path={pathOfRow(record)} />
        </Group>
      )}
    />
  )
}
