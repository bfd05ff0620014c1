import type { ChartKind } from '../core/index.ts'
import { Tone } from './envelope.ts'
import { described, flag, integer, list, mapOf, maybe, number, object, text, wordOf, type Of, type Schema } from './schema.ts'

const Chart: Schema<ChartKind> = wordOf(['pie', 'doughnut', 'bars', 'months'])

const ProfileFact = object({ id: text, title: text, icon: maybe(text), value: text, format: wordOf(['date', 'email', 'text']) })
export type ProfileFact = Of<typeof ProfileFact>

const ProfileLink = object({
  id: text, title: text, icon: maybe(text), page: described(text, 'An id of the bootstrap’s pages.'),
  key: described(maybe(text), 'Key of the record that it opens, if it opens one.'), isEnabled: flag,
})
export type ProfileLink = Of<typeof ProfileLink>

/** The current user's profile, from their own record. */
const ProfileCard = object({ name: text, subtitle: text, isApprover: flag, fields: list(ProfileFact), buttons: list(ProfileLink) })
export type ProfileCard = Of<typeof ProfileCard>

/** A figure with its caption. */
const DashboardTile = object({
  id: text, title: text, icon: maybe(text), page: maybe(text),
  filter: described(mapOf(text), 'Query parameters that narrow the list behind page to what was counted.'),
  value: number, currency: described(maybe(text), 'Set if it is an amount.'),
})
export type DashboardTile = Of<typeof DashboardTile>

const ChartCategory = object({ id: text, label: text, tone: maybe(Tone) })
export type ChartCategory = Of<typeof ChartCategory>

/** A series of a chart. Its figures are in the order of the chart's categories. */
const ChartSeries = object({
  id: text, title: text, as: wordOf(['bars', 'line']), currency: maybe(text), solid: list(number),
  rest: described(maybe(list(number)), 'Figures of what is not settled yet, drawn hatched; null if the series does not separate them.'),
})
export type ChartSeries = Of<typeof ChartSeries>

const DashboardChart = object({ id: text, title: text, kind: Chart, categories: list(ChartCategory), series: list(ChartSeries) })
export type DashboardChart = Of<typeof DashboardChart>

/** Everything a dashboard shows, computed for one person and one year. */
export const DashboardAnswer = object({
  id: text, title: text,
  year: described(integer, 'The chosen year, otherwise the current one.'),
  years: described(list(integer), 'Years with records, newest first, including the current and the chosen one.'),
  profile: maybe(ProfileCard), tiles: list(DashboardTile), charts: list(DashboardChart),
})
export type DashboardAnswer = Of<typeof DashboardAnswer>

export const CanViewDashboardAnswer = object({
  can_view_dashboard: flag, path: described(maybe(text), 'Path of its screen; null if it is on another site or not for the user.'),
})
export type CanViewDashboardAnswer = Of<typeof CanViewDashboardAnswer>

export const AnalyticsAnswer = object({ url: described(text, 'A signed address on another site, valid for 60 seconds, or the path of a screen of this portal.') })
export type AnalyticsAnswer = Of<typeof AnalyticsAnswer>
