import { Button, Table } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Icon } from '../../ui/icons.tsx'
import { Due, EntriesBox, EntryBox, Delegator, Summary, titleOf, valueOf, EntryStatus } from './EntryParts.tsx'
import { entryPath, type EntryTarget } from './entries.ts'
import type { Selection } from './use-selection.ts'
import classes from './ApprovalsPage.module.css'

const TITLES = [t('Document To Approve'), t('Document Number'), t('Submitted By'), t('Status'), t('Due Date')]
const OWN_TITLES = [t('Document'), t('Document Number'), t('Approver'), t('Status'), t('Due Date')]

interface Props { entries: ApprovalEntry[]; /** To their own records, the approver is shown instead of the sender. */ target: EntryTarget; selection: Selection; hasColumns: boolean }
type RowProps = Omit<Props, 'entries' | 'hasColumns'> & { entry: ApprovalEntry; /** The type's own columns that are shown, by field. */ shown: string[] }

/** Entries as a table, with the columns of the approval list or, on a type's own page, those of its manifest. */
export function EntryTable({ entries, target, selection, hasColumns }: Props) {
  // A column that no entry has a value for would only take the width that the others need.
  const columns = hasColumns ? (entries[0]?.columns ?? []).filter(({ field }) => entries.some((entry) => entry.columns?.some((cell) => cell.field === field && cell.value !== ''))) : []
  const usual = target === 'record' ? OWN_TITLES : TITLES
  const titles = columns.length > 0 ? columns.map(({ label }) => label) : usual
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table highlightOnHover verticalSpacing={10} horizontalSpacing={columns.length > 0 ? 12 : 'md'}>
        <Table.Thead>
          <Table.Tr>
            {selection.isOffered && <Table.Th w={44}><EntriesBox entries={entries} selection={selection} label={t('Select all of one type')} /></Table.Th>}
            {titles.map((title, index) => <Table.Th key={title} {...(columns.length === 0 && index === 0 ? { w: '46%' } : {})}>{title}</Table.Th>)}
            <Table.Th className={classes.short} ta="right">{columns.length > 0 ? t('Action') : t('Actions')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{entries.map((entry) => <Row key={entry.entryNo} entry={entry} target={target} selection={selection} shown={columns.map(({ field }) => field)} />)}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ entry, target, selection, shown }: RowProps) {
  const navigate = useNavigate()
  const { bootstrap } = usePortal()
  const path = entryPath(bootstrap.pages, entry, target)
  const isControl = (clicked: EventTarget): boolean => clicked instanceof Element && clicked.closest('a, input, label') !== null
  return (
    <Table.Tr className={classes.row ?? ''} tabIndex={0} data-entry={entry.entryNo} {...(selection.isChosen(entry) ? { 'data-chosen': true } : {})}
      onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && void navigate(path)}
      onClick={(event) => !isControl(event.target) && void navigate(path)}>
      {selection.isOffered && <Table.Td><EntryBox entry={entry} selection={selection} /></Table.Td>}
      {shown.length > 0 ? <OwnCells entry={entry} shown={shown} /> : <ListCells entry={entry} isOwn={target === 'record'} />}
      <Table.Td ta="right"><Button component={Link} to={path} size="compact-sm" variant="light" aria-label={t('View {number}', { number: entry.documentNo })} leftSection={<Icon name="eye" size={15} />}>{t('View')}</Button></Table.Td>
    </Table.Tr>
  )
}

function OwnCells({ entry, shown }: { entry: ApprovalEntry; shown: string[] }) {
  return (entry.columns ?? []).filter(({ field }) => shown.includes(field)).map((cell) => <Table.Td key={cell.field} className={classes.short} {...(cell.truncate === undefined ? {} : { title: cell.value })}>{valueOf(cell)}</Table.Td>)
}

function ListCells({ entry, isOwn }: { entry: ApprovalEntry; isOwn: boolean }) {
  const { today } = usePortal()
  return (
    <>
      <Table.Td><span className={classes.title}>{titleOf(entry)}</span> <Delegator entry={entry} /><Summary entry={entry} /></Table.Td>
      <Table.Td className={classes.short}>{entry.documentNo}</Table.Td>
      <Table.Td className={classes.short}>{isOwn ? entry.approverName : entry.senderName}</Table.Td>
      <Table.Td><EntryStatus entry={entry} /></Table.Td>
      <Table.Td><Due entry={entry} today={today} /></Table.Td>
    </>
  )
}
