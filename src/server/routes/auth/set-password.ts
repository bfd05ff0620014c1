import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import { t } from '../../../core/index.ts'
import { ChangePasswordRequest, LinkAnswer, MIN_PASSWORD_LENGTH, nullValue, object, SetPasswordRequest, SignInAnswer, text } from '../../../contract/index.ts'
import type { Answer } from '../../../contract/index.ts'
import { AppError } from '../../errors.ts'
import { data } from '../../openapi/call.ts'
import { recordSignInEvent } from '../../sign-in/audit.ts'
import { afterFirstStep } from '../../sign-in/after-first-step.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import { activityCutoff } from '../../sign-in/establish-session.ts'
import { emailOf, readForm } from '../../sign-in/form.ts'
import { countedAs, keepDevice } from '../../sign-in/known-device.ts'
import { forgetWrongPasswords, limit } from '../../sign-in/limits.ts'
import { askForLink, usableLink } from '../../sign-in/links.ts'
import { maskEmail } from '../../sign-in/mask.ts'
import { refusePasswordOf, refusePasswords } from '../../sign-in/oidc/provider-of.ts'
import { isPresentPassword } from '../../sign-in/present-password.ts'
import { newPasswordOf } from '../../sign-in/password-rules.ts'
import { hashPassword } from '../../sign-in/passwords.ts'
import { signedInAnswer } from '../../sign-in/signed-in-answer.ts'
import type { Turns } from '../../turns.ts'
import { directoryCompanyOf } from '../../sign-in/windows-account.ts'
import { spendChallengesOf } from '../../store/sign-in/challenges.ts'
import { replaceLinks, useLink } from '../../store/sign-in/links.ts'
import type { LinkPurpose } from '../../store/sign-in/links.ts'
import { revokeOtherSessions, revokeSessionsOf } from '../../store/sign-in/sessions.ts'
import { findUserById, setPassword } from '../../store/users/users.ts'
import { FORM_LIMIT, SIGN_IN } from './password.ts'

/**
 * The portal appends a text to each: " Check email to reset your password", " Check your email to set your
 * password".
 */
const ASKED: Record<string, { id: string; summary: string; purpose: LinkPurpose; message: string }> = {
  requestCredentials: { id: 'request-credentials', summary: 'Ask for a link to activate an account', purpose: 'activation', message: 'If the e-mail belongs to somebody here, a link is on its way.' },
  resetPassword: { id: 'reset-password', summary: 'Ask for a link to set a new password', purpose: 'reset', message: 'If the e-mail belongs to somebody here, a link is on its way.' },
  signup: { id: 'signup', summary: 'Ask for an account: employees get a link', purpose: 'activation', message: 'If the e-mail belongs to an employee, a link is on its way. Otherwise ask your administrator for an account.' },
}

/** Links to set a password, and setting one; `turns` is shared by all calls that try a password. */
export const setPasswordRoutes: FastifyPluginCallback<{ turns: Turns }> = (app, { turns }, done) => {
  addLinkRoutes(app)
  addSetPasswordRoute(app)
  addChangePasswordRoute(app, turns)
  done()
}

function addLinkRoutes(app: FastifyInstance): void {
  const { services } = app

  for (const [name, { id, summary, purpose, message }] of Object.entries(ASKED)) {
    app.post(`/hrmis/auth/${name}`, {
      bodyLimit: FORM_LIMIT, config: { isPublic: true, costs: 'counted' },
      schema: { call: { id, summary, tag: SIGN_IN, body: object({ email: text }), answer: data('The same for every e-mail.', nullValue), errors: [422, 429] } },
    }, async (request): Promise<Answer<null>> => {
      const form = readForm(request.body)
      const email = emailOf(form)
      form.check()
      await refusePasswords(services)
      await askForLink(services, email, purpose, arrivalOf(request))
      return { data: null, message }
    })
  }

  app.get<{ Params: { token: string } }>('/hrmis/auth/setPassword/:token', {
    config: { isPublic: true },
    schema: { call: { id: 'password-link', summary: 'Whether a mailed link can be used', tag: SIGN_IN, answer: data('What it is for.', LinkAnswer), errors: [403, 404, 410, 429] } },
  }, async ({ params, ip }): Promise<Answer<LinkAnswer>> => {
    await limit(services, { 'link-use-address': ip })
    const { link, user } = await usableLink(services, params.token)
    return { data: { purpose: link.purpose as LinkPurpose, email: maskEmail(user.email), minLength: MIN_PASSWORD_LENGTH, expiresAt: link.expires_at.toISOString() }, message: '' }
  })
}

