/** The calls that belong to no document type. Paths are relative to the API base. */
import { DELIVERIES } from '../../contract/index.ts'
import { MAX_REASON_LENGTH, type JsonObject } from '../../core/index.ts'
import { DASHBOARD_PATHS } from './dashboard-paths.ts'
import { NOTIFICATION_PATHS } from './notification-paths.ts'
import { IDEMPOTENCY, countedAnswer, dataAnswer, inPath, json, listAnswer, operation, query } from './operations.ts'
import { schemaRef } from './schemas.ts'
import { AUTHENTICATOR_PATHS } from './authenticator-paths.ts'
import { SIGN_IN_PATHS } from './sign-in-paths.ts'
import { USER_PATHS } from './user-paths.ts'

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({ type: 'object', properties, ...(required.length > 0 && { required }) })
const list = (items: JsonObject): JsonObject => ({ type: 'array', items })

/** The settings and, beside them, what is no setting of a module. */
function settingsAnswer(description: string): JsonObject {
  return { description, content: json(schemaRef('SettingsAnswer')) }
}

function decision(name: string, summary: string): JsonObject {
  return {
    post: operation({
      id: `approvals-${name}`, summary, tag: 'Approvals', parameters: [IDEMPOTENCY], body: schemaRef('Decision'),
      answer: dataAnswer('The decided entry.', schemaRef('ApprovalEntry')), errors: [403, 404, 409, 422],
    }),
  }
}

function entriesAnswer(): JsonObject {
  const page = object({ next: { type: ['string', 'null'] }, count: { type: 'integer' } })
  const groups = list(object({ documentType: { type: 'string' }, title: { type: 'string' }, count: { type: 'integer' } }))
  return { description: 'A page of entries, and on the first how many of each type there are.', content: json(object({ data: list(schemaRef('ApprovalEntry')), page, groups, message: { type: 'string' } }, ['data', 'page'])) }
}

const ENTRIES: JsonObject[] = [
  query('approverID', 'Entries of this approver; others than oneself see nothing.'),
  query('status', 'Created, Open, Approved, Rejected, Canceled or Delegated.'),
  query('documentNo', 'Entries of one document.'),
  query('documentType', 'Entries of one document type; then with the columns of its own approvals page.'),
  query('search', 'Words, each of which number, people, document type or a text of the summary hold.'),
  query('age', 'Sent at least so many days ago.', { type: 'integer', minimum: 0 }),
  query('late', '1: only what is overdue.'),
  query('cursor', 'The page after the one whose `next` this is.'),
  query('limit', 'How many entries a page has, 1 to 200; 200 when not given.', { type: 'integer', minimum: 1, maximum: 200 }),
  query('scope', 'mine, sent, delegated or history.', { type: 'string', enum: ['mine', 'sent', 'delegated', 'history'] }),
]

