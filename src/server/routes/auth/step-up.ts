import type { FastifyPluginCallback } from 'fastify'
import { t } from '../../../core/index.ts'
import { object, optional, PasskeyOptions, PasskeyResponse, ProviderStartAnswer, secret, StepUpAnswer, StepUpDone, text } from '../../../contract/index.ts'
import type { Answer } from '../../../contract/index.ts'
import { data } from '../../openapi/call.ts'
import { looksLikeCode } from '../../sign-in/authenticators/check-code.ts'
import { confirmAtProvider, passkeyOfSession, personOf, proveByCode, proveByPasskey, proveByPassword, proofWaysOf } from '../../sign-in/authenticators/prove.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { readForm } from '../../sign-in/form.ts'
import { keepBrowserToken } from '../../sign-in/oidc/browser.ts'
import { limit } from '../../sign-in/limits.ts'
import { passwordNameOf } from '../../sign-in/present-password.ts'
import { stepUpExpiresAt } from '../../sign-in/step-up.ts'
import { directoryCompanyOf } from '../../sign-in/windows-account.ts'
import type { Session } from '../../services.ts'
import type { Turns } from '../../turns.ts'
import { bodyOf } from '../documents/request.ts'
import { FORM_LIMIT, SIGN_IN } from './password.ts'

const UNTIL = data('Until when the confirmation is valid.', StepUpDone)

/** Confirms again who the signed-in user is. */
export const stepUpRoutes: FastifyPluginCallback<{ turns: Turns }> = (app, { turns }, done) => {
  const { services } = app
  const early = { bodyLimit: FORM_LIMIT, config: { isBeforeAuthenticator: true } } as const
  const shown = ({ settings }: Session): Answer<StepUpDone> => ({ data: { until: stepUpExpiresAt(settings, services.clock.now()).toISOString() }, message: '' })

  app.get('/hrmis/auth/stepUp', {
    config: early.config,
    schema: { call: { id: 'step-up-ways', summary: 'The ways to confirm one’s identity', tag: SIGN_IN, answer: data('The ways, the easiest first.', StepUpAnswer) } },
  }, async ({ session }): Promise<Answer<StepUpAnswer>> => ({ data: { ways: await proofWaysOf(services, await personOf(services, session)) }, message: '' }))

  app.post('/hrmis/auth/stepUp', {
    ...early,
    schema: {
      call: {
        id: 'step-up', summary: 'Confirm one’s identity with a password or a code: calls refused with step-up-needed then succeed', tag: SIGN_IN,
        body: object({ password: optional(secret), code: optional(text) }), answer: UNTIL, errors: [409, 422, 503],
      },
    },
  }, async (request): Promise<Answer<StepUpDone>> => {
    const { session } = request
    const form = readForm(request.body)
    const [password, code] = [form.raw('password'), form.text('code').replace(/[\s-]/g, '')]
    if (password === '' && code === '') form.addError('code', 'required', t('Code is Required.'))
    else if (password === '' && !looksLikeCode(code)) form.addError('code', 'pattern', t('This is neither a code of an app nor a recovery code.'))
    form.check()
    await limit(services, { 'verify-address': request.ip })
    const arrival = arrivalOf(request)
    const user = await personOf(services, session)
    const name = passwordNameOf(user, (await directoryCompanyOf(services.database.kysely, user)) !== undefined)
    const isRight = await turns.inTurn(name.toLowerCase(), () => (password === '' ? proveByCode(services, session, code, arrival) : proveByPassword(services, session, password, arrival)))
    if (!isRight && password === '') form.addError('code', 'wrong', t('The code is incorrect.'))
    else if (!isRight) form.addError('password', 'wrong', t('This is not your password.'))
    form.check()
    return shown(session)
  })

  app.post('/hrmis/auth/stepUp/passkey/options', {
    ...early,
    schema: { call: { id: 'step-up-passkey-options', summary: 'What a passkey signs to confirm one’s identity', tag: SIGN_IN, answer: data('For the browser.', PasskeyOptions), errors: [409] } },
  }, async ({ session, ip }): Promise<Answer<object>> => {
    await limit(services, { 'verify-address': ip })
    return { data: await passkeyOfSession(services, session), message: '' }
  })

  app.post('/hrmis/auth/stepUp/provider', {
    ...early,
    schema: { call: { id: 'step-up-provider', summary: 'Start confirming one’s identity at the identity provider', tag: SIGN_IN, answer: data('Where to send the browser.', ProviderStartAnswer), errors: [409, 503] } },
  }, async (request, reply): Promise<Answer<ProviderStartAnswer>> => {
    await limit(services, { 'sign-in-address': request.ip })
    return { data: { address: await confirmAtProvider(services, request.session, keepBrowserToken(services.config, request, reply)) }, message: '' }
  })

  app.post('/hrmis/auth/stepUp/passkey', {
    ...early,
    schema: { call: { id: 'step-up-passkey', summary: 'Confirm one’s identity with a passkey', tag: SIGN_IN, body: object({ response: PasskeyResponse }), answer: UNTIL, errors: [409, 422] } },
  }, async (request): Promise<Answer<StepUpDone>> => {
    await limit(services, { 'verify-address': request.ip })
    await proveByPasskey(services, request.session, bodyOf(request)['response'], arrivalOf(request))
    return shown(request.session)
  })

  done()
}
