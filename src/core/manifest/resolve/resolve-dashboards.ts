import type { ExpandedModule } from '../read/expanded.ts'
import type { Chart, Dashboard, DashboardList, ModuleManifest, Profile, ProfileButton, Series, Tile } from '../language/manifest.generated.ts'
import type { KeyPath, Reporter } from '../read/reporter.ts'
import type { ResolvedChart, ResolvedDashboard, ResolvedDashboardList, ResolvedLanding, ResolvedProfile, ResolvedProfileButton, ResolvedSeries, ResolvedTile } from './resolved-dashboard.ts'
import { resolveText } from './resolve-screens.ts'
import { definedOnly } from './resolve-shape.ts'

export type TypedModule = Omit<ExpandedModule, 'manifest'> & { manifest: ModuleManifest }

/** Sorts parts without an order after those with one, in the order in which they were written. */
const LAST = 1000

interface Part<T> { id: string; declared: T; file: string; path: KeyPath }

/** The dashboards of all modules, each combined from every module that adds to it; contradictions are reported. */
export function resolveDashboards(modules: readonly TypedModule[], listPageOf: (type: string) => string | undefined, reporter: Reporter): Record<string, ResolvedDashboard> {
  const shared = modules.flatMap(({ file, manifest }) => partsOf(manifest.dashboards, file, ['dashboards']))
  return Object.fromEntries(Object.entries(byId(shared)).map(([id, parts]) => [id, resolveDashboard(id, parts, listPageOf, reporter)]))
}

/** The pages where people arrive, in the order in which they are tried. */
export function resolveLanding(modules: readonly TypedModule[], reporter: Reporter): ResolvedLanding[] {
  const parts = modules.flatMap(({ file, manifest }) => partsOf(manifest.landing, file, ['landing']))
  return inOrder(uniqueParts(parts, reporter)).map(({ id, declared }) => ({ id, page: declared.page, ...definedOnly({ roles: declared.roles, when: declared.when }) }))
}

function resolveDashboard(id: string, parts: Part<Dashboard>[], listPageOf: (type: string) => string | undefined, reporter: Reporter): ResolvedDashboard {
  const agreed = <K extends 'title' | 'icon' | 'when' | 'elsewhere' | 'waiting'>(key: K): Dashboard[K] | undefined => agreedValue(parts, key, reporter)
  const roles = [...new Set(parts.flatMap(({ declared }) => declared.roles ?? []))]
  const waiting = agreed('waiting')
  const profiles = parts.flatMap(({ declared, file, path }) => (declared.profile === undefined ? [] : [{ id, declared: declared.profile, file, path: [...path, 'profile'] }]))
  const tiles = inOrder(uniqueParts(within(parts, 'tiles', (declared) => declared.tiles), reporter)).map(({ id: name, declared }) => resolveTile(name, declared, listPageOf))
  const charts = Object.entries(byId(within(parts, 'charts', (declared) => declared.charts))).map(([name, own]) => ({ order: own.find(({ declared }) => declared.order !== undefined)?.declared.order ?? LAST, chart: resolveChart(name, own, reporter) }))
  return {
    id, title: resolveText(agreed('title') ?? id), tiles,
    lists: inOrder(uniqueParts(within(parts, 'lists', (declared) => declared.lists), reporter)).map(({ id: name, declared }) => resolveDashboardList(name, declared, listPageOf)),
    looks: Object.fromEntries(uniqueParts(within(parts, 'looks', (declared) => declared.looks), reporter).map(({ id: field, declared }) => [field, declared])),
    charts: charts.sort((a, b) => a.order - b.order).map(({ chart }) => chart),
    ...definedOnly({
      icon: agreed('icon'), when: agreed('when'), elsewhere: agreed('elsewhere'),
      roles: roles.length === 0 ? undefined : roles,
      waiting: waiting && { title: resolveText(waiting.title), days: waiting.days },
      profile: profiles.length === 0 ? undefined : resolveProfile(profiles, reporter),
    }),
  }
}