export const FIXED_PATHS: Record<string, JsonObject> = {
  ...SIGN_IN_PATHS,
  ...AUTHENTICATOR_PATHS,
  ...DASHBOARD_PATHS,
  ...NOTIFICATION_PATHS,
  ...USER_PATHS,
  company: {
    get: operation({
      id: 'company', summary: 'The company of the session; without a token the one asked for, for the sign-in page', tag: 'Company', isPublic: true,
      parameters: [query('company', 'Without a token: code of the company; the first one when not given.')], answer: dataAnswer('The company.', schemaRef('Company')), errors: [401, 404],
    }),
  },
  'company/images/{hash}': {
    get: operation({
      id: 'company-image', summary: 'A picture of a company, for ever the same under its address', tag: 'Company', isPublic: true, parameters: [inPath('hash')],
      answer: { description: 'The picture.', content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } } }, errors: [404],
    }),
  },
  'company/companies': {
    get: operation({
      id: 'companies', summary: 'Companies the person belongs to; without a token all that can be signed in to', tag: 'Company', isPublic: true,
      answer: dataAnswer('The companies.', list(schemaRef('Company'))), errors: [401],
    }),
  },
  'portal/bootstrap': {
    get: operation({
      id: 'bootstrap', summary: 'Pages, menu, types and settings for the signed-in person', tag: 'Portal',
      answer: dataAnswer('What the portal needs before its first screen.', object({
        pages: { type: 'object' }, redirects: { type: 'object' }, menu: list({ type: 'object' }), types: { type: 'object' },
        actor: { type: 'object' }, rights: list({ type: 'string' }), administration: { type: ['string', 'null'] }, settings: schemaRef('Settings'), settingsShapes: { type: 'object' }, today: { type: 'string', format: 'date' }, company: { type: 'object' },
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
  'portal/lookups/{type}': {
    get: operation({
      id: 'lookups', summary: 'The person’s own figures that the rules of a type read', tag: 'Portal', parameters: [inPath('type')],
      answer: dataAnswer('Figures by the name of the lookup: a number, text or yes/no, null where there is none, and with groups a list of them.', { type: 'object', additionalProperties: { anyOf: [{ type: ['number', 'string', 'boolean', 'null'] }, { type: 'array', items: { type: 'object' } }] } }), errors: [404],
    }),
  },
  'portal/search': {
    get: operation({
      id: 'search', summary: 'What waits for the person’s decision, and records of their own lists by what these search, whatever their type', tag: 'Portal', parameters: [query('q', 'At least two letters.')],
      answer: dataAnswer('What was found: what waits, then documents, then other records.', list(object({
        type: { type: 'string' }, key: { type: 'string' }, title: { type: 'string' }, text: { type: 'string' },
        state: { type: ['object', 'null'], properties: { label: { type: 'string' }, tone: { type: 'string' } } }, waits: { type: 'boolean' },
      }))),
    }),
  },
  'approvals/approvalEntries': {
    get: operation({ id: 'approvalEntries', summary: 'Approval entries', tag: 'Approvals', parameters: ENTRIES, answer: entriesAnswer(), errors: [400] }),
  },
  'approvals/approvals': { get: operation({ id: 'approvals', summary: 'Approval entries, by their other name', tag: 'Approvals', parameters: ENTRIES, answer: entriesAnswer(), errors: [400] }) },
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
  'approvals/bulk': {
    post: operation({
      id: 'approvals-bulk', summary: 'Approve up to 200 entries of one document type, each by itself; with Accept: application/x-ndjson a line for each as it is done', tag: 'Approvals', parameters: [IDEMPOTENCY],
      body: object({ entries: { type: 'array', minItems: 1, maxItems: 200, items: object({ entryNo: { type: 'integer' }, _rev: { type: 'integer' } }, ['entryNo']) } }, ['entries']),
      answer: dataAnswer('A row for each.', object({ rows: list(object({ entryNo: { type: 'integer' }, documentNo: { type: 'string' }, isDone: { type: 'boolean' }, code: { type: 'string' }, message: { type: 'string' } })), done: { type: 'integer' }, refused: { type: 'integer' } })), errors: [400, 422],
    }),
  },
  'approvals/mail/{token}': {
    get: operation({ id: 'mail-decision', summary: 'What the link in a mail to an approver is about; decides nothing', tag: 'Approvals', isPublic: true, parameters: [inPath('token')], answer: dataAnswer('For the confirming page.', { type: 'object' }), errors: [404, 410, 429] }),
    post: operation({
      id: 'mail-decide', summary: 'Decide with the link in a mail, once', tag: 'Approvals', isPublic: true, parameters: [inPath('token')],
      body: object({ decision: { type: 'string', enum: ['approve', 'reject'] }, reason: { type: 'string', maxLength: MAX_REASON_LENGTH } }, ['decision']), answer: dataAnswer('The document.', object({ documentNo: { type: 'string' } })), errors: [400, 403, 404, 409, 410, 422, 429],
    }),
  },
  'hrmis/employee_statement': {
    get: operation({
      id: 'employee-statement', summary: 'What ledgers say of the person, as PDF', tag: 'Approvals', parameters: [query('no', 'Another employee, for who keeps the ledgers; others get their own.'), query('from', 'The first day; the first of the year when not given.'), query('to', 'The last day; today when not given.')],
      answer: dataAnswer('The PDF in base64.', object({ statementB64: { type: 'string' }, fileName: { type: 'string' }, from: { type: 'string' }, to: { type: 'string' } })), errors: [400, 404, 422],
    }),
  },
  'admin/settings': { get: operation({ id: 'settings', summary: 'Effective settings, apart from those that never leave the server (administrators)', tag: 'Administration', answer: settingsAnswer('The settings, and the whole menu as the company arranged it.'), errors: [403] }) },
  'admin/updateSettings': {
    post: operation({
      id: 'updateSettings', summary: 'Change settings (administrators)', tag: 'Administration', body: schemaRef('SettingsUpdate'),
      answer: settingsAnswer('The effective settings.'), errors: [403, 409, 422],
    }),
  },
  'admin/outbox': {
    get: operation({
      id: 'outbox', summary: 'Messages kept for mailing, newest first (administrators)', tag: 'Administration',
      answer: dataAnswer('The messages.', list(object({ id: { type: 'integer' }, recipient: { type: 'string' }, subject: { type: 'string' }, text: { type: 'string' }, createdAt: { type: 'string' }, sentAt: { type: ['string', 'null'] }, delivery: { type: 'string', enum: [...DELIVERIES] } }))), errors: [403],
    }),
  },
  'admin/overlays': {
    get: operation({
      id: 'overlays', summary: 'Published overlays, each with what of it cannot be applied now (administrators)', tag: 'Administration',
      answer: dataAnswer('The overlays.', list(object({
        id: { type: 'integer' }, type: { type: 'string' }, title: { type: 'string' }, scope: { type: 'string' }, whom: { type: 'string' }, publishedAt: { type: 'string' }, publishedBy: { type: 'string' },
        author: { type: 'string' }, overlay: { type: 'object' }, conflicts: list({ type: 'object' }), isOurs: { type: 'boolean' },
      }))), errors: [403],
    }),
    post: operation({
      id: 'overlays-publish', summary: 'Publish an overlay of a document type for a company, role or person (administrators, within their companies)', tag: 'Administration',
      body: object({ extends: { type: 'object' }, scope: { type: 'object' }, operations: list({ type: 'object' }) }, ['extends', 'scope', 'operations']),
      parameters: [query('replaces', 'The id of a published overlay, which is withdrawn in the same moment.')],
      answer: dataAnswer('Its id.', object({ id: { type: 'integer' } })), errors: [400, 403, 409, 422],
    }),
  },
  'admin/overlays/files': {
    get: operation({
      id: 'overlays-files', summary: 'Overlays in files of the modules, each with what of it cannot be applied now (administrators)', tag: 'Administration',
      answer: dataAnswer('The overlays.', list(object({
        file: { type: 'string' }, type: { type: 'string' }, title: { type: 'string' }, scope: { type: 'string' }, whom: { type: 'string' }, overlay: { type: 'object' }, conflicts: list({ type: 'object' }),
      }))), errors: [403],
    }),
  },
  'admin/overlays/preview': {
    post: operation({
      id: 'overlays-preview', summary: 'What an overlay would change, and what is wrong with it; nothing is kept (administrators)', tag: 'Administration',
      parameters: [query('replaces', 'The id of the published overlay in whose place it would be put.')],
      body: object({ extends: { type: 'object' }, scope: { type: 'object' }, operations: list({ type: 'object' }) }, ['extends', 'scope', 'operations']),
      answer: dataAnswer('Issues, and each property that would be otherwise.', object({
        issues: list(schemaRef('FieldIssue')), changes: list(object({ path: { type: 'string' }, from: {}, to: {} })),
      })), errors: [400, 403, 409],
    }),
  },
  'admin/overlays/targets': {
    get: operation({
      id: 'overlays-targets', summary: 'Of what and for whom one may publish overlays (administrators)', tag: 'Administration',
      parameters: [query('search', 'Words that name, e-mail or id of the people hold; the first people by name when not given.')],
      answer: dataAnswer('Types, companies, roles and people.', object({
        types: list(object({ id: { type: 'string' }, renamedFrom: list({ type: 'string' }), title: { type: 'string' }, version: { type: 'integer' } })),
        companies: list(object({ id: { type: 'string' }, name: { type: 'string' } })), roles: list({ type: 'string' }), isForRoles: { type: 'boolean' },
        people: list(object({ id: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } })),
      })), errors: [403],
    }),
  },
  'admin/overlays/history': {
    get: operation({
      id: 'overlays-history', summary: 'Overlays published and withdrawn (administrators)', tag: 'Administration',
      parameters: [query('cursor', 'From `page.next`.'), query('limit', 'Rows a page, at most 200.', { type: 'integer', minimum: 1, maximum: 200, default: 25 })],
      answer: listAnswer('A page of them, newest first, each with the whole overlay.', object({
        id: { type: 'integer' }, at: { type: 'string' }, by: { type: 'string' }, kind: { type: 'string', enum: ['published', 'withdrawn'] },
        type: { type: 'string' }, title: { type: 'string' }, scope: { type: 'string' }, whom: { type: 'string' }, isOurs: { type: 'boolean' }, overlay: { type: 'object' },
      })), errors: [403],
    }),
  },
  'admin/overlays/{id}': {
    delete: operation({ id: 'overlays-withdraw', summary: 'Withdraw a published overlay (administrators)', tag: 'Administration', parameters: [inPath('id')], answer: dataAnswer('Done.', { type: 'null' }), errors: [403, 404] }),
  },
  'admin/explain': {
    get: operation({
      id: 'explain', summary: 'Where the effective values of a document type come from (administrators)', tag: 'Administration',
      parameters: [
        query('type', 'The document type.'), query('path', 'A property, or what all properties begin with; all when not given.'),
        query('company', 'For this company; when not given the session’s, or the one to which the person signs in.'),
        query('role', 'For these roles, apart by commas; beside those that the person has.'), query('user', 'For this person, with all that they are.'),
        query('search', 'Words that path or value hold.'), query('differs', '1: only what a layer above the manifest speaks of.'),
      ],
      answer: countedAnswer('Each property with its value, the layer and author that gave it, and what every layer said.', object({
        path: { type: 'string' }, value: {}, layer: { type: 'string' }, author: { type: 'string' }, history: list({ type: 'object' }),
      })), errors: [403, 404, 422],
    }),
  },
  'openapi.json': { get: operation({ id: 'openapi', summary: 'This description', tag: 'Portal', isPublic: true, answer: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } } }) },
}
