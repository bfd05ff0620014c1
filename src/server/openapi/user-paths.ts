/** People's accounts and sessions, and who changed the settings: for administrators. */
import type { JsonObject } from '../../core/index.ts'
import { GENDERS, MAX_USER_REASON_LENGTH } from '../../contract/index.ts'
import { IDEMPOTENCY, dataAnswer, inPath, listAnswer, operation, query, type OperationInput } from './operations.ts'
import { schemaRef } from './schemas.ts'

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({ type: 'object', ...(required.length > 0 && { required }), properties })
const text: JsonObject = { type: 'string' }
const maybeText: JsonObject = { type: ['string', 'null'] }
const flag: JsonObject = { type: 'boolean' }
const texts: JsonObject = { type: 'array', items: text }
const maybeInstant: JsonObject = { type: ['string', 'null'], format: 'date-time' }
const rev: JsonObject = { type: 'integer', description: 'As it was read: another revision answers 409.' }
const TAG = 'Administration'
const PAGE = [query('cursor', 'From `page.next`.'), query('limit', 'Rows a page, at most 200.', { type: 'integer', minimum: 1, maximum: 200, default: 25 })]

const FIELDS: JsonObject = {
  name: text, email: text, employee: { ...maybeText, description: 'Employee number; required for who has one.' }, default_company: text,
  gender: { type: ['string', 'null'], enum: [...GENDERS, null] }, username: { ...maybeText, description: 'Name of the Windows account.' },
  companies: texts, roles: texts, is_admin: flag, is_approver: flag, is_navuser: flag, portal_admin: flag,
}
const NEEDED = ['name', 'email', 'default_company']

/** Components that the paths refer to. */
export const USER_SCHEMAS: JsonObject = {
  Account: object({
    id: text, ...FIELDS, email_verified_at: maybeInstant, active: flag, inactive_reason: maybeText, last_sign_in: maybeInstant, locked_until: maybeInstant,
    default_company: { ...maybeText, description: 'Null for a company that one does not administer.' },
    authenticators: { type: 'integer', description: 'How many authenticator apps and passkeys they sign in with.' },
    open_approvals: { type: 'integer', description: 'Approval requests of this company that wait for them, or will.' },
    open_approvals_elsewhere: { type: 'integer', description: 'The same in the other companies that one administers.' },
    _actions: { type: 'array', items: { type: 'string', enum: ['update', 'delete', 'restore', 'sendLink', 'unlock', 'reassign', 'endSessions', 'removeAuthenticators'] } },
    _fixed: { ...texts, description: 'Fields that one may not change.' }, _rev: { type: 'integer' },
  }, ['id', ...NEEDED, 'active', '_actions', '_fixed', '_rev']),
  Session: object({
    id: text, device: text, ip: maybeText, startedAt: { type: 'string', format: 'date-time' }, seenAt: { type: 'string', format: 'date-time' }, current: flag, company: text,
  }, ['id', 'device', 'startedAt', 'seenAt', 'current', 'company']),
  AccountEvent: object({
    id: { type: 'integer' }, at: { type: 'string', format: 'date-time' }, kind: text, by: { ...maybeText, description: 'Who did it; null for the person.' },
    givenBy: { ...maybeText, description: 'Who handed out the link that the person used; null where it was mailed.' }, ip: maybeText, device: maybeText, detail: maybeText, changes: { type: 'array', items: object({ name: text, from: {}, to: {} }, ['name']) },
  }, ['id', 'at', 'kind', 'changes']),
}
const account = dataAnswer('The account.', schemaRef('Account'))

function post(input: Pick<OperationInput, 'id' | 'summary'> & Partial<OperationInput>): JsonObject {
  const { parameters = [], errors = [], ...rest } = input
  return { post: operation({ tag: TAG, answer: account, ...rest, parameters: [...parameters, IDEMPOTENCY], errors: [403, ...errors] }) }
}

