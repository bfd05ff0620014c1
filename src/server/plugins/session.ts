/**
 * Sets request.session from the bearer token or the cookie on every route that is not declared public: new routes require a session by
 * default.
 */
import plugin from 'fastify-plugin'
import type { FastifyRequest } from 'fastify'
import { API_PREFIX, BACKGROUND_HEADER, COMPANY_HEADER } from '../../contract/index.ts'
import type { Right } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import { requireRight } from '../routes/require-right.ts'
import type { Services, Session } from '../services.ts'
import { recordSignInEvent } from '../sign-in/audit.ts'
import { requireProofForAuthenticators } from '../sign-in/authenticators/require-proof.ts'
import { arrivalOf } from '../sign-in/device.ts'
import { establishSession } from '../sign-in/establish-session.ts'
import { requireStepUpForAllCompanies } from '../sign-in/rights-in-reach.ts'
import { requireStepUp, type StepUpFor } from '../sign-in/step-up.ts'
import { sessionHashOf } from '../sign-in/session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requires no session. */
    isPublic?: boolean
    /** Also serves requests without a session, for which `request.session` is undefined; a token that is sent must be valid. */
    isSessionOptional?: boolean
    /** Does not count as use of the session, so it does not postpone the idle timeout. */
    isBackground?: boolean
    /** Allowed for users who must first set up an authenticator. */
    isBeforeAuthenticator?: boolean
    /** Requires the user to confirm their identity again, if the company is configured so. */
    stepUp?: StepUpFor
    /** Requires this administrative right, which is checked before asking for a confirmation of identity. */
    right?: Right
  }
}

export const sessionPlugin = plugin(
  (app, _options, done) => {
    app.decorateRequest('session')
    app.addHook('onRequest', async (request) => {
      // By the matched route, never by the URL: /%61pi and http://host/api lead to the same one.
      const { isPublic, isSessionOptional, isBackground, isBeforeAuthenticator, stepUp, right } = request.routeOptions.config
      if (isPublic === true || request.is404) return
      const tokenHash = sessionHashOf(request, app.services.config)
      if (isSessionOptional === true && tokenHash === undefined) return
      request.session = await establishSession(app.services, tokenHash, request.ip, isBackground === true || request.headers[BACKGROUND_HEADER] === '1')
      const claimedCompany = request.headers[COMPANY_HEADER]
      if (claimedCompany !== undefined && claimedCompany !== request.session.company.code) throw new AppError('wrong-company')
      if (request.session.needsAuthenticator && isBeforeAuthenticator !== true) throw new AppError('authenticator-needed')
      if (right !== undefined) requireRight(request.session, right)
      if (stepUp === 'rights') await requireStepUpForAllCompanies(app.services, request.session)
      else if (stepUp === 'authenticators') await requireProofForAuthenticators(app.services, request.session)
      else if (stepUp !== undefined) requireStepUp(request.session, stepUp, app.services.clock.now())
    })
    app.addHook('onError', async (request, _reply, error) => {
      if (error instanceof AppError && error.code === 'step-up-needed') await noteAsked(app.services, request)
    })
    done()
  },
  { name: 'session', dependencies: ['errors', 'session-cookie'], fastify: '5.x' },
)

/** Runs after the refusal, which has rolled back whatever the call had begun. The call is refused even if this cannot be recorded. */
async function noteAsked({ database, clock, log }: Services, request: FastifyRequest): Promise<void> {
  // A request by a link in a mail has no session and is never asked to confirm.
  const session: Session | undefined = request.session
  if (session === undefined) return
  const detail = `${request.method} ${(request.routeOptions.url ?? '').replace(`${API_PREFIX}/`, '')}`
  await recordSignInEvent(database.kysely, { company: session.company.code, kind: 'step-up-asked', actor: session.actor.id, arrival: arrivalOf(request), at: clock.now(), detail })
    .catch((error: unknown) => log.warn({ err: error, reqId: request.id }, 'that a confirmation was asked for could not be noted'))
}
