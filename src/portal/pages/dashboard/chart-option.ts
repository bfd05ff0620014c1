/** The input of the chart library, as a pure function of the chart and its colours. */
import type { EChartsCoreOption } from 'echarts/core'
import { t } from '../../../core/index.ts'
import type { ChartSeries, DashboardChart } from '../../../contract/index.ts'
import { abbreviate, formatNumber } from '../../ui/format.ts'
import { drawnSeries, figureText, isRound, nameOf, sum } from './figures.ts'
import type { ChartColours } from './use-chart-colours.ts'

export interface DrawingOptions { /** Disables animation. */ isStill: boolean; /** For a phone. */ isNarrow: boolean; /** The number of months or weeks that have begun: lines end there, unless there are later figures. */ partsBegun: number }

const FONT = 12

/** The complete option of a chart; it replaces the previous one. */
export function optionOf(chart: DashboardChart, colours: ChartColours, options: DrawingOptions): EChartsCoreOption {
  const shared = { animation: !options.isStill, animationDuration: 500, textStyle: { fontFamily: colours.font, fontSize: FONT, color: colours.text } }
  if (isRound(chart)) return { ...shared, ...slices(chart, colours) }
  return { ...shared, ...(chart.kind === 'bars' ? bars(chart, colours, options) : overTime(chart, colours, options)) }
}

function slices(chart: DashboardChart, colours: ChartColours): EChartsCoreOption {
  const [series] = chart.series
  const currency = series?.currency ?? null
  const shades = colours.ofCategories(chart)
  // A single slice needs no borders between slices.
  const isWhole = (series?.solid ?? []).filter((value) => value !== 0).length < 2
  return {
    tooltip: { trigger: 'item', ...tooltipLook(colours), valueFormatter: (value: unknown) => figureText(Number(value), currency) },
    series: [{
      type: 'pie', name: chart.title, radius: [chart.kind === 'doughnut' ? '62%' : 0, '92%'], label: { show: false }, emphasis: { scaleSize: 4 },
      itemStyle: isWhole ? {} : { borderColor: colours.surface, borderWidth: 2, borderRadius: 4 },
      data: chart.categories.map(({ label }, index) => ({ name: label, value: series?.solid[index] ?? 0, itemStyle: { color: shades[index] } })),
    }],
  }
}

/** Horizontal bars, the longest on top, so that long captions have room. */
function bars(chart: DashboardChart, colours: ChartColours, { isNarrow }: DrawingOptions): EChartsCoreOption {
  const [series] = chart.series
  const currency = series?.currency ?? null
  const shades = colours.ofCategories(chart)
  return {
    tooltip: { trigger: 'item', ...tooltipLook(colours), valueFormatter: (value: unknown) => figureText(Number(value), currency) },
    grid: { left: 8, right: 64, top: 8, bottom: 8 },
    xAxis: { type: 'value', show: false, minInterval: currency === null ? 1 : 0 },
    yAxis: { type: 'category', inverse: true, data: chart.categories.map(({ label }) => label), ...axisLook(colours), axisTick: { show: false }, axisLabel: { color: colours.text, fontSize: FONT, width: isNarrow ? 100 : 170, overflow: 'truncate' } },
    series: [{
      type: 'bar', name: series?.title ?? chart.title, barMaxWidth: 26,
      label: { show: true, position: 'right', color: colours.text, formatter: ({ value }: { value: unknown }) => abbreviate(Number(value)) },
      data: chart.categories.map((_, index) => ({ value: series?.solid[index] ?? 0, itemStyle: { color: shades[index], borderRadius: [0, 4, 4, 0] } })),
    }],
  }
}

