import { Button, Chip, Group, Skeleton, Stack, Table, Tabs, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { approvalEntriesQuery } from '../../api/queries.ts'
import type { ApprovalFilter } from '../../api/queries.ts'
import type { ApprovalEntry } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icons.tsx'
import { EntryStatus } from './EntryStatus.tsx'
import { countByType, searchEntries } from './entries.ts'
import classes from './ApprovalsPage.module.css'

const TABS: { value: string; label: string; filter: ApprovalFilter; empty: { title: string; text: string } }[] = [
  { value: 'mine', label: 'To approve', filter: { scope: 'mine', status: 'Open' }, empty: { title: 'Nothing is waiting for you', text: 'Documents that need your decision appear here and in the bar at the top.' } },
  { value: 'sent', label: 'Sent by me', filter: { scope: 'sent' }, empty: { title: 'Nothing sent yet', text: 'What you send for approval can be followed here.' } },
  { value: 'history', label: 'History', filter: { scope: 'history' }, empty: { title: 'No decisions yet', text: 'What you approved, rejected or delegated is kept here.' } },
]

/** My Approval List. */
export function ApprovalsPage({ page }: ScreenProps) {
  const { caption } = usePortal()
  const [address, change] = useAddress(['tab'])
  const tab = TABS.find((each) => each.value === address.tab) ?? TABS[0]
  return (
    <Screen page={page} title={page.title ? caption(page.title) : 'My Approval List'}>
      <Tabs value={tab?.value ?? 'mine'} onChange={(value) => change({ tab: value === null || value === 'mine' ? '' : value })} keepMounted={false}>
        <Tabs.List mb="md">{TABS.map((each) => <Tabs.Tab key={each.value} value={each.value}>{each.label}</Tabs.Tab>)}</Tabs.List>
        {TABS.map((each) => (
          <Tabs.Panel key={each.value} value={each.value}><Entries filter={each.filter} empty={each.empty} only={page.type} /></Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  )
}

function Entries({ filter, empty, only }: { filter: ApprovalFilter; empty: { title: string; text: string }; /** The type that the page is of: chosen at first. */ only: string | undefined }) {
  const { data, isPending, isError, error, refetch } = useQuery({ ...approvalEntriesQuery(filter), refetchInterval: 30_000 })
  const [search, setSearch] = useState('')
  const [type, setType] = useState<string | null>(only ?? null)
  if (isPending) return <Stack gap={12} className={`dirisha-panel ${classes.padded ?? ''}`} aria-busy="true">{Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={30} radius="sm" />)}</Stack>
  if (isError) return <div className="dirisha-panel"><ErrorState error={error} onRetry={() => void refetch()} /></div>
  if (data.length === 0) return <div className="dirisha-panel"><EmptyState icon="circle-check" title={empty.title} text={empty.text} /></div>
  const found = searchEntries(data, search)
  const shown = type === null ? found : found.filter((entry) => entry.documentType === type)
  return (
    <section className={`dirisha-panel ${classes.panel ?? ''}`} aria-label="Approval entries">
      <div className={classes.tools}>
        <TextInput type="search" aria-label="Search" placeholder="Search" leftSection={<Icon name="search" size={17} />} value={search} onChange={(event) => setSearch(event.currentTarget.value)} className={classes.search ?? ''} />
        <Group gap={8} role="group" aria-label="Document type">
          <Chip size="sm" checked={type === null} onChange={() => setType(null)}>All ({found.length})</Chip>
          {countByType(found).map((group) => (
            <Chip key={group.type} size="sm" checked={type === group.type} onChange={() => setType(type === group.type ? null : group.type)}>{group.title} ({group.count})</Chip>
          ))}
        </Group>
      </div>
      {shown.length === 0 ? <EmptyState icon="search" title="Nothing matches" text="No entry fits this search." /> : <Rows entries={shown} />}
    </section>
  )
}

function Rows({ entries }: { entries: ApprovalEntry[] }) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { today } = usePortal()
  const navigate = useNavigate()
  if (isPhone) {
    return (
      <ul className={classes.cards}>
        {entries.map((entry) => (
          <li key={entry.entryNo} className={classes.card}>
            <div className={classes.cardHead}><Link to={entry.link} className={classes.cardLink ?? ''}>{entry.documentNo}</Link><EntryStatus entry={entry} /></div>
            <div className={classes.muted}>{titleOf(entry)} · {entry.senderName}</div>
            <Summary entry={entry} due={<Due entry={entry} today={today} />} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table highlightOnHover verticalSpacing={10} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>{['Document To Approve', 'Document Number', 'Submitted By', 'Status', 'Due Date', 'Actions'].map((title) => <Table.Th key={title} className={classes.short} ta={title === 'Actions' ? 'right' : 'left'}>{title}</Table.Th>)}</Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.entryNo} className={classes.row ?? ''} tabIndex={0} data-entry={entry.entryNo}
              onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && void navigate(entry.link)}
              onClick={(event) => !(event.target instanceof Element && event.target.closest('a')) && void navigate(entry.link)}>
              <Table.Td><span className={classes.title}>{titleOf(entry)}</span><Summary entry={entry} /></Table.Td>
              <Table.Td className={classes.short}>{entry.documentNo}</Table.Td>
              <Table.Td className={classes.short}>{entry.senderName}</Table.Td>
              <Table.Td><EntryStatus entry={entry} /></Table.Td>
              <Table.Td className={classes.short}><Due entry={entry} today={today} /></Table.Td>
              <Table.Td ta="right"><Button component={Link} to={entry.link} size="compact-sm" variant="light" aria-label={`View ${entry.documentNo}`} leftSection={<Icon name="eye" size={15} />}>View</Button></Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Summary({ entry, due }: { entry: ApprovalEntry; due?: ReactNode }) {
  // Who sent it has a place of its own.
  const parts = entry.summary.filter((part) => part.value !== '' && part.value !== entry.senderName)
  if (parts.length === 0 && due === undefined) return null
  return (
    <dl className={classes.summary}>
      {parts.map((part) => (
        <div key={part.label}>
          <dt>{part.label}</dt>
          <dd>{valueOf(part)}</dd>
        </div>
      ))}
      {due !== undefined && <div><dt>Due</dt><dd>{due}</dd></div>}
    </dl>
  )
}

function valueOf({ value, format }: ApprovalEntry['summary'][number]): string {
  if (format === 'date') return formatDate(value)
  return format === 'date-time' ? formatDateTime(value) : value
}

function Due({ entry, today }: { entry: ApprovalEntry; today: string }) {
  const isLate = entry.status === 'Open' && entry.dueDate !== '' && entry.dueDate.slice(0, 10) < today
  return isLate ? <span className={classes.late}>{formatDate(entry.dueDate)} (overdue)</span> : <span>{formatDate(entry.dueDate) || '–'}</span>
}

function titleOf(entry: ApprovalEntry): string {
  return entry.recordToApprove.split(':')[0] ?? entry.documentType
}
