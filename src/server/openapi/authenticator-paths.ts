/** The calls of authenticator apps and passkeys, and of showing once more who one is. Paths are relative to the API base. */
import type { JsonObject } from '../../core/index.ts'
import { dataAnswer, operation } from './operations.ts'
import type { OperationInput } from './operations.ts'
import { schemaRef } from './schemas.ts'

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({ type: 'object', properties, ...(required.length > 0 && { required }) })
const text: JsonObject = { type: 'string' }
const instant: JsonObject = { type: 'string', format: 'date-time' }
const options: JsonObject = { type: 'object', description: 'Options of WebAuthn, in JSON, for the browser.' }
const response: JsonObject = { type: 'object', description: 'What the browser answered to the options, in JSON.' }
const ways: JsonObject = { type: 'array', items: { type: 'string', enum: ['passkey', 'app', 'recovery', 'password', 'provider'] } }
const recoveryCodes = object({ recoveryCodes: { type: 'array', items: text, description: 'Shown once; empty where they are kept from before.' } }, ['recoveryCodes'])
const shown = object({ until: instant }, ['until'])
const own = object({ id: text, kind: { type: 'string', enum: ['app', 'passkey'] }, name: text, addedAt: instant, usedAt: { type: ['string', 'null'], format: 'date-time' } }, ['id', 'kind', 'name', 'addedAt', 'usedAt'])

const get = (input: Omit<OperationInput, 'tag'>): JsonObject => ({ get: operation({ tag: 'Sign-in', ...input }) })
const post = (input: Omit<OperationInput, 'tag'>): JsonObject => ({ post: operation({ tag: 'Sign-in', ...input }) })
/** A change of one's own authenticators: whoever sits at the screen has just shown who they are. */
const change = (input: Omit<OperationInput, 'tag' | 'errors'>): JsonObject => post({ ...input, errors: [403, 409, 410, 422, 429] })

export const AUTHENTICATOR_PATHS: Record<string, JsonObject> = {
  'hrmis/auth/2fa/passkey/options': post({ id: 'sign-in-passkey-options', summary: 'What a passkey signs to finish a sign-in', isPublic: true, body: object({ challenge: text }, ['challenge']), answer: dataAnswer('For the browser.', options), errors: [409, 410, 422, 429] }),
  'hrmis/auth/2fa/passkey': post({
    id: 'sign-in-passkey', summary: 'Finish a sign-in with a passkey', isPublic: true, body: object({ challenge: text, response }, ['challenge', 'response']),
    answer: dataAnswer('The token and whose it is.', object({ token: text, user: schemaRef('User') }, ['token', 'user'])), errors: [409, 410, 422, 429],
  }),
  'hrmis/auth/authenticators': get({
    id: 'authenticators', summary: 'One’s own authenticator apps and passkeys',
    answer: dataAnswer('What there is.', object({ authenticators: { type: 'array', items: own }, recoveryCodes: { type: 'integer', description: 'How many are left.' }, isRequired: { type: 'boolean' }, offersPasskeys: { type: 'boolean' }, ways, most: { type: 'integer' } })),
  }),
  'hrmis/auth/authenticators/app': change({ id: 'begin-app', summary: 'Begin to set up an app', body: object({ name: text }), answer: dataAnswer('What the app needs, shown once.', object({ id: text, secret: text, address: text }, ['id', 'secret', 'address'])) }),
  'hrmis/auth/authenticators/app/confirm': change({ id: 'confirm-app', summary: 'Finish setting up an app with its first code', body: object({ id: text, code: text }, ['id', 'code']), answer: dataAnswer('The first authenticator brings recovery codes.', recoveryCodes) }),
  'hrmis/auth/authenticators/passkey/options': change({ id: 'new-passkey-options', summary: 'What the browser makes a passkey from', answer: dataAnswer('For the browser.', options) }),
  'hrmis/auth/authenticators/passkey': change({ id: 'add-passkey', summary: 'Keep a passkey that the browser made', body: object({ name: text, response }, ['response']), answer: dataAnswer('The first authenticator brings recovery codes.', recoveryCodes) }),
  'hrmis/auth/authenticators/remove': change({ id: 'remove-authenticator', summary: 'Remove one’s own authenticator', body: object({ id: text }, ['id']), answer: dataAnswer('Done.', { type: 'null' }) }),
  'hrmis/auth/authenticators/recoveryCodes': change({ id: 'renew-recovery-codes', summary: 'New recovery codes in the place of the old ones', answer: dataAnswer('The codes, shown once.', recoveryCodes) }),
  'hrmis/auth/stepUp': {
    ...get({ id: 'step-up-ways', summary: 'How one can show who one is', answer: dataAnswer('The ways, the easiest first.', object({ ways }, ['ways'])) }),
    ...post({ id: 'step-up', summary: 'Show who one is by a password or a code: calls refused with step-up-needed then go through', body: object({ password: { type: 'string', format: 'password' }, code: text }), answer: dataAnswer('Until when it counts.', shown), errors: [409, 422, 429, 503] }),
  },
  'hrmis/auth/stepUp/passkey/options': post({ id: 'step-up-passkey-options', summary: 'What a passkey signs to show who one is', answer: dataAnswer('For the browser.', options), errors: [409, 429] }),
  'hrmis/auth/stepUp/provider': post({ id: 'step-up-provider', summary: 'Begin to show who one is at the identity provider', answer: dataAnswer('Where to lead the browser.', object({ address: { type: 'string', format: 'uri' } }, ['address'])), errors: [409, 429, 503] }),
  'hrmis/auth/stepUp/passkey': post({ id: 'step-up-passkey', summary: 'Show who one is by a passkey', body: object({ response }, ['response']), answer: dataAnswer('Until when it counts.', shown), errors: [409, 422, 429] }),
}
