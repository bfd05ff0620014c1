/** The calls of signing in and of what belongs to it. Paths are relative to the API base. */
import type { JsonObject } from '../../core/index.ts'
import { dataAnswer, inPath, listAnswer, operation, query } from './operations.ts'
import type { OperationInput } from './operations.ts'
import { schemaRef } from './schemas.ts'

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({ type: 'object', properties, ...(required.length > 0 && { required }) })
const text: JsonObject = { type: 'string' }
const secret: JsonObject = { type: 'string', format: 'password' }
const instant: JsonObject = { type: 'string', format: 'date-time' }
const textOrNothing: JsonObject = { type: ['string', 'null'] }

const codeSent = object(
  { channel: { type: 'string', enum: ['sms', 'email'] }, to: { ...text, description: 'Masked.' }, minutes: { type: 'integer' }, expiresAt: instant, resendAt: instant },
  ['channel', 'to', 'minutes', 'expiresAt', 'resendAt'],
)
const session = object({ token: text, user: schemaRef('User') }, ['token', 'user'])
const codeNeeded = object({
  user: object({ name: text, email: { ...text, description: 'Masked.' } }), challenge: text, sent: codeSent,
  authenticators: { type: 'array', items: { type: 'string', enum: ['app', 'passkey'] }, description: 'In the place of sent: what the person has. A code of an app, or a recovery code, goes to 2fa/verify.' }, minutes: { type: 'integer' },
}, ['user', 'challenge'])
const sessionOrCode: JsonObject = { oneOf: [session, codeNeeded] }
const nothing: JsonObject = { type: 'null' }

const email = object({ email: text }, ['email'])
const newPassword = { password: secret, password_confirmation: secret }

function post(input: Omit<OperationInput, 'tag'>): JsonObject {
  return { post: operation({ tag: 'Sign-in', ...input }) }
}

function get(input: Omit<OperationInput, 'tag'>): JsonObject {
  return { get: operation({ tag: 'Sign-in', ...input }) }
}

function linkAsked(id: string, summary: string): JsonObject {
  return post({ id, summary, isPublic: true, body: email, answer: dataAnswer('The same for every e-mail.', nothing), errors: [422, 429] })
}

/** The browser itself calls it, sent by the provider. */
function providerReturn(id: string, parameters: JsonObject[]): JsonObject {
  return get({
    id, summary: 'Where the identity provider sends the browser back to; leads on to the portal', isPublic: true, status: 303,
    parameters: [...parameters, ...['state', 'code', 'iss', 'error'].map((name) => query(name, 'Of the provider.'))],
    answer: { description: 'The portal’s page, with a code or the reason of a refusal behind the #.', headers: { location: { schema: text } } },
  })
}

