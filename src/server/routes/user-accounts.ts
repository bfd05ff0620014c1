import type { FastifyPluginCallback } from 'fastify'
import { t } from '../../core/index.ts'
import { AccountEvent, described, integer, list, object, optional, SessionAnswer, text } from '../../contract/index.ts'
import type { Answer, ListAnswer, TypeOf } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { data, rows as rowsOf } from '../openapi/call.ts'
import { presentSession } from '../presenters/session.ts'
import { countAccountEvents, listAccountEvents } from '../store/users/account-history.ts'
import { endSessions, liveSessionsOf } from '../users/account-sessions.ts'
import { presentHistory } from '../users/present-history.ts'
import { accountReach, findWithin, accountsWithHiddenOrigin, maySeeOrigins } from '../users/reach.ts'
import { bodyOf } from './documents/request.ts'
import { numberedPage } from './numbered-page.ts'
import { pagedBy } from './paged-by.ts'
import { changesRights, requireRight } from './require-right.ts'
import { runOnce } from './run-once.ts'

const TAG = 'Administration'
const QUERY = object(pagedBy())

interface One { Params: { id: string } }
interface Paged extends One { Querystring: TypeOf<typeof QUERY> }

/** The sessions and the history of a user's account. */
export const userAccountRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const db = services.database.kysely

  app.get<One>('/admin/users/:id/sessions', {
    schema: { call: { id: 'user-sessions', summary: 'A user’s sessions', tag: TAG, answer: data('The sessions, most recently used first.', list(SessionAnswer)), errors: [403, 404] } },
  }, async ({ session, params }): Promise<Answer<SessionAnswer[]>> => {
    requireRight(session, 'accounts')
    const reach = await accountReach(services, session)
    const user = await findWithin(db, reach, params.id)
    if (!maySeeOrigins(reach, user)) throw new AppError('forbidden')
    const rows = await liveSessionsOf(services, db, reach, user.id)
    return { data: rows.map((row) => presentSession(row, session)), message: '' }
  })

  app.post<One>('/admin/users/:id/endSessions', {
    config: changesRights('accounts'),
    schema: {
      call: {
        id: 'end-sessions', summary: 'End one session of a user, or all except the caller’s own', tag: TAG, isOnce: true, body: object({ session: optional(described(text, 'Id of the session.')) }),
        answer: data('How many ended.', object({ ended: integer })), errors: [404],
      },
    },
  }, async (request, reply) => {
    const { session, params } = request
    const { session: which } = bodyOf(request)
    if (which !== undefined && typeof which !== 'string') {
      throw new AppError('invalid-request', { reason: '"session" must be the id of a session.' })
    }
    return runOnce(request, reply, async (tx) => {
      const ended = await endSessions(services, tx, session, { id: params.id, reach: await accountReach(services, session, tx), which })
      const answer: Answer<{ ended: number }> = { data: { ended }, message: sentenceOf(ended, which !== undefined) }
      return { status: 200, body: answer }
    })
  })

  app.get<Paged>('/admin/users/:id/history', {
    schema: { querystring: QUERY, call: { id: 'user-history', summary: 'History of an account, and of what its user did with it; newest first', tag: TAG, answer: rowsOf('A page of events.', AccountEvent), errors: [403, 404] } },
  }, async ({ session, params, query }): Promise<ListAnswer<AccountEvent>> => {
    requireRight(session, 'accounts')
    const reach = await accountReach(services, session)
    const { companies } = reach
    const { id: userId } = await findWithin(db, reach, params.id)
    const hidden = await accountsWithHiddenOrigin(db, reach)
    const { rows, page } = await numberedPage({ list: `history of ${userId}`, limit: query.limit, cursor: query.cursor }, {
      rows: (before, limit) => listAccountEvents(db, { userId, companies }, { before, limit, hidden }),
      count: () => countAccountEvents(db, { userId, companies }),
    })
    return { data: rows.map((row) => presentHistory(companies, row)), message: '', page }
  })

  done()
}

function sentenceOf(ended: number, isOne: boolean): string {
  if (isOne) return t('The session has ended.')
  if (ended === 0) return t('There is no session to end.')
  return t({ one: 'One session has ended.', other: '{count} sessions have ended.' }, { count: ended })
}
