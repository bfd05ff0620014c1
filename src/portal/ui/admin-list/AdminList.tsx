import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { lazy, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../core/index.ts'
import type { MoreItem } from '../../shell/MoreMenu.tsx'
import { OnDemand } from '../../shell/on-demand.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { Icon } from '../icons.tsx'
import { LazyBoundary } from '../LazyBoundary.tsx'
import { Lead } from '../rows/Lead.tsx'
import { RowMenu } from '../rows/RowMenu.tsx'
import { RowsTable } from '../rows/RowsTable.tsx'
import { useIsPhone } from '../use-is-phone.ts'
import classes from './AdminList.module.css'
import type { AdminRows } from './rows.ts'
import { useColumns } from './use-columns.ts'

const loadMenu = () => import('../../shell/menus.ts').then(({ MoreMenu }) => MoreMenu)
const ColumnsDialog = lazy(() => import('../ColumnsDialog.tsx').then((module) => ({ default: module.ColumnsDialog })))

export interface AdminColumn<T> {
  id: string
  title: string
  render: (row: T) => ReactNode
  /** Takes the space that is left and ends in an ellipsis. */
  isWide?: boolean
}

interface AdminListProps<T> {
  /** The page of the list: what the user arranges is stored under it. */
  page: string
  label: string
  list: AdminRows<T>
  /** The first one names the row: it leads to it and heads its card on a phone. */
  columns: AdminColumn<T>[]
  keyOf: (row: T) => string
  /** The name of a row, for the button of its menu. */
  nameOf: (row: T) => string
  /** The address of a row; undefined if it has none. */
  pathOf?: ((row: T) => string | undefined) | undefined
  /** Opens a row that has no address. */
  onOpen?: (row: T) => void
  /** What can be done with a row. */
  actionsOf?: (row: T) => MoreItem[]
  /** Beside the name of a row, such as why it is not active. */
  asideOf?: (row: T) => ReactNode
  /** Whether an action runs on the row. */
  isBusy?: (row: T) => boolean
  filters: ReactNode
  empty: ReactNode
}

/** A list of administrative data that is not a document type, as lists of documents look: rows of one line, or cards on a phone. */
export function AdminList<T>(props: AdminListProps<T>) {
  const { page, label, list, columns, filters, empty } = props
  const isPhone = useIsPhone()
  const [lead, ...rest] = columns
  const [shown, arrange] = useColumns(page, columns.map(({ id }) => id))
  const [isArranging, setArranging] = useState(false)
  const drawn = [...(lead ? [lead] : []), ...shown.flatMap((id) => rest.filter((column) => column.id === id))]
  const body = () => {
    if (list.error && !list.rows) return <ErrorState error={list.error} onRetry={list.retry} />
    if (!list.rows) return <Stack gap={12} p="md" aria-hidden>{Array.from({ length: 8 }, (_, index) => <Skeleton key={index} height={28} radius="sm" />)}</Stack>
    if (list.rows.length === 0) return empty
    const Rows = isPhone ? Cards<T> : Table<T>
    return <Rows {...props} rows={list.rows} columns={drawn} />
  }
  const items: MoreItem[] = [{ action: 'columns', label: t('Columns'), icon: 'adjustments', onPress: () => setArranging(true) }]
  return (
    <section className={`dirisha-panel ${classes.panel}`} aria-label={label} aria-busy={list.isFetching}>
      <div className={classes.filters} role="search">
        {filters}
        {rest.length > 1 && <div className={classes.menuOfList}><OnDemand load={loadMenu} rest={{ items, position: 'bottom-end' }} button={<Button variant="default" px="sm" aria-label={t('More for this list')}><Icon name="dots" /></Button>} /></div>}
      </div>
      {body()}
      {list.rows !== undefined && list.rows.length > 0 && (
        <Group justify="space-between" className={classes.foot ?? ''}>
          <Text size="sm" c="dimmed" role="status">{list.count}</Text>
          {list.more && <Button variant="default" size="sm" loading={list.isLoadingMore} onClick={list.more}>{t('Show more')}</Button>}
        </Group>
      )}
      {isArranging && <LazyBoundary><ColumnsDialog columns={columns.map(({ id, title }) => ({ field: id, title }))} shown={drawn.map(({ id }) => id)} onChange={arrange} onClose={() => setArranging(false)} /></LazyBoundary>}
    </section>
  )
}

type RowsProps<T> = Omit<AdminListProps<T>, 'page' | 'filters' | 'empty'> & { rows: T[] }

function Table<T>({ rows, columns, keyOf, pathOf, onOpen, asideOf, list, ...menu }: RowsProps<T>) {
  const navigate = useNavigate()
  const opening = (row: T): (() => void) | undefined => {
    const path = pathOf?.(row)
    return path === undefined ? onOpen && (() => onOpen(row)) : () => void navigate(path)
  }
  return (
    <RowsTable<T>
      rows={rows} keyOf={keyOf} pathOf={pathOf} opening={opening} asideOf={asideOf} isFetching={list.isFetching}
      columns={columns.map((column, index) => ({ ...column, isLead: index === 0 }))}
      actionsOf={menu.actionsOf && ((row) => <MenuOf row={row} {...menu} />)}
    />
  )
}

function Cards<T>(props: RowsProps<T>) {
  const { label, rows, columns: [lead, ...rest], keyOf, actionsOf } = props
  return (
    <ul className={classes.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)} data-key={keyOf(row)}>
          <div className={classes.cardHead}>
            <Lead row={row} pathOf={props.pathOf} onOpen={props.onOpen} asideOf={props.asideOf} className={classes.lead}>{lead?.render(row)}</Lead>
            {actionsOf && <div className={classes.cardMenu}><MenuOf row={row} {...props} /></div>}
          </div>
          <dl className={classes.pairs}>
            {rest.map(({ id, title, render }) => {
              const shown = render(row)
              return shown === null || shown === '' ? null : <div key={id}><dt>{title}</dt><dd>{shown}</dd></div>
            })}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function MenuOf<T>({ row, nameOf, actionsOf, isBusy }: Pick<AdminListProps<T>, 'nameOf' | 'actionsOf' | 'isBusy'> & { row: T }) {
  return <RowMenu name={nameOf(row)} items={actionsOf?.(row) ?? []} isBusy={isBusy?.(row) ?? false} />
}

/** The empty state: nothing matches, or there is nothing yet. */
export function EmptyAdminList({ isNarrowed, title, text, onClear }: { isNarrowed: boolean; title: string; text: string; onClear: () => void }) {
  return isNarrowed
    ? <EmptyState icon="search" title={t('Nothing matches')} text={t('Nothing fits this search.')} action={<Button variant="default" onClick={onClear}>{t('Clear the search')}</Button>} />
    : <EmptyState icon="inbox" title={title} text={text} />
}
