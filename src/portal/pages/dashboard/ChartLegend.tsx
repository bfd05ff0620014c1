import { t } from '../../../core/index.ts'
import type { DashboardChart } from '../../../contract/index.ts'
import { drawnSeries, figureText, isRound, nameOf } from './figures.ts'
import type { ChartColours } from './use-chart-colours.ts'
import classes from './Dashboard.module.css'

/** The chart's legend as real text, so that it can be read aloud, searched and enlarged. */
export function ChartLegend({ chart, colours }: { chart: DashboardChart; colours: ChartColours }) {
  if (isRound(chart)) return <Slices chart={chart} colours={colours} />
  if (chart.kind === 'bars') return null
  const series = drawnSeries(chart)
  const hasRest = series.some(({ rest }) => rest !== null)
  return (
    <ul className={classes.legend} aria-hidden>
      {series.map((one) => (
        <li key={one.id}><span className={classes.swatch} data-as={one.as} style={{ color: colours.of(one.title) }} />{nameOf(one)}</li>
      ))}
      {hasRest && <li><span className={classes.swatch} data-as="hatched" />{t('Hatched or dashed: not settled yet')}</li>}
    </ul>
  )
}

function Slices({ chart, colours }: { chart: DashboardChart; colours: ChartColours }) {
  const [series] = chart.series
  const shades = colours.ofCategories(chart)
  return (
    <ul className={classes.slices} aria-hidden>
      {chart.categories.map((category, index) => (
        <li key={category.id}>
          <span className={classes.swatch} style={{ color: shades[index] }} />
          <span className={classes.sliceLabel}>{category.label}</span>
          <span className={classes.sliceValue}>{figureText(series?.solid[index] ?? 0, series?.currency ?? null)}</span>
        </li>
      ))}
    </ul>
  )
}
