import type { FastifyPluginCallback } from 'fastify'
import { t, texts } from '../../core/index.ts'
import { described, list, MAX_MARKED, NOTIFICATION_KINDS, NotificationPreference, NotificationsAnswer, object, optional, PreferencesRequest, ReadAnswer, ReadRequest, enumOf } from '../../contract/index.ts'
import type { Answer, NotificationItem, NotificationKind, TypeOf } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { data, json } from '../openapi/call.ts'
import type { Session } from '../services.ts'
import type { Db } from '../store/connection/database.ts'
import { countNotifications, countUnread, listMutes, listNotifications, markRead, setMute, type Inbox, type Notification } from '../store/delivery/notifications.ts'
import { MAX_COUNTED } from '../store/sql/max-counted.ts'
import { bodyOf } from './documents/request.ts'
import { numberedPage } from './numbered-page.ts'
import { pagedBy } from './paged-by.ts'
import { runOnce } from './run-once.ts'

/** The captions of the kinds where people choose what they are notified of. */
const KIND_TITLES: Record<NotificationKind, string> = texts({
  assigned: 'A request waits for my approval',
  delegated: 'A request was delegated to me',
  approved: 'My request was approved',
  rejected: 'My request was rejected',
  returned: 'My request was returned to me',
  notice: 'Other notices',
})

const MAX_NAME_LENGTH = 250
const CHANNELS = { inApp: 'in-app', mail: 'mail' } as const
const QUERY = object({
  ...pagedBy({ max: 100, otherwise: 20 }), unread: optional(described(enumOf(['0', '1']), '1 for unread ones only.')),
})
const TAG = 'Notifications'
const PREFERENCES = data('One for each kind.', list(NotificationPreference))

/** The current user's notifications and notification preferences. */
export const notificationRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { database, clock } = app.services
  const db = database.kysely

  app.get<{ Querystring: TypeOf<typeof QUERY> }>('/notifications', {
    schema: { querystring: QUERY, call: { id: 'notifications', summary: 'The caller’s notifications in this company from the last 90 days, newest first', tag: TAG, answer: json('A page, with how many are unread in all.', NotificationsAnswer) } },
  }, async ({ session, query }): Promise<NotificationsAnswer> => {
    const inbox = inboxOf(session)
    const unread = query.unread === '1'
    const { rows, page } = await numberedPage({ list: `notifications ${unread ? 'unread' : 'all'}`, limit: query.limit, cursor: query.cursor }, {
      rows: (before, limit) => listNotifications(db, inbox, { unread, before, limit }), count: () => countNotifications(db, inbox, { unread, max: MAX_COUNTED }),
    })
    return { data: rows.map(present), message: '', page, unread: await countUnread(db, inbox) }
  })

  app.post('/notifications/read', {
    schema: { call: { id: 'notifications-read', summary: 'Mark some of the caller’s notifications as read, all up to one, or all of a document', tag: TAG, isOnce: true, body: ReadRequest, answer: data('How many are unread now.', ReadAnswer) } },
  }, async (request, reply) => {
    const inbox = inboxOf(request.session)
    const which = whichOf(bodyOf(request))
    return runOnce(request, reply, async (tx) => {
      await markRead(tx, inbox, which, clock.now())
      const answer: Answer<ReadAnswer> = { data: { unread: await countUnread(tx, inbox) }, message: '' }
      return { status: 200, body: answer }
    })
  })

  app.get('/notifications/preferences', {
    schema: { call: { id: 'notification-preferences', summary: 'The caller’s notification preferences in this company', tag: TAG, answer: PREFERENCES } },
  }, async ({ session }): Promise<Answer<NotificationPreference[]>> => ({ data: await preferencesOf(db, inboxOf(session)), message: '' }))

  app.post('/notifications/preferences', {
    schema: { call: { id: 'notification-preferences-set', summary: 'Turn kinds of this company’s notifications on and off, in the portal and by mail; kinds not named stay as they are', tag: TAG, isOnce: true, body: PreferencesRequest, answer: PREFERENCES } },
  }, async (request, reply) => {
    const wanted = wishesOf(bodyOf(request))
    const inbox = inboxOf(request.session)
    return runOnce(request, reply, async (tx) => {
      for (const { kind, channel, isOn } of wanted) await setMute(tx, { ...inbox, kind, channel }, !isOn)
      const answer: Answer<NotificationPreference[]> = { data: await preferencesOf(tx, inbox), message: t('Your choice is saved.') }
      return { status: 200, body: answer }
    })
  })

  done()
}

function inboxOf({ actor, company }: Session): Inbox {
  return { company: company.code, userId: actor.id }
}

function present({ id, kind, title, text, path, type, document_key, at, read_at }: Notification): NotificationItem {
  return { id, kind: kind as NotificationKind, title, text, path, documentType: type, documentNo: document_key, at: at.toISOString(), readAt: read_at?.toISOString() ?? null }
}

async function preferencesOf(db: Db, inbox: Inbox): Promise<NotificationPreference[]> {
  const muted = new Set((await listMutes(db, inbox)).map(({ kind, channel }) => `${kind} ${channel}`))
  return NOTIFICATION_KINDS.map((kind) => ({ kind, title: t<string>(KIND_TITLES[kind]), inApp: !muted.has(`${kind} in-app`), mail: !muted.has(`${kind} mail`) }))
}

function whichOf({ ids, upTo, documentType, documentNo }: Record<string, unknown>): ReadRequest {
  const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
  const isName = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= MAX_NAME_LENGTH
  const [given, ...others] = [ids, upTo, documentType ?? documentNo].filter((one) => one !== undefined)
  if (given !== undefined && others.length === 0) {
    if (isId(upTo)) return { upTo }
    if (Array.isArray(ids) && ids.length <= MAX_MARKED && ids.every(isId)) return { ids }
    if (isName(documentType) && isName(documentNo)) return { documentType, documentNo }
  }
  throw new AppError('invalid-request', { reason: `"ids" must be a list of at most ${MAX_MARKED} numbers of notifications, or "upTo" one, or "documentType" and "documentNo" name a document.` })
}

interface Wish { kind: NotificationKind; channel: 'in-app' | 'mail'; isOn: boolean }

/** One entry for each kind and channel in the body. @throws AppError invalid-request for an unknown kind or channel */
function wishesOf(body: Record<string, unknown>): Wish[] {
  return Object.entries(body).flatMap(([name, channels]) => {
    const kind = NOTIFICATION_KINDS.find((one) => one === name)
    if (kind === undefined) throw new AppError('invalid-request', { reason: `there is no kind "${name.slice(0, 60)}" of notification.` })
    if (typeof channels !== 'object' || channels === null || Array.isArray(channels)) throw new AppError('invalid-request', { reason: `"${name}" must set "inApp" or "mail".` })
    return Object.entries(channels).map(([channel, isOn]): Wish => {
      if (!Object.hasOwn(CHANNELS, channel) || typeof isOn !== 'boolean') throw new AppError('invalid-request', { reason: `"${name}" must set "inApp" or "mail" to true or false.` })
      return { kind, channel: CHANNELS[channel as keyof typeof CHANNELS], isOn }
    })
  })
}
