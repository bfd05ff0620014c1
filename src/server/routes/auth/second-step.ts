import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import { t } from '../../../core/index.ts'
import { CODE_DIGITS, described, integer, LoginAnswer, object, optional, PasskeyOptions, PasskeyResponse, ResendAnswer, text, VerifyRequest } from '../../../contract/index.ts'
import type { Answer } from '../../../contract/index.ts'
import { data } from '../../openapi/call.ts'
import { resendCode, verifyCode } from '../../sign-in/code-step.ts'
import { passkeyOfChallenge, verifyPasskey } from '../../sign-in/authenticators/authenticator-step.ts'
import { looksLikeCode } from '../../sign-in/authenticators/check-code.ts'
import { companyAsked } from '../../sign-in/company-asked.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { readForm } from '../../sign-in/form.ts'
import type { Form } from '../../sign-in/form.ts'
import { keepDevice } from '../../sign-in/known-device.ts'
import { limit } from '../../sign-in/limits.ts'
import { openChallenge } from '../../sign-in/open-challenge.ts'
import { codeSettingsOf, settingsOf } from '../../sign-in/settings.ts'
import { bodyOf } from '../documents/request.ts'
import type { Turns } from '../../turns.ts'
import { FORM_LIMIT, SIGN_IN } from './password.ts'

const MAX_CHALLENGE_LENGTH = 200
const PUBLIC = { config: { isPublic: true }, bodyLimit: FORM_LIMIT }
const CHALLENGE = { challenge: text }
const ASKED = object({ company: optional(described(text, 'Code of the company; the first one by default.')) })

/** Codes and passkeys that complete a sign-in; `turns` is shared by all calls that try a password. */
export const secondStepRoutes: FastifyPluginCallback<{ turns: Turns }> = (app, { turns }, done) => {
  const { services } = app

  addCodeRoutes(app, turns)
  addPasskeyRoutes(app)

  app.get<{ Querystring: { company?: string } }>('/hrmis/auth/2fa/otp_minutes', {
    config: { isPublic: true },
    schema: { call: { id: 'code-minutes', summary: 'For how many minutes a code is valid', tag: SIGN_IN, query: ASKED, answer: data('The minutes.', object({ minutes: integer })), errors: [404] } },
  }, async ({ query }): Promise<Answer<{ minutes: number }>> => {
    const { code } = await companyAsked(services.database.kysely, query.company)
    return { data: { minutes: codeSettingsOf(await settingsOf(services, code)).minutes }, message: '' }
  })

  done()
}

function addCodeRoutes(app: FastifyInstance, turns: Turns): void {
  const { services } = app

  app.post('/hrmis/auth/2fa/verify', {
    ...PUBLIC,
    schema: { call: { id: 'verify-code', summary: 'Finish a sign-in with its code', tag: SIGN_IN, body: VerifyRequest, answer: data('The token and its user.', LoginAnswer), errors: [410, 422, 429] } },
  }, async (request, reply): Promise<Answer<LoginAnswer>> => {
    const form = readForm(request.body)
    const challenge = challengeOf(form)
    const code = form.text('code').replace(/[\s-]/g, '')
    if (code === '') form.addError('code', 'required', t('Code is Required.'))
    else if (!looksLikeCode(code)) form.addError('code', 'pattern', code.length > CODE_DIGITS && /[a-z]/i.test(code) ? t('This is not a recovery code.') : t('The code has {digits} digits.', { digits: CODE_DIGITS }))
    form.check()
    await limit(services, { 'verify-address': request.ip })
    // Serialised per user, so that correct codes in many tabs at once do not count as too many attempts.
    const { user } = await openChallenge(services, challenge)
    const answer = await turns.inTurn(user.id, () => verifyCode(services, challenge, code, arrivalOf(request)))
    await keepDevice(services, request, reply, answer.user.id)
    return { data: answer, message: t('OTP verified successfully, logging in…') }
  })

  app.post('/hrmis/auth/2fa/resend', {
    ...PUBLIC, config: { isPublic: true, costs: 'counted' },
    schema: { call: { id: 'resend-code', summary: 'Send another code', tag: SIGN_IN, body: object(CHALLENGE), answer: data('Where it was sent.', ResendAnswer), errors: [410, 422, 429, 503] } },
  }, async (request): Promise<Answer<ResendAnswer>> => {
    const form = readForm(request.body)
    const challenge = challengeOf(form)
    form.check()
    await limit(services, { 'verify-address': request.ip })
    const sent = await resendCode(services, challenge, arrivalOf(request))
    const message = t('A new code was sent to {to}.', { to: sent.to })
    return { data: { message, sent }, message }
  })
}

function addPasskeyRoutes(app: FastifyInstance): void {
  const { services } = app

  app.post('/hrmis/auth/2fa/passkey/options', {
    ...PUBLIC,
    schema: { call: { id: 'sign-in-passkey-options', summary: 'What a passkey signs to finish a sign-in', tag: SIGN_IN, body: object(CHALLENGE), answer: data('For the browser.', PasskeyOptions), errors: [409, 410, 422, 429] } },
  }, async (request): Promise<Answer<object>> => {
    const form = readForm(request.body)
    const challenge = challengeOf(form)
    form.check()
    await limit(services, { 'verify-address': request.ip })
    return { data: await passkeyOfChallenge(services, challenge), message: '' }
  })

  app.post('/hrmis/auth/2fa/passkey', {
    ...PUBLIC,
    schema: { call: { id: 'sign-in-passkey', summary: 'Finish a sign-in with a passkey', tag: SIGN_IN, body: object({ ...CHALLENGE, response: PasskeyResponse }), answer: data('The token and its user.', LoginAnswer), errors: [409, 410, 422, 429] } },
  }, async (request, reply): Promise<Answer<LoginAnswer>> => {
    const form = readForm(request.body)
    const challenge = challengeOf(form)
    form.check()
    await limit(services, { 'verify-address': request.ip })
    const answer = await verifyPasskey(services, challenge, bodyOf(request)['response'], arrivalOf(request))
    await keepDevice(services, request, reply, answer.user.id)
    return { data: answer, message: t('Passkey verified, signing in…') }
  })
}

function challengeOf(form: Form): string {
  const challenge = form.text('challenge')
  if (challenge === '' || challenge.length > MAX_CHALLENGE_LENGTH) form.addError('challenge', 'required', t('Please sign in first: the code belongs to a sign-in.'))
  return challenge
}
