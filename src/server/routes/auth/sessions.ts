import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import { t } from '../../../core/index.ts'
import { integer, list, LogoutAnswer, nullValue, object, SessionAnswer, SessionUser } from '../../../contract/index.ts'
import type { Answer } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import { data } from '../../openapi/call.ts'
import { presentSession } from '../../presenters/session.ts'
import { recordSignInEvent } from '../../sign-in/audit.ts'
import type { SignInEvent } from '../../sign-in/audit.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { activityCutoff } from '../../sign-in/establish-session.ts'
import { endAtProvider } from '../../sign-in/oidc/end.ts'
import { presentUser } from '../../sign-in/present-user.ts'
import { clearCookie } from '../../sign-in/session-cookie.ts'
import type { Tx } from '../../store/connection/database.ts'
import { signInOfSession } from '../../store/sign-in/provider-sign-ins.ts'
import { revokeOtherSessions, revokeSession, revokeSessionById } from '../../store/sign-in/sessions.ts'
import { findUserById } from '../../store/users/users.ts'
import { liveSessionsOf } from '../../users/account-sessions.ts'
import { SIGN_IN } from './password.ts'

/** The caller's own sessions, on this and other devices. */
export const sessionRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const { database, clock } = services

  async function noted(tx: Tx, request: FastifyRequest, kind: SignInEvent, detail?: string): Promise<void> {
    const { session } = request
    await recordSignInEvent(tx, { company: session.company.code, kind, actor: session.actor.id, arrival: arrivalOf(request), at: clock.now(), detail })
  }

  const isEarly = { config: { isBeforeAuthenticator: true } }
  const ends = { config: { costs: 'session' } } as const
  app.get('/hrmis/auth/session', {
    ...isEarly,
    schema: { call: { id: 'session', summary: 'Who is signed in', tag: SIGN_IN, answer: data('The user.', object({ user: SessionUser })) } },
  }, async ({ session }): Promise<Answer<{ user: SessionUser }>> => {
    const user = await findUserById(database.kysely, session.actor.id)
    if (user === undefined) throw new AppError('not-signed-in')
    return { data: { user: presentUser(user, session.company.code, session.settings, session.needsAuthenticator) }, message: '' }
  })

  app.get('/hrmis/auth/sessions', {
    schema: { call: { id: 'sessions', summary: 'The caller’s live sessions in the companies that this one reaches, most recently used first', tag: SIGN_IN, answer: data('The sessions.', list(SessionAnswer)) } },
  }, async ({ session }): Promise<Answer<SessionAnswer[]>> => {
    const rows = await liveSessionsOf(services, database.kysely, session, session.actor.id)
    return { data: rows.map((row) => presentSession(row, session)), message: '' }
  })

  app.post<{ Params: { id: string } }>('/hrmis/auth/sessions/:id/revoke', {
    ...ends,
    schema: { call: { id: 'revoke-session', summary: 'End one of the caller’s sessions', tag: SIGN_IN, answer: data('Done.', nullValue), errors: [404] } },
  }, async (request): Promise<Answer<null>> => {
    const { session, params } = request
    await database.transaction(async (tx) => {
      if ((await revokeSessionById(tx, { userId: session.actor.id, companies: session.companies, id: params.id }, activityCutoff(clock.now()))) === undefined) throw new AppError('not-found')
      await noted(tx, request, 'session-ended')
    })
    return { data: null, message: t('The session has ended.') }
  })

  app.post('/hrmis/auth/sessions/revokeOthers', {
    ...ends,
    schema: { call: { id: 'revoke-other-sessions', summary: 'End the caller’s sessions but this one, in the companies that it reaches', tag: SIGN_IN, answer: data('How many ended.', object({ ended: integer })) } },
  }, async (request): Promise<Answer<{ ended: number }>> => {
    const { session } = request
    const ended = await database.transaction(async (tx) => {
      const count = await revokeOtherSessions(tx, session.actor.id, session.tokenHash, activityCutoff(clock.now()), session.companies)
      if (count > 0) await noted(tx, request, 'session-ended', `${count} others`)
      return count
    })
    return { data: { ended }, message: ended === 0 ? t('There is no other session.') : t('Your other sessions have ended.') }
  })

  app.post('/hrmis/auth/logout', {
    config: { ...isEarly.config, ...ends.config },
    schema: { call: { id: 'logout', summary: 'End the session', tag: SIGN_IN, answer: data('Done; the URL to sign out at the identity provider as well, or null.', LogoutAnswer) } },
  }, async (request, reply): Promise<Answer<LogoutAnswer>> => {
    const there = await signInOfSession(database.kysely, request.session.tokenHash)
    await database.transaction(async (tx) => {
      await revokeSession(tx, request.session.tokenHash, clock.now())
      await noted(tx, request, 'signed-out')
    })
    clearCookie(request, reply, services.config)
    // The local session has ended, whatever the provider does.
    const address = there === undefined ? undefined : await endAtProvider(services, there)
    return { data: address === undefined ? null : { address }, message: t('You have signed out.') }
  })

  done()
}
