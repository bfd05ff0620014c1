import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import { t } from '../../../core/index.ts'
import { described, object, optional, PROVIDER_PAGE, PROVIDER_REFUSALS, ProviderLoginRequest, ProviderStartAnswer, ProviderStartRequest, SignInAnswer, text } from '../../../contract/index.ts'
import type { Answer } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import { data } from '../../openapi/call.ts'
import { companyAsked } from '../../sign-in/company-asked.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { readForm } from '../../sign-in/form.ts'
import { keepDevice } from '../../sign-in/known-device.ts'
import { limit } from '../../sign-in/limits.ts'
import { beginAtProvider } from '../../sign-in/oidc/begin.ts'
import { browserTokenOf, keepBrowserToken } from '../../sign-in/oidc/browser.ts'
import { providerOf } from '../../sign-in/oidc/provider-of.ts'
import { handleCallback, ReturnRefused } from '../../sign-in/oidc/return.ts'
import { signInWithCode } from '../../sign-in/oidc/sign-in-with-code.ts'
import { signedInAnswer } from '../../sign-in/signed-in-answer.ts'
import { FORM_LIMIT, SIGN_IN } from './password.ts'

const MAX_CODE_LENGTH = 200
/** For a provider shared by all companies, and for a company's own provider. */
const CALLBACKS = { 'provider-return': '/hrmis/auth/oidc/callback', 'provider-return-of': '/hrmis/auth/oidc/callback/:key' }
const OF_PROVIDER = optional(described(text, 'Of the provider.'))
const RETURNED = object({ state: OF_PROVIDER, code: OF_PROVIDER, iss: OF_PROVIDER, error: OF_PROVIDER })

/** Signing in at an identity provider. */
export const oidcRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const isPublic = { config: { isPublic: true }, bodyLimit: FORM_LIMIT }

  app.post('/hrmis/auth/oidc/start', {
    ...isPublic,
    schema: { call: { id: 'provider-start', summary: 'Start a sign-in at the identity provider of a company', tag: SIGN_IN, body: ProviderStartRequest, answer: data('Where to send the browser. A cookie ties the sign-in to it.', ProviderStartAnswer), errors: [404, 422, 429, 503] } },
  }, async (request, reply): Promise<Answer<ProviderStartAnswer>> => {
    const form = readForm(request.body)
    await limit(services, { 'sign-in-address': request.ip })
    const { code: company } = await companyAsked(services.database.kysely, form.text('company'))
    const provider = providerOf(services.config, company)
    if (provider === undefined) throw new AppError('provider-not-offered')
    const address = await beginAtProvider(services, provider, { company, browserToken: keepBrowserToken(services.config, request, reply) })
    return { data: { address }, message: '' }
  })

  for (const [id, url] of Object.entries(CALLBACKS)) {
    // No HEAD route: a HEAD request must not use up the browser's only return.
    app.get<{ Params: { key?: string } }>(url, {
      config: { isPublic: true }, exposeHeadRoute: false,
      schema: {
        call: {
          id, summary: 'Where the identity provider sends the browser back to; leads on to the portal', tag: SIGN_IN, query: RETURNED, status: 303,
          answer: { description: 'The portal’s page, with a code or the reason of a refusal behind the #.', headers: { location: { schema: text } } },
        },
      },
    }, async (request, reply) => {
      const outcome = await outcomeOf(request, request.params.key ?? '')
      // In the fragment, which browsers do not send to a server.
      return leadTo(reply, `${PROVIDER_PAGE}#${new URLSearchParams(outcome).toString()}`)
    })
  }

  /** A person is waiting here and would be shown a JSON response, so every failure leads back to the sign-in page. */
  async function outcomeOf(request: FastifyRequest, key: string): Promise<Record<string, string>> {
    try {
      await limit(services, { 'verify-address': request.ip })
      const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
      return { ...await handleCallback(services, { key, query, browserToken: browserTokenOf(services.config, request), arrival: arrivalOf(request) }) }
    } catch (error) {
      if (error instanceof ReturnRefused && error.isConfirming) return { unconfirmed: error.code }
      if (error instanceof AppError && Object.hasOwn(PROVIDER_REFUSALS, error.code)) return { refused: error.code }
      if (error instanceof AppError && error.code === 'too-many-requests') return { refused: 'provider-busy' }
      services.log.error({ err: error, reqId: request.id }, 'a sign-in at the identity provider failed unexpectedly')
      return { refused: 'provider-failed' }
    }
  }

  app.post('/hrmis/auth/oidc/login', {
    ...isPublic,
    schema: { call: { id: 'provider-login', summary: 'Sign in with the code that came back from the identity provider', tag: SIGN_IN, body: ProviderLoginRequest, answer: data('As with e-mail and password.', SignInAnswer), errors: [403, 410, 422, 429, 503] } },
  }, async (request, reply): Promise<Answer<SignInAnswer>> => {
    const form = readForm(request.body)
    const code = form.text('code')
    if (code === '' || code.length > MAX_CODE_LENGTH) form.addError('code', 'required', t('Please sign in first: the code belongs to a sign-in.'))
    form.check()
    await limit(services, { 'verify-address': request.ip })
    const answer = await signInWithCode(services, { code, browserToken: browserTokenOf(services.config, request), arrival: arrivalOf(request, form.text('device_name')) })
    if ('token' in answer) await keepDevice(services, request, reply, answer.user.id)
    return signedInAnswer(answer)
  })

  done()
}

/** 303: the browser requests the page with GET, whatever method it came with. */
function leadTo(reply: FastifyReply, page: string): FastifyReply {
  return reply.redirect(page, 303)
}
