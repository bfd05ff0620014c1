/**
 * Notifications and what is told live. All calls need a token and concern the signed-in person in the company of the session.
 *
 *   GET  notifications               ?cursor=&limit=&unread=1  -> NotificationsAnswer, newest first
 *   POST notifications/read          ReadRequest               -> { unread }
 *   GET  notifications/preferences                             -> NotificationPreference[], one for each kind
 *   POST notifications/preferences   PreferencesRequest        -> NotificationPreference[]
 *   GET  events/stream               text/event-stream         -> LiveEvents while the session lives
 *
 * Notifications are removed after 90 days.
 */
import type { ListAnswer } from './envelope.ts'

/** What people are told of: a request waits for them, theirs was decided, one was handed to them, a module has something to say. */
export const NOTIFICATION_KINDS = ['assigned', 'approved', 'rejected', 'returned', 'delegated', 'notice'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

export interface NotificationItem {
  id: number
  kind: NotificationKind
  title: string
  text: string
  /** Path of the portal's screen (no origin, no company parameter); null when there is nothing to open. */
  path: string | null
  /** The document that it is about; null for a notice. */
  documentType: string | null
  documentNo: string | null
  /** ISO instants. `readAt` is null while it is unread. */
  at: string
  readAt: string | null
}

/** A page, with how many are unread in all (capped at 1,000). */
export interface NotificationsAnswer extends ListAnswer<NotificationItem> { unread: number }

/**
 * Some by their ids (at most 200), everything up to the newest that was seen (what arrives meanwhile stays unread), or all that tell of
 * one document, which the person has in front of them.
 */
export type ReadRequest = { ids: number[] } | { upTo: number } | { documentType: string; documentNo: string }
export interface ReadAnswer { unread: number }

/** Whether the person is told in the portal and by mail. Both are on until they turn one off. */
export interface NotificationPreference { kind: NotificationKind; title: string; inApp: boolean; mail: boolean }
/** Kinds that are not named stay as they are. */
export type PreferencesRequest = Partial<Record<NotificationKind, { inApp?: boolean; mail?: boolean }>>

/** What a badge shows: approvals that wait for the person (as GET approvals/count), and unread notifications. */
export interface LiveCounts { approvals: number; unread: number }

/**
 * What comes down GET events/stream, as `event: <name>` and `data: <JSON>`; a comment (`: ping`) comes every 25 seconds.
 *
 * - `sync`: the first event, and again where something may have been missed (a slow reader, a lost database connection) or the
 *   person may do other things than before (roles, a first approval entry): take the counts and fetch again what is on screen,
 *   the bootstrap too.
 * - `badge`: the counts changed.
 * - `notification`: one was written for the person; its words come from GET notifications.
 * - `changed`: a document that the person may read was written (or is gone). Also told of one's own changes: other tabs want to know.
 * - `end`: nothing more comes. `session`: it was ended, expired, idled or changed company; ask GET hrmis/auth/session and expect
 *   a 401. `stopping`: the server restarts; connect again after a moment.
 *
 * The call is refused with 429 `too-many-streams` for a fifth stream of one session: a browser has six connections to a server
 * that speaks HTTP/1.1, and other calls need theirs. Poll then. Neither the stream nor a call with BACKGROUND_HEADER counts as use
 * of the session.
 */
export type LiveEvent =
  | { event: 'sync'; data: LiveCounts & { /** Milliseconds: whoever looks anew does so at some moment within them, so that all who are told do not at the same. */ within: number } }
  | { event: 'badge'; data: LiveCounts }
  | { event: 'notification'; data: { id: number; kind: NotificationKind } }
  | { event: 'changed'; data: { type: string; key: string } }
  | { event: 'end'; data: { reason: 'session' | 'stopping' } }

/** Sent as `1` with calls that nobody asked for (polling, fetching again after a live event): they do not keep the session from idling. */
export const BACKGROUND_HEADER = 'x-background'

/** Query parameter of links in mails: the company that the screen belongs to. A portal in another company offers to change before it opens the screen. */
export const COMPANY_PARAMETER = 'company'
