import { MONTHS, type ChartCategory, type ChartSeries, type DashboardChart } from '../../contract/index.ts'
import { isOverTime, roundMoney, expandStates, textOf, type ResolvedChart, type ResolvedDashboard, type ResolvedSeries, t } from '../../core/index.ts'
import type { Session } from '../services.ts'
import { categoryOf, type Captions } from './captions.ts'
import type { Counted } from './figures.ts'
import { mondaysOf } from './periods.ts'
import type { VisibleSource } from './visible-source.ts'

/** Most categories a chart shows; the smallest ones are merged into one. */
const MAX_CATEGORIES = 8

/** A series that the current user may see, with its figures. */
export interface DrawnSeries { declared: ResolvedSeries; source: VisibleSource; figures: Counted[] }

/** A chart with the figures of the year. */
export interface ChartFigures { chart: ResolvedChart; series: DrawnSeries[]; year: number; looks: ResolvedDashboard['looks'] }

/** Renders a chart for the response. */
export function presentChart(given: ChartFigures, session: Session, captions: Captions): DashboardChart {
  const drawn = drawnChart(given, session, captions)
  const looks = given.looks[given.series[0]?.source.by?.name ?? ''] ?? {}
  return { ...drawn, categories: drawn.categories.map((category) => ({ ...category, ...(Object.hasOwn(looks, category.id) && { look: looks[category.id]! }) })) }
}

function drawnChart({ chart, series, year }: ChartFigures, session: Session, captions: Captions): DashboardChart {
  const title = textOf(chart.title, session.settings)
  const shown = { id: chart.id, title, kind: chart.kind }
  if (isOverTime(chart)) {
    const categories = chart.kind === 'weeks' ? weeksOf(year) : MONTHS.map((label, month) => ({ id: String(month + 1), label, tone: null }))
    return { ...shown, categories, series: series.map((one) => overTime(one, categories.length, session)) }
  }
  const [first] = series
  if (first?.source.by !== undefined) {
    const isWhole = series.length === chart.series.length || !chart.series.some(({ less }) => less)
    const { categories, amounts } = isWhole ? byValue(first, series.slice(1), captions) : { categories: [], amounts: [] }
    return { ...shown, categories, series: [{ id: first.declared.id, title: textOf(first.declared.title, session.settings), as: 'bars', currency: currencyOf(first.source, session), solid: amounts, rest: null }] }
  }
  const isAmount = series.length > 0 && series.every(({ source }) => source.sum?.money !== undefined)
  return {
    ...shown,
    categories: series.map(({ declared }) => ({ id: declared.id, label: textOf(declared.title, session.settings), tone: null })),
    series: [{ id: chart.id, title, as: 'bars', currency: isAmount ? session.company.currency : null, solid: series.map(({ figures }) => total(figures)), rest: null }],
  }
}

/** The currency of the summed field; null for counts and plain numbers. */
export function currencyOf({ sum }: VisibleSource, session: Session): string | null {
  return sum?.money === undefined ? null : session.company.currency
}

/** The sum of the amounts, rounded to the cent. */
export function total(figures: Counted[]): number {
  return roundMoney(figures.reduce((sum, { amount }) => sum + amount, 0))
}

/** The weeks of the year: “Week 23, 1 Jun”. */
function weeksOf(year: number): ChartCategory[] {
  return mondaysOf(year).map((monday, index) => {
    const day = `${String(Number(monday.slice(8)))} ${MONTHS[Number(monday.slice(5, 7)) - 1] ?? ''}`
    return { id: monday, label: t('Week {number}, {day}', { number: index + 1, day }), short: day, tone: null }
  })
}

/** @param parts of the year, in each of which the figures are totalled */
function overTime({ declared, source, figures }: DrawnSeries, parts: number, session: Session): ChartSeries {
  const solid = declared.solid && expandStates(source.type.manifest, declared.solid)
  const inParts = (own: Counted[]): number[] => Array.from({ length: parts }, (_, index) => total(own.filter(({ part }) => part === index + 1)))
  const isSettled = ({ state }: Counted): boolean => solid === undefined || solid.includes(state)
  return {
    id: declared.id, title: textOf(declared.title, session.settings), as: declared.as, currency: currencyOf(source, session),
    solid: inParts(figures.filter(isSettled)), rest: solid === undefined ? null : inParts(figures.filter((figure) => !isSettled(figure))),
  }
}

function byValue({ source, figures }: DrawnSeries, less: DrawnSeries[], captions: Captions): { categories: ChartCategory[]; amounts: number[] } {
  const { type: { manifest }, by } = source
  const values = new Map<string | null, Counted[]>()
  const taken = less.flatMap((one) => one.figures.map((figure) => ({ ...figure, amount: -figure.amount })))
  for (const figure of [...figures, ...taken]) values.set(figure.value, [...(values.get(figure.value) ?? []), figure])
  // When series are subtracted, the lowest balances matter most, so sort ascending.
  const direction = less.length === 0 ? 1 : -1
  const sorted = [...values].map(([value, own]) => ({ value, amount: total(own) })).sort((a, b) => (b.amount - a.amount) * direction)
  const shown = sorted.length > MAX_CATEGORIES ? sorted.slice(0, MAX_CATEGORIES - 1) : sorted
  const others = sorted.slice(shown.length)
  const categories = by === undefined ? [] : shown.map(({ value }) => categoryOf(manifest, by, value, captions))
  if (others.length === 0) return { categories, amounts: shown.map(({ amount }) => amount) }
  const rest = roundMoney(others.reduce((sum, { amount }) => sum + amount, 0))
  return { categories: [...categories, { id: '\u0000others', label: t({ one: '{count} other', other: '{count} others' }, { count: others.length }), tone: null }], amounts: [...shown.map(({ amount }) => amount), rest] }
}
