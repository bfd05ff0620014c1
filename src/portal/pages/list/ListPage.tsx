import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, memo, useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { wireName, t } from '../../../core/index.ts'
import type { CalendarView } from '../../../core/index.ts'
import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { ApiError, messageOf } from '../../api/client.ts'
import { recordsQuery } from '../../api/queries.ts'
import { cardPath, pathTo } from '../../shell/links.ts'
import { narrowingEntry } from '../../shell/trail.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { useManifest } from '../../shell/use-manifest.ts'
import { usePageScope, type PageScope } from '../../shell/use-page-scope.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Icon } from '../../ui/icons.tsx'
import { useQueryParams } from '../../ui/use-query-params.ts'
import type { CalendarManifest } from './calendar/events.ts'
import { openingView } from './calendar/shown-view.ts'
import { useCalendar } from './calendar/use-calendar.ts'
import type { CalendarState } from './calendar/use-calendar.ts'
import { asksForDialog, dialogPath } from './dialog-address.ts'
import { ListCards } from './ListCards.tsx'
import { ListFigures } from './ListFigures.tsx'
import { ListMenu } from './ListMenu.tsx'
import { arranged } from './list-preference.ts'
import { ListFilters } from './ListFilters.tsx'
import { useListPreference } from './use-list-preference.ts'
import { useListState } from './use-list-state.ts'
import type { ListState } from './use-list-state.ts'
import { ListTabs } from './ListTabs.tsx'
import { ListTiles } from './ListTiles.tsx'
import { TAB } from './list-state.ts'
import { onPage, withOwnNames } from './on-page.ts'
import { PageTabs } from './PageTabs.tsx'
import { Pager } from './Pager.tsx'
import { useSelection } from './use-selection.ts'
import classes from './ListPage.module.css'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'
import { isPhone as isOnPhone, useIsPhone } from '../../ui/use-is-phone.ts'
import { fetched } from '../../ui/fetched.tsx'

/** A phone draws no table. In a window that is widened while its code is missing, the rows stay cards until it is there. */
const ListTable = fetched(() => import('./ListTable.tsx').then((module) => module.ListTable), ListCards)
const ListCalendar = lazy(() => import('./calendar/ListCalendar.tsx').then((module) => ({ default: module.ListCalendar })))
const ShownSwitch = lazy(() => import('./calendar/ShownSwitch.tsx').then((module) => ({ default: module.ShownSwitch })))
const CarryBar = lazy(() => import('./CarryBar.tsx').then((module) => ({ default: module.CarryBar })))
const PageExtras = lazy(() => import('./PageExtras.tsx').then((module) => ({ default: module.PageExtras })))
const ListDialog = lazy(() => import('./ListDialog.tsx').then((module) => ({ default: module.ListDialog })))

/** The screen with what its first rows need in this window. */
export async function fetchListPage(): Promise<typeof ListPage> {
  if (!isOnPhone()) await ListTable.fetch()
  return ListPage
}

/** The list of any document type; one that is opened without search or filters opens with the view that the user put first. */
export function ListPage({ page }: ScreenProps) {
  const [params] = useQueryParams()
  const [{ views, first }] = useListPreference(page)
  const [arrivedAt, setArrivedAt] = useState<string>()
  useEffect(() => setArrivedAt(page.id), [page.id])
  const query = arrivedAt === page.id || params.size > 0 ? undefined : views.find(({ name }) => name === first)?.query ?? (page.tab && `${TAB}=${page.tab}`)
  const manifest = useManifest(page.type ?? '')
  const renamed = withOwnNames(page, manifest, params)
  if (renamed !== undefined) return <Navigate to={`?${renamed.toString()}`} replace />
  return query === undefined || query === '' ? <List page={page} /> : <Navigate to={`?${query}`} replace />
}

