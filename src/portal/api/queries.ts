/** The portal's queries, each with its cache key; pages and mutations share them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type {
  Answer, ApprovalEntry, Attachment, BootstrapAnswer, CanViewDashboardAnswer, ClientManifest, CompanyAnswer, DashboardAnswer, FiguresAnswer, ListAnswer, ListQuery, ListsAnswer, LookupsAnswer, OutboxRow, SessionUser, SettingsAnswer, WireRecord,
} from '../../contract/index.ts'
import { FIRST_CALL } from '../../contract/index.ts'
import { mapTexts, t, textLanguage, type JsonObject } from '../../core/index.ts'
import { setCompanyClock } from '../ui/company-clock.ts'
import { call } from './client.ts'
import { documentPath, endpointCall } from './endpoints.ts'
import { isLive } from './live-state.ts'
import { currentSession } from './session.ts'
import { takeStarted } from './started-call.ts'
import { trackWork } from '../ui/work.ts'

/** For data that no live event keeps current: refetched each time a screen opens. */
export const ALWAYS_STALE = { staleTime: 0 } as const
const NEVER_STALE = { staleTime: Infinity, gcTime: Infinity } as const

async function data<T>(path: string, signal: AbortSignal, query?: ListQuery): Promise<T> {
  return (await call<Answer<T>>({ method: 'GET', path, signal, ...(query ? { query } : {}) })).data
}

/** What manifests say, in the reader's language. */
function inTheirLanguage<T>(value: T): T {
  return textLanguage() === 'en' ? value : mapTexts(value, (text) => t(text))
}

/** Pages, menu, types and settings: what the shell needs before its first screen. */
export const bootstrapQuery = () =>
  queryOptions({
    queryKey: ['bootstrap'],
    queryFn: async ({ signal }) => {
      const started = await trackWork('call', () => takeStarted(currentSession(), FIRST_CALL)) as Answer<BootstrapAnswer> | null
      const bootstrap = inTheirLanguage(started?.data ?? await data<BootstrapAnswer>(FIRST_CALL, signal))
      // Set before anything that depends on it is rendered.
      setCompanyClock(bootstrap.company.timeZone)
      return bootstrap
    },
    staleTime: 5 * 60_000,
  })

/** The session's company, with its logo. */
export const companyQuery = () =>
  queryOptions({ queryKey: ['company'], queryFn: ({ signal }) => data<CompanyAnswer>('company', signal), staleTime: 5 * 60_000 })

/** The current user as the server has them now. */
export const sessionQuery = () =>
  queryOptions({ queryKey: ['session'], queryFn: async ({ signal }) => (await data<{ user: SessionUser }>('hrmis/auth/session', signal)).user })

/** A manifest by its content hash; it never changes. */
export const manifestQuery = (hash: string) =>
  queryOptions({
    queryKey: ['manifest', hash],
    queryFn: async ({ signal }) => {
      const path = `portal/manifests/${hash}.json`
      const answer = (await trackWork('call', () => takeStarted(currentSession(), path)) ?? await call({ method: 'GET', path, signal })) as ClientManifest | Answer<ClientManifest>
      return inTheirLanguage('data' in answer ? answer.data : answer)
    },
    ...NEVER_STALE,
  })

/** The prefix of every cache key for a type; invalidate it after a write. */
export const typeKey = (type: string) => ['records', type] as const

/** One page of a list; the previous page stays on screen while the next one is fetched. */
export const recordsQuery = (manifest: ClientManifest, query: ListQuery) =>
  queryOptions({
    queryKey: [...typeKey(manifest.id), 'list', query] as const,
    queryFn: ({ signal }) => call<ListAnswer>({ ...endpointCall(manifest, 'list', { query }), signal }),
    placeholderData: keepPreviousData,
  })

