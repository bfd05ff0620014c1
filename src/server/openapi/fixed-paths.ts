/** The calls that belong to no document type. Paths are relative to the API base. */
import type { JsonObject } from '../../core/index.ts'
import { IDEMPOTENCY, dataAnswer, inPath, operation, query } from './operations.ts'
import { schemaRef } from './schemas.ts'

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({ type: 'object', properties, ...(required.length > 0 && { required }) })
const list = (items: JsonObject): JsonObject => ({ type: 'array', items })

function decision(name: string, summary: string): JsonObject {
  return {
    post: operation({
      id: `approvals-${name}`, summary, tag: 'Approvals', parameters: [IDEMPOTENCY], body: schemaRef('Decision'),
      answer: dataAnswer('The decided entry.', schemaRef('ApprovalEntry')), errors: [403, 404, 409, 422],
    }),
  }
}

const ENTRIES: JsonObject[] = [
  query('approverID', 'Entries of this approver; others than oneself see nothing.'),
  query('status', 'Created, Open, Approved, Rejected, Canceled or Delegated.'),
  query('documentNo', 'Entries of one document.'),
  query('scope', 'mine, sent, delegated or history.', { type: 'string', enum: ['mine', 'sent', 'delegated', 'history'] }),
]

export const FIXED_PATHS: Record<string, JsonObject> = {
  'hrmis/auth/login': {
    post: operation({
      id: 'login', summary: 'Sign in with e-mail and password', tag: 'Sign-in', isPublic: true,
      body: object({ email: { type: 'string' }, password: { type: 'string', format: 'password' }, device_name: { type: 'string' } }, ['email', 'password']),
      answer: dataAnswer('The token and whose it is.', object({ token: { type: 'string' }, user: schemaRef('User') })), errors: [401, 422, 429],
    }),
  },
  'hrmis/auth/logout': { post: operation({ id: 'logout', summary: 'End the session', tag: 'Sign-in', answer: dataAnswer('Done.', { type: 'null' }) }) },
  'hrmis/auth/session': {
    get: operation({ id: 'session', summary: 'Who is signed in', tag: 'Sign-in', answer: dataAnswer('The user.', object({ user: schemaRef('User') })) }),
  },
  company: { get: operation({ id: 'company', summary: 'The company of the session', tag: 'Company', answer: dataAnswer('The company.', schemaRef('Company')) }) },
  'company/companies': { get: operation({ id: 'companies', summary: 'Companies the person belongs to', tag: 'Company', answer: dataAnswer('The companies.', list(schemaRef('Company'))) }) },
  'portal/bootstrap': {
    get: operation({
      id: 'bootstrap', summary: 'Pages, menu, types and settings for the signed-in person', tag: 'Portal',
      answer: dataAnswer('What the portal needs before its first screen.', object({
        pages: { type: 'object' }, redirects: { type: 'object' }, menu: list({ type: 'object' }), types: { type: 'object' },
        settings: schemaRef('Settings'), settingsShapes: { type: 'object' }, today: { type: 'string', format: 'date' }, company: { type: 'object' },
      })),
    }),
  },
  'portal/manifests/{hash}.json': {
    get: operation({
      id: 'manifest', summary: 'A resolved manifest by its content hash; never changes', tag: 'Portal', parameters: [inPath('hash')],
      answer: { description: 'The manifest.', content: { 'application/json': { schema: { type: 'object' } } } }, errors: [404],
    }),
  },
  'portal/lists/{type}': {
    get: operation({
      id: 'lists', summary: 'Rows of the small masters that the rules of a type look through', tag: 'Portal', parameters: [inPath('type')],
      answer: dataAnswer('Rows by the name of the list.', { type: 'object', additionalProperties: list({ type: 'object' }) }), errors: [404],
    }),
  },
  'approvals/approvalEntries': {
    get: operation({ id: 'approvalEntries', summary: 'Approval entries', tag: 'Approvals', parameters: ENTRIES, answer: dataAnswer('The entries.', list(schemaRef('ApprovalEntry'))) }),
  },
  'approvals/nestedApprovalEntries': {
    get: operation({ id: 'nestedApprovalEntries', summary: 'Approval entries grouped by document', tag: 'Approvals', parameters: ENTRIES, answer: dataAnswer('The entries.', list({ type: 'object' })) }),
  },
  'approvals/documentAttachments': {
    get: operation({ id: 'documentAttachments', summary: 'Attachments of a document to approve', tag: 'Approvals', parameters: [query('no', 'Number of the document.')], answer: dataAnswer('The files.', list(schemaRef('Attachment'))), errors: [404] }),
  },
  'approvals/count': { get: operation({ id: 'approvalsCount', summary: 'How many entries wait for the person', tag: 'Approvals', answer: dataAnswer('The count.', object({ open: { type: 'integer' } })) }) },
  'approvals/approve': decision('approve', 'Approve'),
  'approvals/reject': decision('reject', 'Reject with a reason'),
  'approvals/delegate': decision('delegate', 'Hand an entry to a colleague'),
  'approvals/return': decision('return', 'Return to the sender with a reason'),
  'admin/settings': { get: operation({ id: 'settings', summary: 'Effective settings', tag: 'Administration', answer: dataAnswer('The settings.', schemaRef('Settings')) }) },
  'admin/updateSettings': {
    post: operation({
      id: 'updateSettings', summary: 'Change settings (administrators)', tag: 'Administration', body: schemaRef('Settings'),
      answer: dataAnswer('The effective settings.', schemaRef('Settings')), errors: [403, 422],
    }),
  },
  'admin/outbox': {
    get: operation({
      id: 'outbox', summary: 'Messages kept for mailing, newest first (administrators)', tag: 'Administration',
      answer: dataAnswer('The messages.', list(object({ id: { type: 'integer' }, recipient: { type: 'string' }, subject: { type: 'string' }, text: { type: 'string' }, createdAt: { type: 'string' }, sentAt: { type: ['string', 'null'] } }))), errors: [403],
    }),
  },
  'openapi.json': { get: operation({ id: 'openapi', summary: 'This description', tag: 'Portal', isPublic: true, answer: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } } }) },
}

