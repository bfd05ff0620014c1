/** Dashboards as the modules together declare them. */
import type { Expression, Text } from './written.ts'

/** Records that are counted, or whose amount is added up. */
export interface ResolvedSource {
  type: string
  where?: Expression
  /** Only records in these states; all when absent. */
  states?: string[]
  /** The field that puts a record into a year. */
  date?: string
  /** The amount to add up; absent: the records are counted. */
  sum?: string
}

export interface ResolvedTile extends ResolvedSource { id: string; title: Text; icon?: string; page?: string; when?: Expression }

export interface ResolvedSeries extends ResolvedSource {
  id: string
  title: Text
  date: string
  /** A slice or bar for every value of this field. */
  by?: string
  /** Taken from the first series, value by value. */
  less: boolean
  /** States that are settled; absent: all are. */
  solid?: string[]
  as: 'bars' | 'line'
}

export type ChartKind = 'pie' | 'doughnut' | 'bars' | 'months'
export interface ResolvedChart { id: string; title: Text; kind: ChartKind; series: ResolvedSeries[] }

export interface ResolvedProfileButton { id: string; title: Text; icon?: string; page: string; needs?: string; when?: Expression }
export interface ResolvedProfile { subtitle?: string; fields: { name: string; title?: string; icon?: string }[]; buttons: ResolvedProfileButton[] }

export interface ResolvedDashboard {
  id: string
  title: Text
  icon?: string
  /** Only for these roles; absent: for everybody. */
  roles?: string[]
  when?: Expression
  /** Setting with the address of a dashboard elsewhere. */
  elsewhere?: string
  profile?: ResolvedProfile
  tiles: ResolvedTile[]
  charts: ResolvedChart[]
}

/** Where people may arrive after sign-in; in the order in which they are asked. */
export interface ResolvedLanding { id: string; page: string; roles?: string[]; when?: Expression }