/** Records of a referenced type for a select. Searched on the server; blocked records are refused by the field's rule, not here. */
export const optionsQuery = (type: string, query: ListQuery) =>
  queryOptions({
    queryKey: [...typeKey(type), 'options', query] as const,
    queryFn: ({ signal }) => call<ListAnswer>({ method: 'GET', path: documentPath(type), query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** One record with its lines, attachments, approval entries and available actions. */
export const recordQuery = (manifest: ClientManifest, key: string) =>
  queryOptions({
    queryKey: [...typeKey(manifest.id), 'record', key] as const,
    queryFn: async ({ signal }) => {
      const request = endpointCall(manifest, 'get', { key })
      const started = await trackWork('call', () => takeStarted(currentSession(), request.path, request.query)) as Answer<WireRecord | [WireRecord]> | null
      const { data } = started ?? await call<Answer<WireRecord | [WireRecord]>>({ ...request, signal })
      return Array.isArray(data) ? data[0] : data
    },
  })

/** A referenced record by type and key alone, through the generic address. */
export const referredQuery = (type: string, key: string) =>
  queryOptions({ queryKey: [...typeKey(type), 'referred', key] as const, queryFn: ({ signal }) => data<WireRecord>(documentPath(type, key), signal), staleTime: 60_000 })

/** Rows of the masters that a type's rules look up, by list name. */
export const listsQuery = (type: string) =>
  queryOptions({ queryKey: ['lists', type], queryFn: ({ signal }) => data<ListsAnswer>(`portal/lists/${type}`, signal), staleTime: 60_000 })

/** The current user's own figures that a type's rules read; refetched after a change to the type in this window. */
export const lookupsQuery = (type: string) =>
  queryOptions({ queryKey: [...typeKey(type), 'list', 'lookups'] as const, queryFn: ({ signal }) => data<LookupsAnswer>(`portal/lookups/${type}`, signal), staleTime: 60_000 })

/** The totals of the current user's own records, by the names of the list's figures. */
export const figuresQuery = (manifest: ClientManifest) =>
  queryOptions({
    queryKey: [...typeKey(manifest.id), 'list', 'figures'] as const,
    queryFn: async ({ signal }) => (await call<Answer<FiguresAnswer>>({ ...endpointCall(manifest, 'figures'), signal })).data,
  })

/** The history of a record. */
export const eventsQuery = (type: string, key: string) =>
  queryOptions({ queryKey: [...typeKey(type), 'events', key] as const, queryFn: ({ signal }) => data<JsonObject[]>(`${documentPath(type, key)}/events`, signal) })

export type ApprovalScope = 'mine' | 'sent' | 'delegated' | 'history'
export type ApprovalOrder = 'due' | 'amount' | 'sent' | 'type'
export interface ApprovalFilter { scope?: ApprovalScope; status?: ApprovalEntry['status']; documentNo?: string; documentType?: string; search?: string; /** Sent at least this many days ago. */ age?: string; /** `1`: only overdue entries. */ late?: string; /** The order within what is overdue, due today and due later; without it, the newest come first. */ order?: ApprovalOrder; limit?: number }

/** The prefix of every cache key for approvals. */
export const approvalsKey = ['approvals'] as const

/** Entries by scope, status and document. */
export const approvalEntriesQuery = (filter: ApprovalFilter) =>
  queryOptions({
    queryKey: [...approvalsKey, 'entries', filter] as const,
    queryFn: ({ signal }) => data<ApprovalEntry[]>('approvals/approvalEntries', signal, { ...filter }),
  })

/** The first entries that wait for the user, as the menus of the top bar show them. */
export const FIRST_WAITING: ApprovalFilter = { scope: 'mine', status: 'Open', order: 'due', limit: 20 }

/**
 * The polling interval of counts, in milliseconds: 30 seconds. While counts are pushed live it is 5 minutes, which then only signals the
 * user's presence.
 */
export const countsIntervalMs = (): number => (isLive() ? 5 * 60_000 : 30_000)

/** The number of entries that wait for the current user; polled, and refetched when the window regains focus. */
export const approvalCountQuery = () =>
  queryOptions({
    queryKey: [...approvalsKey, 'count'] as const,
    queryFn: async ({ signal }) => (await data<{ open: number }>('approvals/count', signal)).open,
    refetchInterval: countsIntervalMs,
    refetchOnWindowFocus: true,
  })

export type { Attachment as AttachmentRow } from '../../contract/index.ts'

/** Attachments of a document that the user has to decide on. */
export const documentAttachmentsQuery = (no: string) =>
  queryOptions({ queryKey: [...approvalsKey, 'attachments', no] as const, queryFn: ({ signal }) => data<Attachment[]>('approvals/documentAttachments', signal, { no, contents: '0' }) })

/** A dashboard for a year, by default the current one; the previous year stays on screen while the next one is fetched. */
export const dashboardQuery = (id: string, year: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', id, year ?? ''] as const,
    queryFn: ({ signal }) => data<DashboardAnswer>(`dashboards/${encodeURIComponent(id)}`, signal, { year }),
    // Another year of the same dashboard; not another dashboard under this one's title.
    placeholderData: (previous: DashboardAnswer | undefined, query) => (query?.queryKey[1] === id ? previous : undefined),
  })

/** Whether the current user may open the analytics dashboard. */
export const canViewAnalyticsQuery = () =>
  queryOptions({
    queryKey: ['may-analyse'],
    queryFn: ({ signal }) => call<CanViewDashboardAnswer>({ method: 'POST', path: 'hrmis/auth/canViewDashboard', body: {}, signal }),
    staleTime: 5 * 60_000,
  })

/** Site settings by group, with the whole menu, the pictures and the revision of each group (settings administrators only). */
export const settingsQuery = () => queryOptions({ queryKey: ['admin', 'settings'], queryFn: ({ signal }) => call<SettingsAnswer>({ method: 'GET', path: 'admin/settings', signal }) })

/** Messages kept instead of mailed, newest first (administrators only). */
export const outboxQuery = () => queryOptions({ ...ALWAYS_STALE, queryKey: ['admin', 'outbox'], queryFn: ({ signal }) => data<OutboxRow[]>('admin/outbox', signal) })
