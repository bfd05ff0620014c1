import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../../core/index.ts'
import type { DashboardAnswer, HomeAnswer } from '../../../contract/index.ts'
import { homeQuery } from '../../api/home.ts'
import { dashboardQuery } from '../../api/queries.ts'
import { firstPath } from '../../shell/menu-path.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { Screen } from '../../shell/Screen.tsx'
import type { ScreenProps } from '../../shell/Screen.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { useQueryParams } from '../../ui/use-query-params.ts'
import { ChartPanel } from './ChartPanel.tsx'
import { hasFigures } from './figures.ts'
import { HomePanels } from './HomePanels.tsx'
import { ListPanel } from './ListPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { Tiles } from './Tiles.tsx'
import { WaitingPanel } from './WaitingPanel.tsx'
import { useChartColours } from './use-chart-colours.ts'
import classes from './Dashboard.module.css'

/** A dashboard that a module declares: the user's profile, figures and charts, for the year in the address. */
export function DashboardPage({ page }: ScreenProps) {
  const { caption, today } = usePortal()
  const isHome = useIsHome(page.path)
  const home = useQuery({ ...homeQuery(), enabled: isHome })
  const [search, changeQuery] = useQueryParams()
  const year = /^\d{4}$/.exec(search.get('year') ?? '')?.[0]
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(dashboardQuery(page.dashboard ?? '', year))
  const title = page.title ? caption(page.title) : (data?.title ?? '')
  const choose = (chosen: string) => changeQuery((next) => {
    if (chosen === today.slice(0, 4)) next.delete('year')
    else next.set('year', chosen)
    return next
  }, { replace: true })

  const body = () => {
    if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
    // Together, so that nothing moves.
    if (!data || (isHome && home.isPending)) return <DashboardSkeleton />
    // The query is disabled elsewhere, but has what the home page fetched.
    return <Statistics answer={data} home={isHome ? home.data : undefined} isStale={isPlaceholderData} />
  }

  return (
    <Screen page={page} title={title} actions={data && <YearSelect answer={data} chosen={year} onChoose={choose} />}>
      {body()}
    </Screen>
  )
}

/** Whether the page is where the user starts, or would start if they did not administer the portal too. */
function useIsHome(path: string): boolean {
  const { home, menu, pages } = usePortal().bootstrap
  return path === home || path === firstPath(menu.filter(({ area }) => area === undefined), pages)
}

function YearSelect({ answer, chosen, onChoose }: { answer: DashboardAnswer; chosen: string | undefined; onChoose: (year: string) => void }) {
  return (
    <NativeSelect
      aria-label={t('Year')} className={classes.year ?? ''} value={chosen ?? String(answer.years.includes(answer.year) ? answer.year : '')}
      data={answer.years.map(String)} onChange={(event) => onChoose(event.currentTarget.value)}
    />
  )
}

function Statistics({ answer, home, isStale }: { answer: DashboardAnswer; home: HomeAnswer | undefined; isStale: boolean }) {
  const colours = useChartColours(answer.charts)
  const charts = answer.charts.filter(hasFigures)
  const hasParts = answer.tiles.length > 0 || answer.charts.length > 0 || answer.lists.length > 0
  return (
    <div className={classes.root} aria-busy={isStale} data-stale={isStale || undefined}>
      {home && <HomePanels home={home} />}
      {answer.profile && <ProfilePanel profile={answer.profile} />}
      {answer.tiles.length > 0 && <Tiles tiles={answer.tiles} />}
      {answer.waiting && <WaitingPanel waiting={answer.waiting} />}
      {charts.length > 0 && (
        <div className={classes.charts}>
          {charts.map((chart) => <ChartPanel key={chart.id} chart={chart} year={answer.year} colours={colours} />)}
        </div>
      )}
      {answer.lists.length > 0 && <div className={classes.charts}>{answer.lists.map((list) => <ListPanel key={list.id} list={list} looks={answer.looks} />)}</div>}
      {answer.charts.length > 0 && charts.length === 0 && (
        <section className="dirisha-panel" aria-label={t('Charts')}>
          <EmptyState icon="chart-bar" title={t('Nothing in {year}', { year: String(answer.year) })} text={answer.years.some((year) => year !== answer.year) ? t('There are no records for this year. Choose another year, or make a first request.') : t('There are no records yet. The charts appear with the first request.')} />
        </section>
      )}
      {!hasParts && !answer.profile && !answer.waiting && <EmptyState icon="chart-bar" title={t('Nothing to show')} text={t('There are no figures to show you.')} />}
    </div>
  )
}

function DashboardSkeleton() {
  return (
    <div className={classes.root} aria-hidden data-loading>
      <Skeleton height={360} radius={12} />
      <Skeleton height={172} radius={12} />
      <div className={classes.tiles}>{[1, 2].map((index) => <Skeleton key={index} height={86} radius={12} />)}</div>
      <div className={classes.charts}>
        <Skeleton height={360} radius={12} className={classes.round ?? ''} />
        <Skeleton height={360} radius={12} className={classes.months ?? ''} />
      </div>
    </div>
  )
}