/** Setting a password with a mailed link signs the user in as well. */
function addSetPasswordRoute(app: FastifyInstance): void {
  const { services } = app
  const { database, clock } = services

  app.post('/hrmis/auth/setPassword', {
    config: { isPublic: true }, bodyLimit: FORM_LIMIT,
    schema: { call: { id: 'set-password', summary: 'Set a password with a mailed link', tag: SIGN_IN, body: SetPasswordRequest, answer: data('As after signing in.', SignInAnswer), errors: [403, 409, 422, 429, 503] } },
  }, async (request, reply): Promise<Answer<SignInAnswer>> => {
    await limit(services, { 'link-use-address': request.ip })
    const form = readForm(request.body)
    const { link, user } = await usableLink(services, form.text('token')).catch(notSet)
    const password = await newPasswordOf(form, user)
    form.check()
    refusePasswordOf(services.config, user)
    if ((await directoryCompanyOf(database.kysely, user)) !== undefined) throw new AppError('directory-password')
    const hash = await hashPassword(password)
    const arrival = arrivalOf(request)
    await database.transaction(async (tx) => {
      const now = clock.now()
      if (!(await useLink(tx, link.token_hash, now))) throw notSetBecause(new AppError('link-used'))
      await setPassword(tx, user.id, hash, now)
      await revokeSessionsOf(tx, user.id, now)
      await spendChallengesOf(tx, user.id, now)
      await forgetWrongPasswords(tx, user)
      await recordSignInEvent(tx, { company: user.default_company, kind: 'link-used', actor: user.id, arrival: { ...arrival, ...(link.given_by !== null && { by: link.given_by }) }, at: now, detail: link.purpose })
    })
    const answer = await afterFirstStep(services, { user: { ...user, email_verified_at: user.email_verified_at ?? clock.now() }, company: user.default_company, method: 'link', arrival })
    if ('token' in answer) await keepDevice(services, request, reply, answer.user.id)
    return signedInAnswer(answer, t('Your password has been set.'))
  })
}

function addChangePasswordRoute(app: FastifyInstance, turns: Turns): void {
  const { services } = app
  const { database, clock } = services

  app.post('/hrmis/auth/changePassword', {
    bodyLimit: FORM_LIMIT, config: { costs: 'session' },
    schema: { call: { id: 'change-password', summary: 'Change the caller’s password; other sessions end', tag: SIGN_IN, body: ChangePasswordRequest, answer: data('Done.', nullValue), errors: [409, 422] } },
  }, async (request): Promise<Answer<null>> => {
    const { session } = request
    const user = await findUserById(database.kysely, session.actor.id)
    if (user === undefined) throw new AppError('not-signed-in')
    refusePasswordOf(services.config, user)
    if ((await directoryCompanyOf(database.kysely, user)) !== undefined) throw new AppError('directory-password')
    const form = readForm(request.body)
    const current = form.raw('current_password')
    if (current === '') form.addError('current_password', 'required', t('Password is Required.'))
    const password = await newPasswordOf(form, user)
    if (password !== '' && password === current) form.addError('password', 'different', t('The new password is the same as the old one.'))
    form.check()
    const arrival = arrivalOf(request)
    await limit(services, { 'sign-in-name': `${arrival.ip} ${await countedAs(services, user.email, { browser: arrival.browser, userId: user.id })}` })
    const isTheirs = await turns.inTurn(user.email.toLowerCase(), () => isPresentPassword(services, { user, password: current, company: session.company.code, arrival, kind: 'password-refused' }))
    if (!isTheirs) form.addError('current_password', 'wrong', t('This is not your password.'))
    form.check()
    const hash = await hashPassword(password)
    await database.transaction(async (tx) => {
      const now = clock.now()
      await setPassword(tx, user.id, hash)
      await revokeOtherSessions(tx, user.id, session.tokenHash, activityCutoff(now))
      await replaceLinks(tx, user.id, now)
      await spendChallengesOf(tx, user.id, now)
      await forgetWrongPasswords(tx, user)
      await recordSignInEvent(tx, { company: session.company.code, kind: 'password-changed', actor: user.id, arrival, at: now })
    })
    return { data: null, message: t('Your password has been changed. Other sessions have ended.') }
  })
}

function notSet(error: unknown): never {
  throw error instanceof AppError && error.code.startsWith('link-') ? notSetBecause(error) : error
}

function notSetBecause(error: AppError): AppError {
  return new AppError('account-not-set', { reason: error.message })
}
