import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListAnswer } from '../../../contract/index.ts'
import { showMore } from '../../api/show-more.ts'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { formatNumber } from '../format.ts'
import classes from './AdminList.module.css'
import { useIsPhone } from '../use-is-phone.ts'

export interface AdminColumn<T> { id: string; title: string; render: (row: T) => ReactNode; /** Stays on one line. */ isShort?: boolean }

interface AdminListProps<T> {
  label: string
  answer: UseInfiniteQueryResult<InfiniteData<ListAnswer<T>>>
  /** The first one heads the card of a row on a phone; one with the id `actions` ends it. */
  columns: AdminColumn<T>[]
  keyOf: (row: T) => string
  filters: ReactNode
  empty: ReactNode
}

const ACTIONS = 'actions'

/** A list of administrative data that is not a document type: a table, or cards on a phone; more pages on demand. */
export function AdminList<T>({ label, answer, columns, keyOf, filters, empty }: AdminListProps<T>) {
  const isPhone = useIsPhone()
  const rows = answer.data?.pages.flatMap((page) => page.data) ?? []
  const last = answer.data?.pages.at(-1)?.page
  const body = () => {
    if (answer.isPending) return <Stack gap={12} p="md" aria-hidden>{Array.from({ length: 8 }, (_, index) => <Skeleton key={index} height={28} radius="sm" />)}</Stack>
    if (answer.isError && rows.length === 0) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    if (rows.length === 0) return empty
    const Rows = isPhone ? Cards<T> : Table<T>
    return <Rows label={label} rows={rows} columns={columns} keyOf={keyOf} />
  }
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-label={label} aria-busy={answer.isFetching}>
      <div className={classes.filters} role="search">{filters}</div>
      {body()}
      {last && rows.length > 0 && (
        <Group justify="space-between" className={classes.foot ?? ''}>
          <Text size="sm" c="dimmed" role="status">{formatNumber(rows.length)} of {formatNumber(last.count)}{last.more ? '+' : ''}</Text>
          {answer.hasNextPage && <Button variant="default" size="sm" loading={answer.isFetchingNextPage} onClick={() => void showMore(answer)}>Show more</Button>}
        </Group>
      )}
    </section>
  )
}

type RowsProps<T> = Pick<AdminListProps<T>, 'label' | 'columns' | 'keyOf'> & { rows: T[] }

function Table<T>({ label, rows, columns, keyOf }: RowsProps<T>) {
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={`${label}, table`}>
      <table className={classes.table}>
        <thead><tr>{columns.map(({ id, title }) => <th key={id} scope="col" data-end={id === ACTIONS || undefined}>{title}</th>)}</tr></thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-key={keyOf(row)}>{columns.map(({ id, render, isShort }) => <td key={id} data-short={isShort} data-end={id === ACTIONS || undefined}>{render(row)}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards<T>({ label, rows, columns, keyOf }: RowsProps<T>) {
  const [lead, ...rest] = columns.filter(({ id }) => id !== ACTIONS)
  const actions = columns.find(({ id }) => id === ACTIONS)
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} data-key={keyOf(row)}>
          <div className={classes.lead}>{lead?.render(row)}</div>
          <dl className={classes.pairs}>
            {rest.map(({ id, title, render }) => {
              const shown = render(row)
              return shown === null || shown === '' ? null : <div key={id}><dt>{title}</dt><dd>{shown}</dd></div>
            })}
          </dl>
          {actions && <div className={classes.cardActions}>{actions.render(row)}</div>}
        </li>
      ))}
    </ul>
  )
}

/** The empty state: nothing matches, or there is nothing yet. */
export function EmptyAdminList({ isNarrowed, title, text, onClear }: { isNarrowed: boolean; title: string; text: string; onClear: () => void }) {
  return isNarrowed
    ? <EmptyState icon="search" title="Nothing matches" text="Nothing fits this search." action={<Button variant="default" onClick={onClear}>Clear the search</Button>} />
    : <EmptyState icon="inbox" title={title} text={text} />
}