export const SIGN_IN_PATHS: Record<string, JsonObject> = {
  'hrmis/auth/login': post({
    id: 'login', summary: 'Sign in with e-mail and password', isPublic: true, body: object({ email: text, password: secret, device_name: text }, ['email', 'password']),
    answer: dataAnswer('The token and whose it is; or, where the company asks for a code, the challenge that the code belongs to.', sessionOrCode), errors: [401, 422, 429, 503],
  }),
  'hrmis/auth/windows/login': post({
    id: 'windows-login', summary: 'Sign in with a Windows account', isPublic: true,
    body: object({ username: text, password: secret, company: { ...text, description: 'Code of the company chosen on the sign-in page.' }, device_name: text }, ['username', 'password']),
    answer: dataAnswer('As with e-mail and password.', sessionOrCode), errors: [401, 422, 429, 503],
  }),
  'hrmis/auth/oidc/start': post({
    id: 'provider-start', summary: 'Begin a sign-in at the identity provider of a company', isPublic: true, body: object({ company: { ...text, description: 'Code of the company chosen on the sign-in page; the first one when not given.' } }),
    answer: dataAnswer('Where the browser is to go. A cookie ties the sign-in to it.', object({ address: { ...text, format: 'uri' } }, ['address'])), errors: [404, 422, 429, 503],
  }),
  'hrmis/auth/oidc/callback': providerReturn('provider-return', []),
  'hrmis/auth/oidc/callback/{key}': providerReturn('provider-return-of', [inPath('key')]),
  'hrmis/auth/oidc/login': post({
    id: 'provider-login', summary: 'Sign in with the code that came back from the identity provider', isPublic: true, body: object({ code: secret, device_name: text }, ['code']),
    answer: dataAnswer('As with e-mail and password.', sessionOrCode), errors: [403, 410, 422, 429, 503],
  }),
  'hrmis/auth/2fa/verify': post({
    id: 'verify-code', summary: 'Finish a sign-in with its code', isPublic: true, body: object({ challenge: text, code: text }, ['challenge', 'code']),
    answer: dataAnswer('The token and whose it is.', session), errors: [410, 422, 429],
  }),
  'hrmis/auth/2fa/resend': post({
    id: 'resend-code', summary: 'Send another code', isPublic: true, body: object({ challenge: text }, ['challenge']),
    answer: dataAnswer('Where it went.', object({ message: text, sent: codeSent })), errors: [410, 422, 429, 503],
  }),
  'hrmis/auth/2fa/otp_minutes': get({
    id: 'code-minutes', summary: 'For how many minutes a code holds', isPublic: true, parameters: [query('company', 'Code of the company; the first one when not given.')],
    answer: dataAnswer('The minutes.', object({ minutes: { type: 'integer' } })), errors: [404],
  }),
  'hrmis/auth/requestCredentials': linkAsked('request-credentials', 'Ask for a link to activate an account'),
  'hrmis/auth/resetPassword': linkAsked('reset-password', 'Ask for a link to set a new password'),
  'hrmis/auth/signup': linkAsked('signup', 'Ask for an account: employees get a link'),
  'hrmis/auth/setPassword/{token}': get({
    id: 'password-link', summary: 'Whether a mailed link can be used', isPublic: true, parameters: [inPath('token')],
    answer: dataAnswer('What it is for.', object({ purpose: { type: 'string', enum: ['activation', 'reset'] }, email: { ...text, description: 'Masked.' }, minLength: { type: 'integer' }, expiresAt: instant })), errors: [404, 410, 429],
  }),
  'hrmis/auth/setPassword': post({
    id: 'set-password', summary: 'Set a password with a mailed link', isPublic: true, body: object({ token: text, ...newPassword }, ['token', 'password']),
    answer: dataAnswer('As after signing in.', sessionOrCode), errors: [409, 422, 429, 503],
  }),
  'hrmis/auth/changePassword': post({
    id: 'change-password', summary: 'Change one’s own password; other sessions end', body: object({ current_password: secret, ...newPassword }, ['current_password', 'password']),
    answer: dataAnswer('Done.', nothing), errors: [409, 422, 429],
  }),
  'hrmis/auth/logout': post({ id: 'logout', summary: 'End the session', answer: dataAnswer('Done; where the browser is led to be signed out at the identity provider too, or null.', { type: ['object', 'null'], properties: { address: { type: 'string', format: 'uri' } }, required: ['address'] }) }),
  'hrmis/auth/session': get({ id: 'session', summary: 'Who is signed in', answer: dataAnswer('The user.', object({ user: schemaRef('User') })) }),
  'hrmis/auth/sessions': get({
    id: 'sessions', summary: 'One’s own live sessions, the last used first',
    answer: dataAnswer('The sessions.', { type: 'array', items: schemaRef('Session') }),
  }),
  'hrmis/auth/sessions/{id}/revoke': post({ id: 'revoke-session', summary: 'End one of one’s own sessions', parameters: [inPath('id')], answer: dataAnswer('Done.', nothing), errors: [404] }),
  'hrmis/auth/sessions/revokeOthers': post({ id: 'revoke-other-sessions', summary: 'End all sessions but this one', answer: dataAnswer('How many ended.', object({ ended: { type: 'integer' } })) }),
  'hrmis/auth/setCompany': post({
    id: 'set-company', summary: 'Change to another of one’s companies; the token is replaced', body: object({ default_company: text }, ['default_company']),
    answer: dataAnswer('The user with the new token; or a challenge, where only the new company asks for a code.', { anyOf: [{ allOf: [schemaRef('User'), object({ token: text }, ['token'])] }, codeNeeded] }),
    errors: [403, 422, 429, 503],
  }),
  'admin/signins': {
    get: operation({
      id: 'signins', summary: 'Who signed in or tried to, newest first (administrators)', tag: 'Administration',
      parameters: [query('cursor', 'From `page.next`.'), query('limit', 'Rows a page, at most 200.', { type: 'integer', minimum: 1, maximum: 200, default: 25 }), query('search', 'In names, also of who did it in somebody’s place, e-mails, addresses, devices and outcomes.')],
      answer: listAnswer('A page of the log.', object({ id: { type: 'integer' }, at: instant, outcome: text, name: textOrNothing, who: text, by: textOrNothing, ip: textOrNothing, device: textOrNothing, detail: textOrNothing })), errors: [403],
    }),
  },
}
