/** Dashboards, combined from the declarations of all modules. */
import type { Colour, Expression, Text } from './written.ts'

/** Records that are counted, or whose amounts are summed. */
export interface ResolvedSource {
  type: string
  where?: Expression
  /** Only records in these states; all if absent. */
  states?: string[]
  /** The field that assigns a record to a year. */
  date?: string
  /** The amount to sum; if absent, the records are counted. */
  sum?: string
}

export interface ResolvedTile extends ResolvedSource { id: string; title: Text; icon?: string; page?: string; when?: Expression }

export interface ResolvedSeries extends ResolvedSource {
  id: string
  title: Text
  date: string
  /** One slice or bar for every value of this field. */
  by?: string
  /** Subtracted from the first series, value by value. */
  less: boolean
  /** States that count as settled; all if absent. */
  solid?: string[]
  as: 'bars' | 'line'
}

export type ChartKind = 'pie' | 'doughnut' | 'bars' | 'months' | 'weeks'

/** Whether the chart follows the year, month by month or week by week, instead of comparing values. */
export function isOverTime({ kind }: { kind: ChartKind }): boolean {
  return kind === 'months' || kind === 'weeks'
}

export interface ResolvedChart { id: string; title: Text; kind: ChartKind; series: ResolvedSeries[] }

/** The newest records of a type. */
export interface ResolvedDashboardList {
  id: string
  title: Text
  type: string
  page?: string
  mine: boolean
  /** The name on the wire of the states. */
  state?: string
  fields: string[]
  /** A column, with - for descending. */
  sort?: string
  rows: number
  empty: string
}

/** Colour and icon of a value. */
export interface ResolvedLook { colour: Colour; icon: string }

export interface ResolvedProfileButton { id: string; title: Text; icon?: string; page: string; needs?: string; when?: Expression }
export interface ResolvedProfile { subtitle?: string; fields: { name: string; title?: string; icon?: string }[]; buttons: ResolvedProfileButton[] }

/** `days`: where one column ends and the next begins, ascending. */
export interface ResolvedWaiting { title: Text; days: number[] }

export interface ResolvedDashboard {
  id: string
  title: Text
  icon?: string
  /** Only for these roles; for everybody if absent. */
  roles?: string[]
  when?: Expression
  /** The setting with the address of a dashboard elsewhere. */
  elsewhere?: string
  profile?: ResolvedProfile
  /** Approvals that wait, by age. */
  waiting?: ResolvedWaiting
  tiles: ResolvedTile[]
  charts: ResolvedChart[]
  lists: ResolvedDashboardList[]
  /** By field and value. */
  looks: Record<string, Record<string, ResolvedLook>>
}

/** A page where people may arrive after signing in; listed in the order in which they are tried. */
export interface ResolvedLanding { id: string; page: string; roles?: string[]; when?: Expression }
