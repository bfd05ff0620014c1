import { compileRows } from '../../access/translate-rows.ts'
import { wireStates } from '../../document/wire-state.ts'
import { expectSetting, typeNames, type CheckContext } from './check-context.ts'
import { isOverTime } from '../resolve/resolved-dashboard.ts'
import type { PlacedExpression } from '../resolve/expressions-of.ts'
import type { Chart, Dashboard, DashboardList, Look, ModuleManifest, Profile, Series, Text, Tile, Waiting } from '../language/manifest.generated.ts'
import type { IssueDetails, KeyPath } from '../read/reporter.ts'
import type { IssueCode } from '../read/issue-codes.ts'
import type { ResolvedDocumentType, ResolvedField } from '../resolve/resolved.ts'

/** One module's part of the dashboards during the check. */
interface Place { context: CheckContext; file: string }
type Report = (code: IssueCode, path: KeyPath, message: string, details?: IssueDetails) => void

/** Checks what dashboards and landing pages refer to, and whether their parts fit together. */
export function checkDashboards(context: CheckContext): void {
  for (const { file, manifest } of Object.values(context.expanded.modules)) {
    const module = manifest as unknown as ModuleManifest
    const place = { context, file }
    for (const [id, dashboard] of Object.entries(module.dashboards ?? {})) checkDashboard(place, id, dashboard)
    for (const [id, landing] of Object.entries(module.landing ?? {})) {
      expectPage(place, ['landing', id, 'page'], landing.page)
      expectRoles(place, ['landing', id], landing.roles)
    }
    for (const [id, page] of Object.entries(module.pages ?? {})) {
      const known = Object.keys(context.catalogue.dashboards)
      if (page.screen === 'dashboard' && page.dashboard === undefined) reportAt(place)('E104', ['pages', id], 'The key "dashboard" is missing in a page of screen dashboard.', { expected: 'dashboard' })
      if (page.dashboard !== undefined && !known.includes(page.dashboard)) reportAt(place)('E221', ['pages', id, 'dashboard'], `There is no dashboard "${page.dashboard}".`, { seen: page.dashboard, known })
    }
  }
}

/** The expressions of a module's dashboards and landing pages. */
export function dashboardExpressions({ dashboards = {}, landing = {} }: ModuleManifest): PlacedExpression[] {
  const menu = (path: KeyPath, source: string | undefined): PlacedExpression[] => (source === undefined ? [] : [{ source, path: [...path, 'when'], place: { at: 'menu' }, expected: 'bool' }])
  const rows = (path: KeyPath, { where, type }: Tile | Series): PlacedExpression[] => (where === undefined ? [] : [{ source: where, path: [...path, 'where'], place: { at: 'list', of: type }, expected: 'bool' }])
  return [
    ...Object.entries(landing).flatMap(([id, given]) => menu(['landing', id], given.when)),
    ...Object.entries(dashboards).flatMap(([id, given]) => [
      ...menu(['dashboards', id], given.when),
      ...Object.entries(given.profile?.buttons ?? {}).flatMap(([name, button]) => menu(['dashboards', id, 'profile', 'buttons', name], button.when)),
      ...Object.entries(given.tiles ?? {}).flatMap(([name, tile]) => [...rows(['dashboards', id, 'tiles', name], tile), ...menu(['dashboards', id, 'tiles', name], tile.when)]),
      ...Object.entries(given.charts ?? {}).flatMap(([name, chart]) => Object.entries(chart.series ?? {}).flatMap(([key, series]) => rows(['dashboards', id, 'charts', name, 'series', key], series))),
    ]),
  ]
}

function checkDashboard(place: Place, id: string, given: Dashboard): void {
  const here = ['dashboards', id]
  if (!isDeclared(place.context, (module) => module.dashboards?.[id]?.title)) reportAt(place)('E220', here, `No module gives the dashboard "${id}" a title.`, { key: true, expected: 'title' })
  expectText(place, [...here, 'title'], given.title)
  expectRoles(place, here, given.roles)
  if (given.elsewhere !== undefined) expectSettingAt(place, [...here, 'elsewhere'], given.elsewhere)
  if (given.profile !== undefined) checkProfile(place, [...here, 'profile'], given.profile)
  if (given.waiting !== undefined) checkWaiting(place, [...here, 'waiting'], given.waiting)
  for (const [name, tile] of Object.entries(given.tiles ?? {})) {
    const at = [...here, 'tiles', name]
    expectText(place, [...at, 'title'], tile.title)
    if (tile.page !== undefined) expectPage(place, [...at, 'page'], tile.page)
    checkSource(place, at, tile)
  }
  for (const [name, chart] of Object.entries(given.charts ?? {})) checkChart(place, id, name, chart)
  for (const [name, list] of Object.entries(given.lists ?? {})) checkList(place, [...here, 'lists', name], list)
  for (const [field, looks] of Object.entries(given.looks ?? {})) checkLooks(place, id, field, looks)
}