function overTime(chart: DashboardChart, colours: ChartColours, { isNarrow, partsBegun }: DrawingOptions): EChartsCoreOption {
  const drawn = drawnSeries(chart)
  const shorts = new Map(chart.categories.map(({ label, short }) => [label, short ?? label]))
  const isLeft = (series: ChartSeries) => series.currency === null
  const currency = drawn.find((series) => !isLeft(series))?.currency ?? null
  const hasBoth = drawn.some(isLeft) && currency !== null
  const axis = (name: string, isShown: boolean, formatter: (value: number) => string, minInterval: number, splits: boolean) => ({
    type: 'value', alignTicks: !splits, show: isShown, name, nameGap: 12, nameTextStyle: { color: colours.text, fontSize: FONT, align: splits ? 'left' : 'right' }, minInterval,
    axisLabel: { color: colours.text, fontSize: FONT, formatter }, splitLine: { show: splits, lineStyle: { color: colours.line } },
  })
  return {
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, confine: true, ...tooltipLook(colours) },
    grid: { left: 4, right: hasBoth ? 4 : 12, top: 34, bottom: 26 },
    xAxis: { type: 'category', data: chart.categories.map(({ label }) => label), ...axisLook(colours), axisTick: { show: false }, axisLabel: { color: colours.text, fontSize: isNarrow ? 10 : FONT, interval: chart.kind === 'weeks' ? 'auto' : 0, formatter: (label: string) => shorts.get(label) ?? label } },
    yAxis: [
      axis(t('Number'), drawn.some(isLeft), (value) => formatNumber(value), 1, drawn.some(isLeft)),
      axis(currency ?? '', currency !== null, (value) => abbreviate(value), 0, !drawn.some(isLeft)),
    ],
    series: drawn.flatMap((series) => (series.as === 'line' ? lineOf(series, colours, partsBegun) : barsOf(series, colours)).map((one) => ({
      ...one, yAxisIndex: isLeft(series) ? 0 : 1, tooltip: { valueFormatter: (value: unknown) => figureText(Number(value), series.currency) },
    }))),
  }
}

/** Settled amounts at the bottom, the rest hatched on top. */
function barsOf(series: ChartSeries, colours: ChartColours): object[] {
  const color = colours.of(series.title)
  const look = { type: 'bar', stack: series.id, barMaxWidth: 22, barMinWidth: 3 }
  const solid = { ...look, name: nameOf(series), data: series.solid, itemStyle: { color } }
  if (series.rest === null) return [solid]
  const decal = { symbol: 'rect', symbolSize: 1, dashArrayX: [1, 0], dashArrayY: [2, 3], rotation: -Math.PI / 4, color: colours.surface }
  return [{ ...solid, name: t('{name}, settled', { name: nameOf(series) }) }, { ...look, name: t('{name}, not settled', { name: nameOf(series) }), data: series.rest, itemStyle: { color, decal } }]
}

/** A line for settled amounts, and a dashed line for the total if some are not settled. */
function lineOf(series: ChartSeries, colours: ChartColours, partsBegun: number): object[] {
  const color = colours.of(series.title)
  const look = { type: 'line', symbol: 'circle', symbolSize: 7, itemStyle: { color, borderColor: colours.surface, borderWidth: 1.5 }, z: 3 }
  const { rest } = series
  const all = series.solid.map((value, part) => sum([value, rest?.[part] ?? 0]))
  const parts = Math.max(partsBegun, all.findLastIndex((value) => value !== 0) + 1)
  const drawn = (values: number[]) => values.slice(0, parts)
  if (rest === null) return [{ ...look, name: nameOf(series), data: drawn(series.solid), lineStyle: { color, width: 2 } }]
  return [
    { ...look, name: t('{name}, settled', { name: nameOf(series) }), data: drawn(series.solid), lineStyle: { color, width: 2 } },
    { ...look, name: t('{name}, all', { name: nameOf(series) }), data: drawn(all), symbolSize: 5, lineStyle: { color, width: 1.5, type: 'dashed' } },
  ]
}

function axisLook(colours: ChartColours): object {
  return { axisLine: { lineStyle: { color: colours.line } } }
}

function tooltipLook(colours: ChartColours): object {
  return { backgroundColor: colours.surface, borderColor: colours.line, textStyle: { color: colours.text, fontSize: FONT } }
}
