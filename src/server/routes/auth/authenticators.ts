import type { FastifyInstance, FastifyPluginCallback } from 'fastify'
import { AppToSetUp, AuthenticatorsAnswer, CODE_DIGITS, nullValue, object, optional, PasskeyOptions, PasskeyResponse, RecoveryCodesAnswer, text } from '../../../contract/index.ts'
import type { Answer } from '../../../contract/index.ts'
import { shownText, t } from '../../../core/index.ts'
import { data } from '../../openapi/call.ts'
import { readForm } from '../../sign-in/form.ts'
import { addPasskeyOf, beginApp, beginPasskey, confirmAppOf, readAuthenticators, removeOwn, renewRecoveryCodes } from '../../sign-in/authenticators/change-authenticators.ts'
import { arrivalOf } from '../../sign-in/device.ts'
import type { Form } from '../../sign-in/form.ts'
import { limit } from '../../sign-in/limits.ts'
import { bodyOf } from '../documents/request.ts'
import { FORM_LIMIT, SIGN_IN } from './password.ts'

const MAX_NAME_LENGTH = 60
/** Refusals of calls that require a recent confirmation of identity. */
const REFUSED = [403, 404, 409, 410, 422] as const
const FIRST_BRINGS_CODES = data('The first authenticator brings recovery codes.', RecoveryCodesAnswer)
const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`)
const CHANGE = { bodyLimit: FORM_LIMIT, config: { isBeforeAuthenticator: true, stepUp: 'authenticators' } } as const

/** The caller's own apps, passkeys and recovery codes. */
export const authenticatorRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app

  app.get('/hrmis/auth/authenticators', {
    config: { isBeforeAuthenticator: true },
    schema: { call: { id: 'authenticators', summary: 'The caller’s authenticator apps and passkeys', tag: SIGN_IN, answer: data('The authenticators.', AuthenticatorsAnswer) } },
  }, async ({ session }): Promise<Answer<AuthenticatorsAnswer>> => ({ data: await readAuthenticators(services, session), message: '' }))
  addAppRoutes(app)
  addPasskeyRoutes(app)

  app.post('/hrmis/auth/authenticators/remove', {
    ...CHANGE,
    schema: { call: { id: 'remove-authenticator', summary: 'Remove one of the caller’s authenticators', tag: SIGN_IN, body: object({ id: text }), answer: data('Done.', nullValue), errors: REFUSED } },
  }, async (request): Promise<Answer<null>> => {
    const form = readForm(request.body)
    await removeOwn(services, request.session, form.text('id'), arrivalOf(request))
    return { data: null, message: t('The authenticator has been removed.') }
  })

  app.post('/hrmis/auth/authenticators/recoveryCodes', {
    ...CHANGE,
    schema: { call: { id: 'renew-recovery-codes', summary: 'Replace the recovery codes', tag: SIGN_IN, answer: data('The codes, shown once.', RecoveryCodesAnswer), errors: REFUSED } },
  }, async (request): Promise<Answer<RecoveryCodesAnswer>> => {
    await limit(services, { 'verify-address': request.ip })
    return { data: { recoveryCodes: await renewRecoveryCodes(services, request.session, arrivalOf(request)) }, message: t('These are your new recovery codes.') }
  })

  done()
}

function addAppRoutes(app: FastifyInstance): void {
  const { services } = app

  app.post('/hrmis/auth/authenticators/app', {
    ...CHANGE,
    schema: { call: { id: 'begin-app', summary: 'Start setting up an app', tag: SIGN_IN, body: object({ name: optional(text) }), answer: data('What the app needs, shown once.', AppToSetUp), errors: REFUSED } },
  }, async (request): Promise<Answer<AppToSetUp>> => {
    await limit(services, { 'verify-address': request.ip })
    return { data: await beginApp(services, request.session, nameOf(readForm(request.body), 'Authenticator app')), message: '' }
  })

  app.post('/hrmis/auth/authenticators/app/confirm', {
    ...CHANGE,
    schema: { call: { id: 'confirm-app', summary: 'Finish setting up an app with its first code', tag: SIGN_IN, body: object({ id: text, code: text }), answer: FIRST_BRINGS_CODES, errors: REFUSED } },
  }, async (request): Promise<Answer<RecoveryCodesAnswer>> => {
    await limit(services, { 'verify-address': request.ip })
    const form = readForm(request.body)
    const code = form.text('code').replace(/[\s-]/g, '')
    if (code === '') form.addError('code', 'required', t('Code is Required.'))
    else if (!CODE.test(code)) form.addError('code', 'pattern', t('The code has {digits} digits.', { digits: CODE_DIGITS }))
    form.check()
    const codes = await confirmAppOf(services, request.session, { id: form.text('id'), code }, arrivalOf(request))
    if (codes === undefined) form.addError('code', 'wrong', t('This is not the code that the app shows now. Look at it again; the clock of the phone must be right.'))
    form.check()
    return { data: { recoveryCodes: codes ?? [] }, message: t('The app has been added.') }
  })
}

function addPasskeyRoutes(app: FastifyInstance): void {
  const { services } = app

  app.post('/hrmis/auth/authenticators/passkey/options', {
    ...CHANGE,
    schema: { call: { id: 'new-passkey-options', summary: 'Options from which the browser creates a passkey', tag: SIGN_IN, answer: data('For the browser.', PasskeyOptions), errors: REFUSED } },
  }, async (request): Promise<Answer<object>> => {
    await limit(services, { 'verify-address': request.ip })
    return { data: await beginPasskey(services, request.session), message: '' }
  })

  app.post('/hrmis/auth/authenticators/passkey', {
    ...CHANGE,
    schema: { call: { id: 'add-passkey', summary: 'Save a passkey that the browser created', tag: SIGN_IN, body: object({ name: optional(text), response: PasskeyResponse }), answer: FIRST_BRINGS_CODES, errors: REFUSED } },
  }, async (request): Promise<Answer<RecoveryCodesAnswer>> => {
    await limit(services, { 'verify-address': request.ip })
    const name = nameOf(readForm(request.body), 'Passkey')
    const recoveryCodes = await addPasskeyOf(services, request.session, { name, sent: bodyOf(request)['response'] }, arrivalOf(request))
    return { data: { recoveryCodes }, message: t('The passkey has been added.') }
  })
}

/** The name that the user gives it, as a single line. */
function nameOf(form: Form, defaultName: string): string {
  const name = shownText(form.text('name').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '))
  if (name.length > MAX_NAME_LENGTH) form.addError('name', 'maxLength', t('At most {limit} characters.', { limit: MAX_NAME_LENGTH }))
  form.check()
  return name === '' ? defaultName : name
}