export const USER_PATHS: Record<string, JsonObject> = {
  'admin/users': {
    get: operation({
      id: 'users', summary: 'People of the companies that one administers, by name', tag: TAG,
      parameters: [...PAGE, query('search', 'In names, e-mails, user names and employee numbers.'), query('active', '1 for active ones, 0 for deactivated ones.', { type: 'string', enum: ['0', '1', ''] })],
      answer: listAnswer('A page of accounts.', schemaRef('Account')), errors: [403],
    }),
  },
  'admin/users/{id}': { get: operation({ id: 'user', summary: 'One account', tag: TAG, parameters: [inPath('id')], answer: account, errors: [403, 404] }) },
  'admin/users/{id}/sessions': {
    get: operation({ id: 'user-sessions', summary: 'Where somebody is signed in', tag: TAG, parameters: [inPath('id')], answer: dataAnswer('The sessions, the last used first.', { type: 'array', items: schemaRef('Session') }), errors: [403, 404] }),
  },
  'admin/users/{id}/endSessions': post({
    id: 'end-sessions', summary: 'End one session of somebody, or all but the caller’s own', parameters: [inPath('id')], body: object({ session: { ...text, description: 'Id of the session.' } }),
    answer: dataAnswer('How many ended.', object({ ended: { type: 'integer' } }, ['ended'])), errors: [404],
  }),
  'admin/users/{id}/history': {
    get: operation({ id: 'user-history', summary: 'What happened to an account, and what its person did with it; newest first', tag: TAG, parameters: [inPath('id'), ...PAGE], answer: listAnswer('A page of events.', schemaRef('AccountEvent')), errors: [403, 404] }),
  },
  'admin/createUser': post({ id: 'create-user', summary: 'Make an account, also for somebody without an employee record; an activation link is mailed', body: object(FIELDS, NEEDED), status: 201, errors: [422] }),
  'admin/updateUser/{id}': post({ id: 'update-user', summary: 'Change an account', parameters: [inPath('id')], body: object({ ...FIELDS, _rev: rev }, NEEDED), errors: [404, 409, 422] }),
  'admin/deleteUser/{id}': post({
    id: 'delete-user', summary: 'Deactivate an account with a reason; its sessions end', parameters: [inPath('id')],
    body: object({ reason: { type: 'string', maxLength: MAX_USER_REASON_LENGTH }, _rev: rev }, ['reason']), errors: [404, 409, 422],
  }),
  'admin/restoreUser/{id}': post({ id: 'restore-user', summary: 'Open a deactivated account again', parameters: [inPath('id')], body: object({ _rev: rev }), errors: [404, 409] }),
  'admin/removeAuthenticators/{id}': post({ id: 'remove-authenticators', summary: 'Take the authenticators of somebody away who has lost them; their sessions end', parameters: [inPath('id')], body: object({ _rev: rev }), errors: [403, 404, 409] }),
  'admin/unlockUser/{id}': post({ id: 'unlock-user', summary: 'Forget the failed attempts that locked somebody out', parameters: [inPath('id')], body: object({}), errors: [404] }),
  'admin/sendActivationLink': post({
    id: 'send-activation-link', summary: 'Mail somebody a link to activate their account, or to reset the password that they have', body: object({ email: text }, ['email']),
    answer: dataAnswer('The message says which. Where no mail server is set, the link that is to be handed on.', { type: ['object', 'null'], properties: { link: text } }), errors: [404, 409, 422, 429],
  }),
  'admin/reassignApprovals/{id}': post({
    id: 'reassign-approvals', summary: 'Give what waits for somebody in this company to a colleague', parameters: [inPath('id')],
    body: object({ to: { ...text, description: 'Employee number of the colleague.' }, reason: { ...text, maxLength: MAX_USER_REASON_LENGTH } }, ['to']),
    answer: dataAnswer('How many moved and how many stayed.', object({ moved: { type: 'integer' }, left: { type: 'integer' } }, ['moved', 'left'])), errors: [404, 422],
  }),
  'admin/settings/history': {
    get: operation({
      id: 'settings-history', summary: 'Who changed which settings, when, from what to what; newest first', tag: TAG, parameters: PAGE,
      answer: listAnswer('A page of changes.', object({
        id: { type: 'integer' }, at: { type: 'string', format: 'date-time' }, by: text,
        changes: { type: 'array', items: object({ group: text, name: text, title: text, from: {}, to: {}, isSecret: flag }, ['group', 'name', 'title', 'isSecret']) },
      }, ['id', 'at', 'by', 'changes'])), errors: [403],
    }),
  },
}
