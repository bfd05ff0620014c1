/** Notifications and live events, for the signed-in user in the session's company. Notifications are removed after 90 days. */
import { listOf } from './envelope.ts'
import { withPropertiesOf, described, anyOf, boolean, instant, integer, list, mapOf, nullable, narrowed, object, optional, text, enumOf, type TypeOf, type Schema } from './schema.ts'

/** What people are notified of: a request waits for them, theirs was decided, one was delegated to them, or a module sends a notice. */
export const NOTIFICATION_KINDS = ['assigned', 'approved', 'rejected', 'returned', 'delegated', 'notice'] as const
const NotificationKind = enumOf(NOTIFICATION_KINDS)
export type NotificationKind = TypeOf<typeof NotificationKind>

const Id = narrowed(integer, { minimum: 1 })

const NotificationItem = object({
  id: Id, kind: NotificationKind, title: text, text,
  path: described(nullable(text), 'Path of the screen that shows it, without origin or company; null if there is nothing to open.'),
  documentType: described(nullable(text), 'Type of the document that it is about; null for a notice.'), documentNo: nullable(text),
  at: instant, readAt: described(nullable(instant), 'Null while it is unread.'),
})
export type NotificationItem = TypeOf<typeof NotificationItem>

/** A page of notifications, with the total number of unread ones. */
export const NotificationsAnswer = withPropertiesOf(listOf(NotificationItem), object({ unread: described(integer, 'At most 1 000.') }))
export type NotificationsAnswer = TypeOf<typeof NotificationsAnswer>

export const MAX_MARKED = 200
/**
 * What to mark as read: the given ids, everything up to the newest one seen (later arrivals stay unread), or all notifications about one
 * document, which the user has open.
 */
export const ReadRequest = anyOf(object({ ids: narrowed(list(Id), { maxItems: MAX_MARKED }) }), object({ upTo: Id }), object({ documentType: text, documentNo: text }))
export type ReadRequest = TypeOf<typeof ReadRequest>
export const ReadAnswer = object({ unread: integer })
export type ReadAnswer = TypeOf<typeof ReadAnswer>

/** Whether the user is notified in the portal and by mail. Both are on until the user turns one off. */
export const NotificationPreference = object({ kind: NotificationKind, title: text, inApp: boolean, mail: boolean })
export type NotificationPreference = TypeOf<typeof NotificationPreference>
/** Kinds that are left out keep their preference. */
export const PreferencesRequest: Schema<Partial<Record<NotificationKind, { inApp?: boolean; mail?: boolean }>>> = narrowed(mapOf(object({ inApp: optional(boolean), mail: optional(boolean) })), { propertyNames: NotificationKind })
export type PreferencesRequest = TypeOf<typeof PreferencesRequest>

/** Counts shown on badges: approvals that wait for the user (as GET approvals/count) and unread notifications. */
export interface LiveCounts { approvals: number; unread: number }

/**
 * Events of GET events/stream, sent as `event: <name>` and `data: <JSON>`. A comment (`: ping`) is sent every 25 seconds.
 *
 * - `sync`: the first event, sent again when events may have been missed (a slow reader, a lost database connection) or when the user's
 *   access changed (roles, a first approval entry). Take the counts, and refetch what is on screen and the bootstrap.
 * - `badge`: the counts, after anything that may have changed them.
 * - `notification`: one was written for the user; fetch its text with GET notifications.
 * - `changed`: a document that the user may read was written or deleted. Also sent for the user's own changes, because other tabs need
 *   them.
 * - `end`: no more events follow. `session`: it was ended, expired, idled or changed company; call GET hrmis/auth/session and expect a 401.
 *   `stopping`: the server is restarting; reconnect after a moment.
 *
 * A fifth stream of one session is refused with 429 `too-many-streams`: a browser has six connections to a server that speaks HTTP/1.1, and
 * other calls need theirs. Poll instead. Neither the stream nor a call with BACKGROUND_HEADER counts as use of the session.
 */
export type LiveEvent =
  | { event: 'sync'; data: LiveCounts & { /** Milliseconds: refetch at a random moment within them, so that notified clients do not all refetch at once. */ within: number } }
  | { event: 'badge'; data: LiveCounts }
  | { event: 'notification'; data: { id: number; kind: NotificationKind } }
  | { event: 'changed'; data: { type: string; key: string } }
  | { event: 'end'; data: { reason: 'session' | 'stopping' } }
