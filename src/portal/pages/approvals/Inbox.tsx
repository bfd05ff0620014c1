import { Button, Chip, Group, Select, Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import { approvalPagesQuery } from '../../api/approvals.ts'
import { showMore } from '../../api/show-more.ts'
import { countsIntervalMs, type ApprovalFilter, type ApprovalOrder, type ApprovalScope } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useScrollRow } from '../../ui/use-scroll-row.ts'
import { Entries } from './Entries.tsx'
import { keptHeight } from './kept-height.ts'
import { countByType, searchEntries, type EntryTarget } from './entries.ts'
import classes from './ApprovalsPage.module.css'

const AGES = [
  { value: '', label: t('Any age') }, { value: '1', label: t('Older than a day') }, { value: '3', label: t('Older than 3 days') }, { value: '7', label: t('Older than a week') },
  { value: '30', label: t('Older than 30 days') }, { value: 'late', label: t('Overdue') },
]
const ORDERS: { value: ApprovalOrder; label: string }[] = [
  { value: 'due', label: t('By due date') }, { value: 'amount', label: t('By amount') }, { value: 'sent', label: t('By date sent') }, { value: 'type', label: t('By type') },
]

/** One tab of the approval list. */
export interface InboxKind { value: ApprovalScope; label: string; target: EntryTarget; empty: { title: string; text: string } }

interface InboxProps {
  kind: InboxKind
  /** The document type that the page is limited to. */
  only: string | undefined
  address: Record<'type' | 'search' | 'age' | 'order', string>
  onChange: (change: Partial<Record<'type' | 'search' | 'age' | 'order', string>>) => void
}

/** A paged, searchable list of approval entries; the current user's own can be decided one by one or in bulk. */
export function Inbox({ kind, only, address, onChange }: InboxProps) {
  const { search, age } = address
  const isToDecide = kind.target === 'decision'
  const type = only ?? address.type
  const order = ORDERS.find(({ value }) => value === address.order)?.value ?? 'due'
  const filter: ApprovalFilter = {
    scope: kind.value, ...(kind.value === 'mine' && { status: 'Open' }), ...(type !== '' && { documentType: type }), ...(search !== '' && { search }),
    ...(isToDecide && only === undefined && { order }), ...(age === 'late' && { late: '1' }), ...(age !== '' && age !== 'late' && { age }),
  }
  const { data, isPending, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = useInfiniteQuery({ ...approvalPagesQuery(filter), refetchInterval: countsIntervalMs })
  const isPhone = useIsPhone()
  const pages = data?.pages ?? []
  // A server without paging has no search either.
  const isWhole = pages[0] !== undefined && pages[0].page === undefined
  const all = pages.flatMap((page) => page.data)
  const found = isWhole ? searchEntries(all, search) : all
  const entries = isWhole && type !== '' ? found.filter((entry) => entry.documentType === type) : found
  const groups = isWhole ? countByType(found) : (pages[0]?.groups ?? []).map(({ documentType, title, count }) => ({ type: documentType, title, count }))
  const row = useScrollRow(`${type} ${String(groups.length)}`)
  const total = groups.reduce((sum, group) => sum + group.count, 0)

  if (isPending) return <Stack gap={12} className={`dirisha-panel ${classes.padded ?? ''}`} aria-busy="true" data-loading>{Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={30} radius="sm" />)}</Stack>
  if (isError && data === undefined) return <div className="dirisha-panel"><ErrorState error={error} onRetry={() => void refetch()} /></div>
  const isNarrowed = search !== '' || age !== '' || address.type !== ''
  const isEmpty = all.length === 0 && !isNarrowed
  const nothing = isEmpty ? { icon: 'circle-check', ...kind.empty } : { icon: 'search', title: t('Nothing matches'), text: t('No entry fits this search.') }
  return (
    <section className={`dirisha-panel ${classes.panel ?? ''}`} aria-label={t('Approval entries')} aria-busy={isPlaceholderData}>
      {!isEmpty && <div className={classes.tools}>
        <SearchField value={search} placeholder={t('Number, person, purpose…')} className={classes.search ?? ''} onSearch={(text) => onChange({ search: text })} />
        {isToDecide && <Select aria-label={t('Age')} data={AGES} value={age} allowDeselect={false} w={190} className={classes.choice ?? ''} onChange={(value) => onChange({ age: value ?? '' })} />}
        {isToDecide && only === undefined && <Select aria-label={t('Order')} data={ORDERS} value={order} allowDeselect={false} w={150} className={classes.choice ?? ''} onChange={(value) => onChange({ order: value === 'due' ? '' : (value ?? '') })} />}
        {only === undefined && (
          <div ref={keptHeight} className={classes.kept}><Group gap={8} role="group" aria-label={t('Document type')} ref={row} className={`${isPhone ? 'dirisha-scroll-row ' : ''}${classes.types ?? ''}`}>
            <Chip size="sm" checked={type === ''} onChange={() => onChange({ type: '' })}>{t('All ({total})', { total })}</Chip>
            {groups.map((group) => (
              <Chip key={group.type} size="sm" checked={type === group.type} onChange={() => onChange({ type: type === group.type ? '' : group.type })}>{group.title} ({group.count})</Chip>
            ))}
          </Group></div>
        )}
      </div>}
      <Entries key={`${kind.value} ${type}`} entries={entries} target={kind.target} hasColumns={only !== undefined} nothing={nothing} more={hasNextPage && <Group justify="center" p="md"><Button variant="default" loading={isFetchingNextPage} onClick={() => void showMore({ data, fetchNextPage })}>{t('Show more')}</Button></Group>} />
    </section>
  )
}