function checkList(place: Place, path: KeyPath, { title, type: id, page, mine, state, fields, sort }: DashboardList): void {
  expectText(place, [...path, 'title'], title)
  if (page !== undefined) expectPage(place, [...path, 'page'], page)
  const type = knownType(place, path, id)
  if (type === undefined) return
  if (mine === true && type.owner === undefined) reportAt(place)('E220', [...path, 'mine'], `Records of "${id}" belong to nobody.`, { seen: 'true', expected: 'a type with an owner' })
  if (state !== undefined && !wireStates(type).includes(state)) reportAt(place)('E203', [...path, 'state'], `There is no state "${state}".`, { seen: state, known: wireStates(type) })
  for (const [index, name] of fields.entries()) {
    const field = fieldAt(place, [...path, 'fields', index], type, name)
    if (field?.line !== undefined || field?.internal === true) wrongKind(place, [...path, 'fields', index], field, 'one value')
  }
  const sorted = sort?.replace(/^-/, '')
  const columns = Object.keys(type.list.columns)
  if (sorted !== undefined && !columns.includes(sorted)) reportAt(place)('E201', [...path, 'sort'], `"${sorted}" is no column of the list of "${id}".`, { seen: sorted, known: columns })
}

/** The looks belong to a field by which a chart is split, or which a list shows. */
function checkLooks(place: Place, dashboard: string, field: string, looks: Record<string, Look>): void {
  const { catalogue } = place.context
  const declared = catalogue.dashboards[dashboard]
  const types = [
    ...(declared?.charts ?? []).flatMap(({ series }) => series.filter(({ by }) => by === field)), ...(declared?.lists ?? []).filter(({ fields }) => fields.includes(field)),
  ].map(({ type }) => catalogue.types[type])
  const path = ['dashboards', dashboard, 'looks', field]
  if (types.length === 0) {
    const known = [...new Set([...(declared?.charts ?? []).flatMap(({ series }) => series.flatMap(({ by }) => by ?? [])), ...(declared?.lists ?? []).flatMap(({ fields }) => fields)])]
    return reportAt(place)('E201', path, `No chart is by "${field}", and no list shows it.`, { key: true, seen: field, known })
  }
  const known = types.flatMap((type) => type?.shape.fields[field]?.enum ?? []).map(String)
  if (known.length === 0) return
  for (const value of Object.keys(looks)) if (!known.includes(value)) reportAt(place)('E226', [...path, value], `"${field}" is never "${value}".`, { key: true, seen: value, known })
}

function knownType(place: Place, path: KeyPath, id: string): ResolvedDocumentType | undefined {
  const known = typeNames(place.context)
  if (!known.includes(id)) reportAt(place)('E202', [...path, 'type'], `There is no document type "${id}".`, { seen: id, known })
  return place.context.catalogue.types[id]
}

function checkWaiting(place: Place, path: KeyPath, { title, days }: Waiting): void {
  expectText(place, [...path, 'title'], title)
  const wrong = days.findIndex((day, index) => index > 0 && day <= (days[index - 1] ?? 0))
  if (wrong > 0) reportAt(place)('E220', [...path, 'days', wrong], 'The days of columns ascend.', { seen: String(days[wrong]), expected: `more than ${String(days[wrong - 1])}` })
}

function checkProfile(place: Place, path: KeyPath, { subtitle, fields, buttons }: Profile): void {
  const { catalogue } = place.context
  const people = catalogue.organisation.employees
  if (people === undefined) return reportAt(place)('E220', path, 'No module says which type holds people, so there is nobody to show.', { key: true, expected: 'organisation.employees' })
  const type = catalogue.types[people.type]
  if (subtitle !== undefined) fieldAt(place, [...path, 'subtitle'], type, subtitle)
  for (const name of Object.keys(fields ?? {})) fieldAt(place, [...path, 'fields', name], type, name, true)
  for (const [name, button] of Object.entries(buttons ?? {})) {
    const at = [...path, 'buttons', name]
    expectText(place, [...at, 'title'], button.title)
    expectPage(place, [...at, 'page'], button.page)
    if (button.needs !== undefined) fieldAt(place, [...at, 'needs'], type, button.needs)
  }
}

