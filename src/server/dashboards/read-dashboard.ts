/** A dashboard as one person sees it, for one year. */
import type { DashboardAnswer, DashboardList, DashboardTile } from '../../contract/index.ts'
import { MAX_ANSWER_STEPS, StepLimit, t, textOf, wireName, type ResolvedDashboard, type ResolvedDashboardList, type ResolvedPage, type ResolvedTile } from '../../core/index.ts'
import type { CommandContext } from '../commands/context.ts'
import { mapSliced } from '../in-pieces.ts'
import { holds } from '../portal/holds.ts'
import { mayOpen } from '../portal/pages-for.ts'
import { loadCaptions } from './captions.ts'
import { currencyOf, presentChart, total } from './charts.ts'
import { loadFigures, loadYears, type Counted, type FigureScope } from './figures.ts'
import { listFilter } from './list-filter.ts'
import { contextOf, visibleSource, type VisibleSource } from './visible-source.ts'
import { readProfile } from './profile.ts'
import { readWaiting } from './waiting.ts'

/** Loads all figures at once and assembles the dashboard. Leaves out everything the current user may not see. */
export async function readDashboard(command: CommandContext, dashboard: ResolvedDashboard, chosen: number | undefined): Promise<DashboardAnswer> {
  const { services, session, engine } = command
  const db = services.database.kysely
  const currentYear = Number(session.today.slice(0, 4))
  const scope: FigureScope = { db, company: session.company.code, timeZone: session.company.timeZone, currentYear, year: chosen ?? currentYear }
  const ctx = { ...contextOf(session), limit: new StepLimit(MAX_ANSWER_STEPS) }
  const opened = async <T extends Parameters<typeof visibleSource>[2]>(declared: readonly T[]): Promise<{ declared: T; source: VisibleSource }[]> => (
    (await mapSliced(declared, (one) => withSource(one, visibleSource(engine, session, one, ctx)))).flat()
  )
  const tiles = await opened(dashboard.tiles.filter((tile) => tile.when === undefined || holds(engine, tile.when, ctx)))
  const charts: { chart: ResolvedDashboard['charts'][number]; series: Awaited<ReturnType<typeof opened<ResolvedDashboard['charts'][number]['series'][number]>>> }[] = []
  for (const chart of dashboard.charts) {
    const series = await opened(chart.kind === 'weeks' ? chart.series.map((one) => ({ ...one, parts: 'weeks' as const })) : chart.series)
    if (series.length > 0) charts.push({ chart, series })
  }
  const sources = [...tiles, ...charts.flatMap(({ series }) => series)].map(({ source }) => source)
  const [figures, years, profile, waiting] = await Promise.all([
    loadFigures(scope, sources), loadYears(scope, sources), dashboard.profile === undefined ? null : readProfile(db, engine, session, dashboard.profile),
    dashboard.waiting === undefined ? undefined : readWaiting(db, command, dashboard.waiting),
  ])
  const figuresOf = new Map(sources.map((source, index) => [source, figures[index] ?? []]))
  const values = sources.flatMap((source) => (source.by === undefined ? [] : (figuresOf.get(source) ?? []).map(({ value }) => ({ field: source.by!, value }))))
  const captions = await loadCaptions(db, engine, session, values)
  return {
    id: dashboard.id, title: textOf(dashboard.title, session.settings), year: scope.year, years, profile, ...(waiting && { waiting }),
    tiles: tiles.map(({ declared, source }) => presentTile(declared, source, { figures: figuresOf.get(source) ?? [], year: scope.year }, command)),
    charts: charts.map(({ chart, series }) => presentChart({ chart, year: scope.year, looks: dashboard.looks, series: series.map((one) => ({ ...one, figures: figuresOf.get(one.source) ?? [] })) }, session, captions)),
    lists: dashboard.lists.flatMap((list) => presentList(list, command)), looks: dashboard.looks,
  }
}

/** The filter by the names that the page has for it. */
function aliased({ aliases = {} }: ResolvedPage, { type: { manifest: { shape } } }: VisibleSource, filter: Record<string, string>): Record<string, string> {
  const names = new Map(Object.entries(aliases).map(([name, field]) => [wireName(shape, field), name]))
  return Object.fromEntries(Object.entries(filter).map(([name, value]) => [names.get(name) ?? name, value]))
}

/** The list, if the current user may list its type and, for their own records, is an employee. */
function presentList({ id, title, type: typeId, page: pageId, mine, state, fields, sort, rows, empty }: ResolvedDashboardList, { engine, session }: CommandContext): DashboardList[] {
  if (visibleSource(engine, session, { type: typeId }) === undefined || (mine && session.actor.employee === undefined)) return []
  const { manifest: { shape, stateField } } = engine.type(typeId)
  const page = pageId === undefined ? undefined : engine.catalogue.pages[pageId]
  const filter = { ...(mine && { mine: '1' }), ...(state !== undefined && { [wireName(shape, stateField)]: state }) }
  return [{
    id, title: textOf(title, session.settings), type: typeId, fields, filter, empty: t(empty), page: page !== undefined && mayOpen(engine, session, page) ? page.id : null,
    query: { ...filter, limit: String(rows), ...(sort !== undefined && { sort: sort.startsWith('-') ? `-${wireName(shape, sort.slice(1))}` : wireName(shape, sort) }) },
  }]
}

function withSource<T>(declared: T, source: VisibleSource | undefined): { declared: T; source: VisibleSource }[] {
  return source === undefined ? [] : [{ declared, source }]
}

function presentTile(tile: ResolvedTile, source: VisibleSource, { figures, year }: { figures: Counted[]; year: number }, { engine, session }: CommandContext): DashboardTile {
  const page = tile.page === undefined ? undefined : engine.catalogue.pages[tile.page]
  return {
    id: tile.id, title: textOf(tile.title, session.settings), icon: tile.icon ?? null, value: total(figures), currency: currencyOf(source, session),
    page: page !== undefined && mayOpen(engine, session, page) ? page.id : null,
    filter: page?.screen === 'list' && page.type === tile.type ? aliased(page, source, listFilter(source, year, session)) : {},
  }
}
