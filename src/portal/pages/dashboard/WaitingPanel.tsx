import { ScrollArea, Table, Text, Title } from '@mantine/core'
import { t } from '../../../core/index.ts'
import type { WaitingApprovals } from '../../../contract/index.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ageColumns } from './days.ts'
import classes from './Dashboard.module.css'

/** The approvals that wait, by approver and document type; a column for each age. */
export function WaitingPanel({ waiting: { title, days, rows, cut, most } }: { waiting: WaitingApprovals }) {
  const columns = ageColumns(days)
  const sum = (counts: number[]): number => counts.reduce((all, count) => all + count, 0)
  const totals = columns.map((_, index) => sum(rows.map(({ counts }) => counts[index] ?? 0)))
  return (
    <section className={`dirisha-panel ${classes.chart ?? ''}`} aria-label={title} data-waiting>
      <Title order={2} className={classes.chartTitle ?? ''}>{title}</Title>
      {rows.length === 0 ? <EmptyState icon="clipboard-check" title={t('Nothing waits for approval')} text={t('Approvals appear here from the moment they are sent.')} /> : (
        <ScrollArea type="auto" offsetScrollbars="x" viewportProps={{ tabIndex: 0, 'aria-label': title, role: 'region' }}>
          <Table className={classes.table ?? ''} verticalSpacing={6} horizontalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('Approver')}</Table.Th>
                <Table.Th scope="col">{t('Documents')}</Table.Th>
                {columns.map((name) => <Table.Th key={name} scope="col" ta="right">{name}</Table.Th>)}
                <Table.Th scope="col" ta="right">{t('In all')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ approver, approverName, documentType, documentTitle, counts }) => (
                <Table.Tr key={`${approver}/${documentType}`}>
                  <Table.Th scope="row" fw={500}>{approverName}</Table.Th>
                  <Table.Td>{documentTitle}</Table.Td>
                  {columns.map((name, index) => <Table.Td key={name} ta="right"><Count count={counts[index] ?? 0} isOldest={index === days.length} /></Table.Td>)}
                  <Table.Td ta="right">{sum(counts)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
            <Table.Tfoot>
              <Table.Tr>
                <Table.Th scope="row" colSpan={2}>{t('In all')}</Table.Th>
                {totals.map((count, index) => <Table.Th key={columns[index]} ta="right">{count}</Table.Th>)}
                <Table.Th ta="right">{sum(totals)}</Table.Th>
              </Table.Tr>
            </Table.Tfoot>
          </Table>
        </ScrollArea>
      )}
      {cut && <Text size="sm" c="dimmed" mt="xs">{t('Of {types}, only the {count} approvers with the most documents are listed.', { types: cut.join(', '), count: most ?? rows.length })}</Text>}
    </section>
  )
}

function Count({ count, isOldest }: { count: number; isOldest: boolean }) {
  if (count === 0) return <Text span inherit c="dimmed">–</Text>
  return isOldest ? <Text span inherit fw={600} style={{ color: 'var(--dirisha-danger-fg)' }}>{count}</Text> : count
}
