/** Sets request.session from the bearer token, or the cookie, on every route that does not say of itself that it is public: what is new is closed. */
import plugin from 'fastify-plugin'
import { BACKGROUND_HEADER, COMPANY_HEADER } from '../../contract/index.ts'
import { AppError } from '../errors.ts'
import { establishSession } from '../sign-in/establish-session.ts'
import { requireProofInReach } from '../sign-in/rights-in-reach.ts'
import { requireProof, type StepUpFor } from '../sign-in/step-up.ts'
import { authorizationOf } from '../sign-in/session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers without a session. */
    isPublic?: boolean
    /** Answers strangers too; a token that is sent must be a good one. `request.session` is then undefined for strangers. */
    isSessionOptional?: boolean
    /** Is no use of the session, so that it does not keep it from idling. */
    isBackground?: boolean
    /** Open to who must set up an authenticator first. */
    isBeforeAuthenticator?: boolean
    /** Asks who it is once more, where the company wants that. */
    stepUp?: StepUpFor
  }
}

export const sessionPlugin = plugin(
  (app, _options, done) => {
    app.decorateRequest('session')
    app.addHook('onRequest', async (request) => {
      // By the route that was found, never by the address: /%61pi and http://host/api lead to the same one.
      const { isPublic, isSessionOptional, isBackground, isBeforeAuthenticator, stepUp } = request.routeOptions.config
      if (isPublic === true || request.is404) return
      const authorization = authorizationOf(request, app.services.config)
      if (isSessionOptional === true && authorization === undefined) return
      request.session = await establishSession(app.services, authorization, request.ip, isBackground === true || request.headers[BACKGROUND_HEADER] === '1')
      const believed = request.headers[COMPANY_HEADER]
      if (believed !== undefined && believed !== request.session.company.code) throw new AppError('wrong-company')
      if (request.session.needsAuthenticator && isBeforeAuthenticator !== true) throw new AppError('authenticator-needed')
      if (stepUp === 'rights') await requireProofInReach(app.services, request.session)
      else if (stepUp !== undefined) requireProof(request.session, stepUp, app.services.clock.now())
    })
    done()
  },
  { name: 'session', dependencies: ['errors', 'session-cookie'], fastify: '5.x' },
)