/** Memoised: that the page has arrived changes nothing in it. */
const List = memo(function List({ page }: ScreenProps) {
  const declared = useManifest(page.type ?? '')
  const [preference, arrange] = useListPreference(page)
  const manifest = useMemo(() => arranged(onPage(declared, page), preference), [declared, page, preference])
  const { bootstrap, can, caption, titleOf } = usePortal()
  const navigate = useNavigate()
  const scope = usePageScope(page, manifest.shape)
  const state = useListState(manifest, scope, page.shows)
  const calendar = useCalendar(manifest, state, preference, arrange)
  const answer = useQuery(recordsQuery(manifest, calendar.query))
  // Rows are drawn in slices: at once, they would keep a slow phone from answering a touch.
  const drawn = useDeferredValue(answer.data)
  const isPhone = useIsPhone()
  // Lists that share tabs have one heading.
  const group = Object.values(bootstrap.pages).find(({ tabs }) => tabs !== undefined && Object.hasOwn(tabs, page.id))
  const leading = useManifest(group?.type ?? page.type ?? '')
  const leads = bootstrap.types[leading.id]?.hasOthers === true && page.shows === undefined
  const titles = titleOf(manifest)
  // “Store Requisitions” in the menu leads to a list that is called so.
  const entry = narrowingEntry(bootstrap.menu, bootstrap.pages, useLocation())
  const heading = entry?.title ?? page.title
  const isCreatable = page.readOnly !== true && page.shows !== 'assigned' && can(manifest.id, 'create')
  const [params] = useQueryParams()
  const pathOf = (key?: string) => (page.dialog === undefined ? cardPath(bootstrap.pages, manifest.id, key) : dialogPath(pathTo(page), params, key))
  const newButton = isCreatable && (
    <Button component={Link} to={page.dialog === undefined ? cardPath(bootstrap.pages, manifest.id, undefined, narrowed(manifest, state)) : pathOf()} leftSection={<Icon name="plus" size={17} />}>{titles.new}</Button>
  )
  const carries = Object.values(manifest.list.carries).filter(({ page: to }) => can(bootstrap.pages[to]?.type ?? '', 'create'))
  const selection = useSelection(state.query)
  const keyOf = (record: WireRecord) => String(record[wireName(manifest.shape, manifest.key)] ?? '')
  const open = (record: WireRecord) => void navigate(pathOf(keyOf(record)))

  const shownSwitch = hasCalendar(manifest) ? <LazyBoundary><ShownSwitch view={calendar.view} first={openingView(manifest.list.calendar, preference.calendar)} onShow={calendar.show} /></LazyBoundary> : undefined

  const body = () => {
    // An address that the server refuses (an old cursor, a filter of another version) needs a reset, not a retry.
    if (answer.isError && isRefused(answer.error)) return <EmptyState icon="alert-triangle" title={t('This view cannot be shown')} text={messageOf(answer.error)} action={<Button variant="default" onClick={state.reset}>{t('Show the whole list')}</Button>} />
    if (answer.isError && !answer.data) return <ErrorState error={answer.error} title={manifest.messages['unfetched']} onRetry={() => void answer.refetch()} />
    // Until the other is there, the rows of the list are not a calendar, nor the calendar's the list.
    if (!drawn || (drawn.holidays !== undefined) !== isCalendar(calendar)) return <ListSkeleton rows={state.size} />
    if (isCalendar(calendar) && hasCalendar(manifest)) return <LazyBoundary><ListCalendar manifest={manifest} calendar={calendar} answer={drawn} pathOf={pathOf} isPhone={isPhone} isFetching={answer.isPlaceholderData} /></LazyBoundary>
    const records = drawn.data
    if (records.length === 0) return <Nothing state={state} text={manifest.list.empty} many={titles.many} newButton={newButton} />
    const Rows = isPhone ? ListCards : ListTable
    return <Rows manifest={manifest} records={records} state={state} keyOf={keyOf} onOpen={open} pathOf={pathOf} isFetching={answer.isPlaceholderData} selection={carries.length > 0 ? selection : undefined} />
  }

  return (
    <Screen page={page} title={heading === undefined ? titleOf(leading).list : caption(heading)} subtitle={entry === undefined && scopeText(manifest, scope)} actions={shownSwitch !== undefined && !isPhone ? <Group gap="sm">{shownSwitch}{newButton}</Group> : newButton} isCompact>
      {Object.keys(leading.list.figures).length > 0 && <ListFigures manifest={leading} isLabelledAsOwn={leads} />}
      {(page.links ?? page.balances) !== undefined && <LazyBoundary><PageExtras page={page} /></LazyBoundary>}
      {group?.tabs && <PageTabs page={page} tabs={group.tabs} />}
      <ListTiles manifest={manifest} state={state} counts={answer.data?.tiles} isLoading={answer.isPending} />
      <section className={`dirisha-panel ${classes.panel ?? ''}`} aria-label={titles.many} aria-busy={answer.isFetching}>
        <ListTabs manifest={manifest} state={state} counts={answer.data?.tabs} />
        {isPhone && shownSwitch !== undefined && <div className={classes.shown}>{shownSwitch}</div>}
        <ListFilters manifest={manifest} state={state} isPhone={isPhone} hasAnswer={!answer.isPending} menu={<ListMenu manifest={manifest} state={state} preference={preference} onArrange={arrange} />} />
        {body()}
        {drawn && !isCalendar(calendar) && drawn.holidays === undefined && drawn.data.length > 0 && <Pager page={drawn.page} state={state} onSize={(size) => arrange({ ...preference, size })} />}
      </section>
      {carries.length > 0 && selection.records.length > 0 && <LazyBoundary><CarryBar manifest={manifest} carries={carries} selection={selection} /></LazyBoundary>}
      {page.dialog !== undefined && asksForDialog(params) && <LazyBoundary><ListDialog page={page} view={page.dialog} /></LazyBoundary>}
    </Screen>
  )
})

