import type { ChartKind } from '../core/index.ts'
import { COLOURS } from './constants.ts'
import { Tone } from './envelope.ts'
import { described, boolean, integer, list, mapOf, nullable, number, object, optional, text, enumOf, type TypeOf, type Schema } from './schema.ts'

const Chart: Schema<ChartKind> = enumOf(['pie', 'doughnut', 'bars', 'months', 'weeks'])

const ProfileFact = object({ id: text, title: text, icon: nullable(text), value: text, format: enumOf(['date', 'email', 'text']) })
export type ProfileFact = TypeOf<typeof ProfileFact>

const ProfileLink = object({
  id: text, title: text, icon: nullable(text), page: described(text, 'An id of the bootstrap’s pages.'),
  key: described(nullable(text), 'Key of the record that it opens, if it opens one.'), isEnabled: boolean,
})
export type ProfileLink = TypeOf<typeof ProfileLink>

/** The current user's profile, from their own record. */
const ProfileCard = object({ name: text, subtitle: text, isApprover: boolean, fields: list(ProfileFact), buttons: list(ProfileLink) })
export type ProfileCard = TypeOf<typeof ProfileCard>

/** A figure with its caption. */
const DashboardTile = object({
  id: text, title: text, icon: nullable(text), page: nullable(text),
  filter: described(mapOf(text), 'Query parameters that narrow the list behind page to what was counted.'),
  value: number, currency: described(nullable(text), 'Set if it is an amount.'),
})
export type DashboardTile = TypeOf<typeof DashboardTile>

/** Colour and icon of a value. */
const Look = object({ colour: enumOf(COLOURS), icon: text })
export type Look = TypeOf<typeof Look>

const ChartCategory = object({
  id: described(text, 'A value of the field by, the name of a series, a month from 1 to 12, or the Monday of a week.'), label: text,
  short: optional(described(text, 'The label on a narrow axis, if it is another one.')), tone: nullable(Tone), look: optional(Look),
})
export type ChartCategory = TypeOf<typeof ChartCategory>

/** A series of a chart. Its figures are in the order of the chart's categories. */
const ChartSeries = object({
  id: text, title: text, as: enumOf(['bars', 'line']), currency: nullable(text), solid: list(number),
  rest: described(nullable(list(number)), 'Figures of what is not settled yet, drawn hatched; null if the series does not separate them.'),
})
export type ChartSeries = TypeOf<typeof ChartSeries>

const DashboardChart = object({ id: text, title: text, kind: Chart, categories: list(ChartCategory), series: list(ChartSeries) })
export type DashboardChart = TypeOf<typeof DashboardChart>

/** The newest records of a type. Their rows come from the type's list call, with `query`. */
const DashboardList = object({
  id: text, title: text, type: text, query: described(mapOf(text), 'Query of the list call.'), fields: described(list(text), 'Fields of a row, by inner name.'),
  page: described(nullable(text), 'The page with all of them.'), filter: described(mapOf(text), 'Query parameters that narrow that page to these.'), empty: text,
})
export type DashboardList = TypeOf<typeof DashboardList>

/** Open approval entries by approver, document type and age. */
const WaitingApprovals = object({
  title: text, days: described(list(integer), 'Where one column ends and the next begins, in days since it was sent.'),
  rows: list(object({
    approver: text, approverName: text, documentType: text, documentTitle: text,
    counts: described(list(integer), 'One more than there are days: the last is of those that have waited longest.'),
  })),
  cut: optional(described(list(text), 'Display names of the types of which more approvers have open entries than are listed.')),
  most: optional(described(integer, 'With cut: how many approvers of a type are listed, those with the most open entries.')),
})
export type WaitingApprovals = TypeOf<typeof WaitingApprovals>

/** Everything a dashboard shows, computed for one person and one year. */
export const DashboardAnswer = object({
  id: text, title: text,
  year: described(integer, 'The chosen year, otherwise the current one.'),
  years: described(list(integer), 'Years with records, newest first, including the current and the chosen one.'),
  profile: nullable(ProfileCard), waiting: optional(WaitingApprovals), tiles: list(DashboardTile), charts: list(DashboardChart), lists: list(DashboardList),
  looks: described(mapOf(mapOf(Look)), 'Colours and icons, by field and value.'),
})
export type DashboardAnswer = TypeOf<typeof DashboardAnswer>

export const CanViewDashboardAnswer = object({
  can_view_dashboard: boolean, path: described(nullable(text), 'Path of its screen; null if it is on another site or not for the user.'),
})
export type CanViewDashboardAnswer = TypeOf<typeof CanViewDashboardAnswer>

export const AnalyticsAnswer = object({ url: described(text, 'A signed address on another site, valid for 60 seconds, or the path of a screen of this portal.') })
export type AnalyticsAnswer = TypeOf<typeof AnalyticsAnswer>