function checkChart(place: Place, dashboard: string, name: string, given: Chart): void {
  const here = ['dashboards', dashboard, 'charts', name]
  expectText(place, [...here, 'title'], given.title)
  for (const key of ['title', 'kind'] as const) {
    if (!isDeclared(place.context, (module) => module.dashboards?.[dashboard]?.charts?.[name]?.[key])) reportAt(place)('E220', here, `No module gives the chart "${name}" a ${key}.`, { key: true, expected: key })
  }
  const chart = place.context.catalogue.dashboards[dashboard]?.charts.find((one) => one.id === name)
  for (const [key, series] of Object.entries(given.series ?? {})) {
    const at = [...here, 'series', key]
    expectText(place, [...at, 'title'], series.title)
    checkSource(place, at, series)
    const isTimed = chart !== undefined && isOverTime(chart)
    for (const keyword of ['as', 'solid'] as const) {
      if (series[keyword] !== undefined && !isTimed) reportAt(place)('E220', [...at, keyword], `"${keyword}" belongs to charts of kind months or weeks.`, { seen: chart?.kind ?? '', expected: 'months or weeks' })
    }
    if (series.less === true && (chart?.kind !== 'bars' || series.by === undefined)) reportAt(place)('E220', [...at, 'less'], '"less" belongs to charts of kind bars, beside "by".', { seen: chart?.kind ?? '', expected: 'bars with by' })
    if (series.by === undefined) continue
    if (isTimed) reportAt(place)('E220', [...at, 'by'], '"by" belongs to charts of kind pie, doughnut or bars.', { seen: chart.kind, expected: 'pie, doughnut or bars' })
    if ((chart?.series.filter(({ less }) => !less).length ?? 0) > 1) reportAt(place)('E220', [...at, 'by'], 'A chart with "by" has this one series only.', { seen: `${String(chart?.series.length)} series`, expected: 'one series' })
  }
}

function checkSource(place: Place, path: KeyPath, given: Tile | Series): void {
  const type = knownType(place, path, given.type)
  if (type === undefined) return
  const date = given.date === undefined ? undefined : fieldAt(place, [...path, 'date'], type, given.date)
  if (date !== undefined && date.format !== 'date' && date.format !== 'date-time') wrongKind(place, [...path, 'date'], date, 'a date')
  const sum = given.sum === undefined ? undefined : fieldAt(place, [...path, 'sum'], type, given.sum)
  if (sum !== undefined && sum.type !== 'number' && sum.type !== 'integer') wrongKind(place, [...path, 'sum'], sum, 'a number')
  const by = 'by' in given && given.by !== undefined ? fieldAt(place, [...path, 'by'], type, given.by) : undefined
  if (by !== undefined && (by.type === 'array' || by.type === 'object')) wrongKind(place, [...path, 'by'], by, 'one value')
  const lists: [string, string[] | undefined][] = [['states', given.states], ['solid', 'solid' in given ? given.solid : undefined]]
  for (const [keyword, states] of lists) {
    for (const [index, state] of (states ?? []).entries()) {
      const all = [...new Set([...Object.keys(type.states), ...wireStates(type)])]
      if (!all.includes(state)) reportAt(place)('E203', [...path, keyword, index], `There is no state "${state}".`, { seen: state, known: all })
    }
  }
  const translation = given.where === undefined ? undefined : compileRows(given.where, { manifest: type, variable: 'row' })
  if (translation?.ok === false) {
    const { message, node, start } = translation.issue
    reportAt(place)('E504', [...path, 'where'], message, { seen: node, expected: 'a comparison of row.<field> with a value', offset: start })
  }
}

function fieldAt(place: Place, path: KeyPath, type: ResolvedDocumentType | undefined, name: string, key = false): ResolvedField | undefined {
  if (type === undefined) return undefined
  const known = Object.keys(type.shape.fields)
  if (!known.includes(name)) reportAt(place)('E201', path, `"${type.id}" has no field "${name}".`, { seen: name, known, key })
  return type.shape.fields[name]
}

function wrongKind(place: Place, path: KeyPath, field: ResolvedField, expected: string): void {
  reportAt(place)('E218', path, `"${field.name}" is not ${expected}.`, { seen: field.format ?? field.type, expected })
}

function expectPage(place: Place, path: KeyPath, page: string): void {
  const known = Object.keys(place.context.catalogue.pages)
  if (!known.includes(page)) reportAt(place)('E206', path, `There is no page "${page}".`, { seen: page, known })
}

function expectRoles(place: Place, path: KeyPath, roles: readonly string[] | undefined): void {
  const known = Object.keys(place.context.catalogue.roles)
  for (const [index, role] of (roles ?? []).entries()) {
    if (!known.includes(role)) reportAt(place)('E204', [...path, 'roles', index], `There is no role "${role}".`, { seen: role, known })
  }
}

function expectText(place: Place, path: KeyPath, text: Text | undefined): void {
  if (typeof text === 'object') expectSettingAt(place, [...path, 'setting'], text.setting)
}

function expectSettingAt(place: Place, path: KeyPath, setting: string): void {
  expectSetting(place.context, setting, (code, message, details) => reportAt(place)(code, path, message, details))
}

function isDeclared(context: CheckContext, read: (module: ModuleManifest) => unknown): boolean {
  return Object.values(context.expanded.modules).some(({ manifest }) => read(manifest as unknown as ModuleManifest) !== undefined)
}

function reportAt({ context, file }: Place): Report {
  return (code, path, message, details) => context.reporter.inFile(code, file, path, message, details)
}