/** Whether the list is shown as a calendar. */
function isCalendar(calendar: CalendarState): calendar is CalendarState & { view: CalendarView } {
  return calendar.view !== undefined
}

function hasCalendar(manifest: ClientManifest): manifest is CalendarManifest {
  return manifest.list.calendar !== undefined
}

/** A record created from here starts with the values of the list's filters. */
function narrowed(manifest: ClientManifest, { query }: ListState): Record<string, string> {
  return Object.fromEntries(Object.keys(manifest.list.filters).flatMap((field) => {
    const value = query[wireName(manifest.shape, field)]
    return value === undefined ? [] : [[field, String(value)]]
  }))
}

function scopeText({ shape }: ClientManifest, scope: PageScope): string {
  return Object.entries(scope).map(([field, value]) => shape.fields[field]?.enumTitles?.[String(value)] ?? value).join(' · ')
}

function isRefused(error: Error): boolean {
  return error instanceof ApiError && error.status === 400
}

function Nothing({ state, text, many, newButton }: { state: ListState; text: string; many: string; newButton: ReactNode }) {
  if (state.isNarrowed || state.query.cursor) {
    return (
      <EmptyState icon="search" title={t('Nothing matches')} text={t('No record fits this search and these filters.')}
        action={<Button variant="default" onClick={state.clear}>{t('Clear search and filters')}</Button>} />
    )
  }
  const [title = '', ...more] = text.split(/(?<=\.)\s+/)
  // The next step is given once: in the manifest's words, or by the button itself.
  const next = more.length > 0 ? { text: more.join(' ') } : { action: newButton }
  return <EmptyState icon="inbox" title={title.replace(/\.$/, '') || t('No {many} yet', { many })} {...next} />
}

function ListSkeleton({ rows }: { rows: number }) {
  return (
    <Stack gap={12} p="md" aria-hidden data-loading>
      {Array.from({ length: Math.min(rows, 10) }, (_, index) => <Skeleton key={index} height={28} radius="sm" />)}
    </Stack>
  )
}
