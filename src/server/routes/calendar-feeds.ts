/** Addresses from which calendar programs read a person's lists: making, listing and revoking them, and the calendar itself. */
import type { FastifyPluginCallback } from 'fastify'
import { API_PREFIX, CalendarFeeds, FeedMade, FeedRequest, MAX_FEEDS, object, text } from '../../contract/index.ts'
import type { Answer, CalendarFeed, FeedOffer } from '../../contract/index.ts'
import { t } from '../../core/index.ts'
import { offeredType, readFeed } from '../calendar-feeds/read-feed.ts'
import { commandContext, type CommandContext } from '../commands/context.ts'
import { AppError } from '../errors.ts'
import { data, file } from '../openapi/call.ts'
import { recordSignInEvent } from '../sign-in/audit.ts'
import { arrivalOf } from '../sign-in/device.ts'
import { limit } from '../sign-in/limits.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'
import { addFeed, feedsOf, removeFeed, type StoredFeed } from '../store/users/calendar-feeds.ts'
import { lockKeys } from '../store/transactions/lock-keys.ts'
import { bodyOf } from './documents/request.ts'

const TAG = 'Calendar feeds'

/** The addresses are of the caller; the calendar itself is public, since its address is the secret. */
export const calendarFeedRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const { database, clock } = services

  app.get('/calendar-feeds', {
    schema: { call: { id: 'calendar-feeds', summary: 'The caller’s addresses for calendar programs, and the types that offer one', tag: TAG, answer: data('Without the addresses, which are shown once.', CalendarFeeds) } },
  }, async ({ session }): Promise<Answer<CalendarFeeds>> => {
    const command = commandContext(services, session)
    const feeds = await feedsOf(database.kysely, whoseOf(command))
    return { data: { feeds: feeds.map((feed) => present(command, feed)), offered: offersOf(command) }, message: '' }
  })

  app.post('/calendar-feeds', {
    schema: { call: { id: 'calendar-feed-make', summary: 'Make an address from which a calendar program reads the caller’s rows of a list', tag: TAG, body: FeedRequest, answer: data('The address, shown once.', FeedMade), errors: [404, 409, 422] } },
  }, async (request): Promise<Answer<FeedMade>> => {
    const command = commandContext(services, request.session)
    const { type, isTeam = false, isDetailed = false } = bodyOf(request)
    const offered = typeof type === 'string' ? offeredType(command, type) : undefined
    if (offered === undefined) throw new AppError('invalid-request', { reason: t('"type" must be one that offers feeds.') })
    if (typeof isTeam !== 'boolean' || typeof isDetailed !== 'boolean') throw new AppError('invalid-request', { reason: '"isTeam" and "isDetailed" must be true or false.' })
    const token = newToken()
    const feed = await database.transaction(async (tx) => {
      const whose = whoseOf(command)
      await lockKeys(tx, whose.company, [JSON.stringify(['calendar-feeds', whose.userId])])
      const kept = await feedsOf(tx, whose)
      if (kept.length >= MAX_FEEDS) throw new AppError('too-many-feeds', { max: MAX_FEEDS })
      const stored = { token_hash: hashToken(token), company: whose.company, user_id: whose.userId, type: offered.type.manifest.id, is_team: isTeam, is_detailed: isDetailed, created_at: clock.now() }
      const id = await addFeed(tx, stored)
      await recordSignInEvent(tx, { company: whose.company, kind: 'feed-made', actor: whose.userId, arrival: arrivalOf(request), at: clock.now(), detail: stored.type })
      return { ...stored, id, read_at: null }
    })
    return { data: { feed: present(command, feed), address: `${services.config.publicUrl}${API_PREFIX}/calendar-feeds/${token}.ics` }, message: t('Copy the address now: it is not shown again.') }
  })

  app.delete<{ Params: { id: string } }>('/calendar-feeds/:id', {
    schema: { call: { id: 'calendar-feed-revoke', summary: 'Revoke one of the caller’s addresses for calendar programs', tag: TAG, answer: data('Its id.', object({ id: text })), errors: [404] } },
  }, async (request): Promise<Answer<{ id: string }>> => {
    const { id } = request.params
    const whose = whoseOf(commandContext(services, request.session))
    await database.transaction(async (tx) => {
      if (!/^[0-9a-f-]{36}$/.test(id) || !(await removeFeed(tx, whose, id))) throw new AppError('not-found')
      await recordSignInEvent(tx, { company: whose.company, kind: 'feed-revoked', actor: whose.userId, arrival: arrivalOf(request), at: clock.now(), detail: id })
    })
    return { data: { id }, message: t('The address no longer works.') }
  })

  app.get<{ Params: { token: string } }>('/calendar-feeds/:token.ics', {
    config: { isPublic: true },
    schema: { call: { id: 'calendar-feed', summary: 'The calendar behind an address: what its person may see now', tag: TAG, answer: file('iCalendar (RFC 5545).', 'text/calendar'), errors: [404, 429] } },
  }, async (request, reply) => {
    const { token } = request.params
    await limit(services, { 'feed-address': request.ip, feed: hashToken(token) })
    const { body, etag } = await readFeed(services, token, request.ip)
    void reply.header('cache-control', 'private, max-age=900').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="calendar.ics"').send(body)
  })
  done()
}

function whoseOf({ session }: CommandContext): { userId: string; company: string } {
  return { userId: session.actor.id, company: session.company.code }
}

function offersOf(command: CommandContext): FeedOffer[] {
  return Object.keys(command.engine.catalogue.types).flatMap((id) => {
    const offered = offeredType(command, id)
    return offered === undefined ? [] : [{ type: id, title: offered.type.manifest.title.many, isDetailOffered: offered.feed.detailed !== undefined }]
  })
}

function present({ engine }: CommandContext, { id, type, is_team: isTeam, is_detailed: isDetailed, created_at: createdAt, read_at: readAt }: StoredFeed): CalendarFeed {
  return { id, type, title: engine.has(type) ? engine.type(type).manifest.title.many : type, isTeam, isDetailed, createdAt: createdAt.toISOString(), readAt: readAt?.toISOString() ?? null }
}
