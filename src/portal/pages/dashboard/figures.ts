/** Helpers that charts and their tables share. */
import { isOverTime, t } from '../../../core/index.ts'
import type { ChartCategory, ChartSeries, DashboardChart } from '../../../contract/index.ts'
import { formatAmount, formatMoney, formatNumber } from '../../ui/format.ts'

/** Whether there is anything to draw. */
export function hasFigures(chart: DashboardChart): boolean {
  return drawnSeries(chart).length > 0
}

/** Whether the chart consists of slices, distinguished by colour. */
export function isRound({ kind }: DashboardChart): boolean {
  return kind === 'pie' || kind === 'doughnut'
}

/** The series with something to draw in this year. */
export function drawnSeries({ series }: DashboardChart): ChartSeries[] {
  return series.filter(({ solid, rest }) => [...solid, ...(rest ?? [])].some((value) => value !== 0))
}

/** The caption of a series; amounts include their currency. */
export function nameOf({ title, currency }: ChartSeries): string {
  return currency === null ? title : `${title} (${currency})`
}

/** A single figure as text. */
export function figureText(value: number, currency: string | null): string {
  return currency === null ? formatNumber(value) : formatMoney(value, currency)
}

export interface TableColumn { title: string; values: string[]; total: string }

/**
 * The columns of a chart's table: settled and unsettled amounts side by side, where a series distinguishes them. Series of zeros only are
 * omitted, as in the chart.
 */
export function tableColumns(chart: DashboardChart): TableColumn[] {
  return drawnSeries(chart).flatMap((series) => {
    const name = chart.series.length === 1 && !isOverTime(chart) ? (series.currency ?? t('Count')) : nameOf(series)
    if (series.rest === null) return [column(name, series.solid, series.currency)]
    return [column(t('{name}, settled', { name }), series.solid, series.currency), column(t('{name}, not settled', { name }), series.rest, series.currency)].filter((_, index) => (index === 0 ? series.solid : (series.rest ?? [])).some((value) => value !== 0))
  })
}

/** The rows of a chart's table, with their position in the chart. Of more parts of a year than anybody reads, those with figures. */
export function tableRows(chart: DashboardChart): (ChartCategory & { row: number })[] {
  const rows = chart.categories.map((category, row) => ({ ...category, row }))
  return chart.kind === 'weeks' ? rows.filter(({ row }) => chart.series.some(({ solid, rest }) => solid[row] !== 0 || (rest?.[row] ?? 0) !== 0)) : rows
}

function column(title: string, values: number[], currency: string | null): TableColumn {
  const text = (value: number) => (currency === null ? formatNumber(value) : formatAmount(value))
  return { title, values: values.map(text), total: text(sum(values)) }
}

/** The sum of amounts, rounded to cents. */
export function sum(values: readonly number[]): number {
  return Math.round(values.reduce((total, value) => total + value, 0) * 100) / 100
}