function resolveProfile(parts: Part<Profile>[], reporter: Reporter): ResolvedProfile {
  const fields = uniqueParts(within(parts, 'fields', (declared) => declared.fields), reporter).map(({ id, declared }) => ({ name: id, ...definedOnly({ title: declared.title, icon: declared.icon }) }))
  const buttons = inOrder(uniqueParts(within(parts, 'buttons', (declared) => declared.buttons), reporter)).map(({ id, declared }) => resolveButton(id, declared))
  return { fields, buttons, ...definedOnly({ subtitle: agreedValue(parts, 'subtitle', reporter) }) }
}

function resolveButton(id: string, declared: ProfileButton): ResolvedProfileButton {
  return { id, title: resolveText(declared.title), page: declared.page, ...definedOnly({ icon: declared.icon, needs: declared.needs, when: declared.when }) }
}

function resolveTile(id: string, declared: Tile, listPageOf: (type: string) => string | undefined): ResolvedTile {
  return { id, title: resolveText(declared.title), ...sourceOf(declared), ...definedOnly({ icon: declared.icon, page: declared.page ?? listPageOf(declared.type), when: declared.when }) }
}

function resolveDashboardList(id: string, { title, type, page, mine = false, state, fields, sort, rows = 5, empty = '' }: DashboardList, listPageOf: (type: string) => string | undefined): ResolvedDashboardList {
  return { id, title: resolveText(title), type, mine, fields, rows, empty, ...definedOnly({ page: page ?? listPageOf(type), state, sort }) }
}

function resolveChart(id: string, parts: Part<Chart>[], reporter: Reporter): ResolvedChart {
  const series = inOrder(uniqueParts(within(parts, 'series', (declared) => declared.series), reporter))
  return { id, title: resolveText(agreedValue(parts, 'title', reporter) ?? id), kind: agreedValue(parts, 'kind', reporter) ?? 'bars', series: series.map((part) => resolveSeries(part.id, part.declared)) }
}

function resolveSeries(id: string, declared: Series): ResolvedSeries {
  const natural = declared.sum === undefined ? 'bars' : 'line'
  return { id, title: resolveText(declared.title), ...sourceOf(declared), date: declared.date, as: declared.as ?? natural, less: declared.less ?? false, ...definedOnly({ by: declared.by, solid: declared.solid }) }
}

function sourceOf({ type, where, states, date, sum }: Tile | Series): Omit<ResolvedTile, 'id' | 'title'> {
  return { type, ...definedOnly({ where, states, date, sum }) }
}

function partsOf<T>(declared: Record<string, T> | undefined, file: string, path: KeyPath): Part<T>[] {
  return Object.entries(declared ?? {}).map(([id, one]) => ({ id, declared: one, file, path: [...path, id] }))
}

function within<T, U>(parts: Part<T>[], key: string, read: (declared: T) => Record<string, U> | undefined): Part<U>[] {
  return parts.flatMap(({ declared, file, path }) => partsOf(read(declared), file, [...path, key]))
}

function byId<T>(parts: Part<T>[]): Record<string, Part<T>[]> {
  const found: Record<string, Part<T>[]> = {}
  for (const part of parts) (found[part.id] ??= []).push(part)
  return found
}

function inOrder<T extends { order?: number }>(parts: Part<T>[]): Part<T>[] {
  return [...parts].sort((a, b) => (a.declared.order ?? LAST) - (b.declared.order ?? LAST))
}

/** Only one module may define what a name stands for. */
function uniqueParts<T>(parts: Part<T>[], reporter: Reporter): Part<T>[] {
  return Object.values(byId(parts)).flatMap(([first, ...more]) => {
    for (const { id, file, path } of more) reporter.inFile('E215', file, path, `Another module declares "${id}" here too.`, { key: true, seen: id })
    return first === undefined ? [] : [first]
  })
}

/** A value that several modules may give, as long as it is the same. */
function agreedValue<T extends object, K extends keyof T & string>(parts: Part<T>[], key: K, reporter: Reporter): T[K] | undefined {
  const [first, ...more] = parts.filter(({ declared }) => declared[key] !== undefined)
  const expected = JSON.stringify(first?.declared[key])
  for (const { file, path, declared } of more) {
    const seen = JSON.stringify(declared[key])
    if (seen !== expected) reporter.inFile('E215', file, [...path, key], `Another module gives another ${key}.`, { seen, expected })
  }
  return first?.declared[key]
}
