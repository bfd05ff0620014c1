import { SegmentedControl, Skeleton, Title } from '@mantine/core'
import { lazy, useId, useState } from 'react'
import { isOverTime, t } from '../../../core/index.ts'
import type { ChartKind } from '../../../core/index.ts'
import { MONTHS } from '../../../contract/index.ts'
import type { DashboardChart } from '../../../contract/index.ts'
import { usePortal } from '../../shell/portal-context.ts'
import { ChartLegend } from './ChartLegend.tsx'
import { ChartTable } from './ChartTable.tsx'
import { figureText, nameOf, sum } from './figures.ts'
import type { ChartColours } from './use-chart-colours.ts'
import classes from './Dashboard.module.css'
import { LazyBoundary } from '../../ui/LazyBoundary.tsx'

/** The chart library is large and is loaded only when there is something to draw. */
const ChartDrawing = lazy(() => import('./ChartDrawing.tsx').then((module) => ({ default: module.ChartDrawing })))

const PLACES: Record<ChartKind, string | undefined> = { pie: classes.round, doughnut: classes.round, bars: classes.bars, months: classes.months, weeks: classes.months }
const VIEWS = [{ value: 'chart', label: t('Chart') }, { value: 'table', label: t('Table') }]

interface ChartPanelProps { chart: DashboardChart; year: number; colours: ChartColours }

/** A chart, also available as a table. */
export function ChartPanel({ chart, year, colours }: ChartPanelProps) {
  const { today } = usePortal()
  const [view, setView] = useState('chart')
  const heading = useId()
  return (
    <section className={`dirisha-panel ${classes.chart ?? ''} ${PLACES[chart.kind] ?? ''}`} aria-labelledby={heading} data-chart={chart.id}>
      <div className={classes.chartHead}>
        <Title order={2} id={heading} className={classes.chartTitle ?? ''}>{chart.title}</Title>
        <SegmentedControl size="xs" data={VIEWS} value={view} onChange={setView} aria-label={t('Show {title} as', { title: chart.title })} />
      </div>
      {view === 'table' ? <ChartTable chart={chart} year={year} /> : (
        <div className={classes.chartBody}>
          <div className={classes.drawing} role="img" aria-label={t('{summary} The figures are in the table.', { summary: summaryOf(chart, year) })}>
            <LazyBoundary fallback={<Skeleton height="100%" radius="md" />}>
              <ChartDrawing chart={chart} colours={colours} partsBegun={partsBegun(chart, year, today)} />
            </LazyBoundary>
            {chart.kind === 'doughnut' && <DoughnutTotal chart={chart} />}
          </div>
          <ChartLegend chart={chart} colours={colours} />
        </div>
      )}
    </section>
  )
}

function DoughnutTotal({ chart }: { chart: DashboardChart }) {
  const [series] = chart.series
  return <span className={classes.hole} aria-hidden><b>{figureText(sum(series?.solid ?? []), series?.currency ?? null)}</b>{t('in all')}</span>
}

/** The number of months or weeks of the year that have begun by today. */
function partsBegun({ kind, categories }: DashboardChart, year: number, today: string): number {
  if (kind === 'weeks') return categories.filter(({ id }) => id <= today).length
  const current = Number(today.slice(0, 4))
  if (year !== current) return year < current ? MONTHS.length : 0
  return Number(today.slice(5, 7))
}

/** The chart's content as a sentence, for screen readers. */
function summaryOf(chart: DashboardChart, year: number): string {
  const parts = isOverTime(chart)
    ? chart.series.map((series) => `${nameOf(series)} ${figureText(sum([...series.solid, ...(series.rest ?? [])]), series.currency)}`)
    : chart.categories.map(({ label }, index) => `${label} ${figureText(chart.series[0]?.solid[index] ?? 0, chart.series[0]?.currency ?? null)}`)
  return `${chart.title}, ${String(year)}: ${parts.join(', ')}.`
}
