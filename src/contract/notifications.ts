/** Notifications and what is told live: of the signed-in person in the company of the session. Notifications are removed after 90 days. */
import { listOf } from './envelope.ts'
import { besides, described, either, flag, instant, integer, list, mapOf, maybe, narrowed, object, optional, text, wordOf, type Of, type Schema } from './schema.ts'

/** What people are told of: a request waits for them, theirs was decided, one was handed to them, a module has something to say. */
export const NOTIFICATION_KINDS = ['assigned', 'approved', 'rejected', 'returned', 'delegated', 'notice'] as const
const NotificationKind = wordOf(NOTIFICATION_KINDS)
export type NotificationKind = Of<typeof NotificationKind>

const Id = narrowed(integer, { minimum: 1 })

const NotificationItem = object({
  id: Id, kind: NotificationKind, title: text, text,
  path: described(maybe(text), 'Path of the screen that shows it, without origin or company; null when there is nothing to open.'),
  documentType: described(maybe(text), 'Of the document that it is about; null for a notice.'), documentNo: maybe(text),
  at: instant, readAt: described(maybe(instant), 'Null while it is unread.'),
})
export type NotificationItem = Of<typeof NotificationItem>

/** A page, with how many are unread in all. */
export const NotificationsAnswer = besides(listOf(NotificationItem), object({ unread: described(integer, 'At most 1 000.') }))
export type NotificationsAnswer = Of<typeof NotificationsAnswer>

export const MAX_MARKED = 200
/** Some, everything up to the newest that was seen (what arrives meanwhile stays unread), or all that tell of one document, which the person has in front of them. */
export const ReadRequest = either(object({ ids: narrowed(list(Id), { maxItems: MAX_MARKED }) }), object({ upTo: Id }), object({ documentType: text, documentNo: text }))
export type ReadRequest = Of<typeof ReadRequest>
export const ReadAnswer = object({ unread: integer })
export type ReadAnswer = Of<typeof ReadAnswer>

/** Whether the person is told in the portal and by mail. Both are on until they turn one off. */
export const NotificationPreference = object({ kind: NotificationKind, title: text, inApp: flag, mail: flag })
export type NotificationPreference = Of<typeof NotificationPreference>
/** Kinds that are not named stay as they are. */
export const PreferencesRequest: Schema<Partial<Record<NotificationKind, { inApp?: boolean; mail?: boolean }>>> = narrowed(mapOf(object({ inApp: optional(flag), mail: optional(flag) })), { propertyNames: NotificationKind })
export type PreferencesRequest = Of<typeof PreferencesRequest>

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
