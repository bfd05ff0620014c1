import type { ChartKind, Tone } from '../core/index.ts'

/** The twelve months as they are called on charts, January first: the one place that says how many there are. */
export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) => new Intl.DateTimeFormat('en-KE', { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, month, 1)))

/** GET dashboards/<id>?year=: everything a dashboard shows, worked out for the person and the year. */
export interface DashboardAnswer {
  id: string
  title: string
  /** The chosen year; the current one when none was. */
  year: number
  /** Years that hold records, newest first, with the current and the chosen one. */
  years: number[]
  profile: ProfileCard | null
  tiles: DashboardTile[]
  charts: DashboardChart[]
}

/** The person, from their own record. */
export interface ProfileCard {
  name: string
  subtitle: string
  isApprover: boolean
  fields: ProfileFact[]
  buttons: ProfileLink[]
}
export interface ProfileFact { id: string; title: string; icon: string | null; value: string; format: 'date' | 'email' | 'text' }
/** `page` is an id of the bootstrap's pages; `key` the record that it opens, where it takes one. */
export interface ProfileLink { id: string; title: string; icon: string | null; page: string; key: string | null; isEnabled: boolean }

/** A figure with its caption; `currency` where it is an amount. `filter` narrows the list that `page` is to what was counted, as the list's address takes it. */
export interface DashboardTile { id: string; title: string; icon: string | null; page: string | null; filter: Record<string, string>; value: number; currency: string | null }

export interface DashboardChart { id: string; title: string; kind: ChartKind; categories: ChartCategory[]; series: ChartSeries[] }
export interface ChartCategory { id: string; label: string; tone: Tone | null }
/** Figures in the order of the chart's categories. `rest` holds those not settled yet, drawn hatched; null where the series makes no such difference. */
export interface ChartSeries { id: string; title: string; as: 'bars' | 'line'; currency: string | null; solid: number[]; rest: number[] | null }

/** POST hrmis/auth/canViewDashboard */
export interface CanViewDashboardAnswer {
  can_view_dashboard: boolean
  /** The screen that it is; null when it is elsewhere, or not for the person. */
  path: string | null
}
/** POST hrmis/auth/accessAnalyticsDashboard: a signed address elsewhere, good for 60 seconds, or the path of a screen of this portal. */
export interface AnalyticsAnswer { url: string }
