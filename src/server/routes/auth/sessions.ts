import type { FastifyPluginCallback } from 'fastify'
import type { Answer, SessionAnswer, SessionUser } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import type { Session } from '../../services.ts'
import { note } from '../../sign-in/audit.ts'
import type { SignInEvent } from '../../sign-in/audit.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { IDLE_MS } from '../../sign-in/establish-session.ts'
import { presentUser } from '../../sign-in/present-user.ts'
import type { Tx } from '../../store/database.ts'
import { listLiveSessions, revokeOtherSessions, revokeSession, revokeSessionById } from '../../store/sessions.ts'
import type { LiveSession } from '../../store/sessions.ts'
import { findUserById } from '../../store/users.ts'
import type { FastifyRequest } from 'fastify'

/** GET hrmis/auth/session, GET hrmis/auth/sessions, POST hrmis/auth/sessions/{id}/revoke, POST hrmis/auth/sessions/revokeOthers, POST hrmis/auth/logout */
export const sessionRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const { database, clock } = services

  async function noted(tx: Tx, request: FastifyRequest, kind: SignInEvent, detail?: string): Promise<void> {
    const { session } = request
    await note(tx, { company: session.company.code, kind, actor: session.actor.id, arrival: arrivalOf(request), at: clock.now(), detail })
  }

  app.get('/hrmis/auth/session', async ({ session }): Promise<Answer<{ user: SessionUser }>> => {
    const user = await findUserById(database.kysely, session.actor.id)
    if (user === undefined) throw new AppError('not-signed-in')
    return { data: { user: presentUser(user, session.company.code, session.settings) }, message: '' }
  })

  app.get('/hrmis/auth/sessions', async ({ session }): Promise<Answer<SessionAnswer[]>> => {
    const now = clock.now()
    const rows = await listLiveSessions(database.kysely, session.actor.id, now, new Date(now.getTime() - IDLE_MS))
    return { data: rows.map((row) => presentSession(row, session)), message: '' }
  })

  app.post<{ Params: { id: string } }>('/hrmis/auth/sessions/:id/revoke', async (request): Promise<Answer<null>> => {
    const { session, params } = request
    await database.transaction(async (tx) => {
      if (!(await revokeSessionById(tx, session.actor.id, params.id, clock.now()))) throw new AppError('not-found')
      await noted(tx, request, 'session-ended')
    })
    return { data: null, message: 'The session has ended.' }
  })

  app.post('/hrmis/auth/sessions/revokeOthers', async (request): Promise<Answer<{ ended: number }>> => {
    const { session } = request
    const ended = await database.transaction(async (tx) => {
      const count = await revokeOtherSessions(tx, session.actor.id, session.tokenHash, clock.now())
      if (count > 0) await noted(tx, request, 'session-ended', `${count} others`)
      return count
    })
    return { data: { ended }, message: ended === 0 ? 'There is no other session.' : 'Your other sessions have ended.' }
  })

  app.post('/hrmis/auth/logout', async (request): Promise<Answer<null>> => {
    await database.transaction(async (tx) => {
      await revokeSession(tx, request.session.tokenHash, clock.now())
      await noted(tx, request, 'signed-out')
    })
    return { data: null, message: 'You have signed out.' }
  })

  done()
}

function presentSession(row: LiveSession, session: Session): SessionAnswer {
  return {
    id: row.id, device: row.device, ip: row.ip, startedAt: row.created_at.toISOString(), seenAt: row.seen_at.toISOString(),
    current: row.token_hash === session.tokenHash, company: row.company,
  }
}
