import { ScrollArea, Table } from '@mantine/core'
import { t, type ChartKind } from '../../../core/index.ts'
import type { DashboardChart } from '../../../contract/index.ts'
import { tableColumns, tableRows } from './figures.ts'
import { LookIcon } from './LookIcon.tsx'
import classes from './Dashboard.module.css'

const FIRST_COLUMN: Partial<Record<ChartKind, string>> = { months: t('Month'), weeks: t('Week') }

/** The same figures as in the chart, row by row. */
export function ChartTable({ chart, year }: { chart: DashboardChart; year: number }) {
  const columns = tableColumns(chart)
  const rows = tableRows(chart)
  const first = FIRST_COLUMN[chart.kind] ?? t('Name')
  return (
    <ScrollArea type="auto" offsetScrollbars="x" viewportProps={{ tabIndex: 0, 'aria-label': `${chart.title}, ${String(year)}`, role: 'region' }}>
      <Table className={classes.table ?? ''} verticalSpacing={6} horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{first}</Table.Th>
            {columns.map(({ title }) => <Table.Th key={title} scope="col" ta="right">{title}</Table.Th>)}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, label, look, row }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" fw={500} className={classes.rowHead ?? ''}>{look && <LookIcon look={look} />}{label}</Table.Th>
              {columns.map(({ title, values }) => <Table.Td key={title} ta="right">{values[row]}</Table.Td>)}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('In all')}</Table.Th>
            {columns.map(({ title, total }) => <Table.Th key={title} ta="right">{total}</Table.Th>)}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollArea>
  )
}
