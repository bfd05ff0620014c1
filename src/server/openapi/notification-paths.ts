/** Notifications and live events. */
import type { JsonObject } from '../../core/index.ts'
import { NOTIFICATION_KINDS } from '../../contract/index.ts'
import { IDEMPOTENCY, dataAnswer, listAnswer, operation, query } from './operations.ts'

const object = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({ type: 'object', ...(required.length > 0 && { required }), properties })
const text: JsonObject = { type: 'string' }
const maybeText: JsonObject = { type: ['string', 'null'] }
const flag: JsonObject = { type: 'boolean' }
const kind: JsonObject = { type: 'string', enum: [...NOTIFICATION_KINDS] }
const id: JsonObject = { type: 'integer', minimum: 1 }

const NOTIFICATION = object({
  id, kind, title: text, text, path: { ...maybeText, description: 'Path of the screen that shows it.' }, documentType: maybeText, documentNo: maybeText,
  at: { type: 'string', format: 'date-time' }, readAt: { type: ['string', 'null'], format: 'date-time' },
})
const PREFERENCES = dataAnswer('One for each kind.', { type: 'array', items: object({ kind, title: text, inApp: flag, mail: flag }) })
const TAG = 'Notifications'

export const NOTIFICATION_PATHS: Record<string, JsonObject> = {
  notifications: {
    get: operation({
      id: 'notifications', summary: 'What the person was told in this company, newest first; of the last 90 days', tag: TAG,
      parameters: [query('cursor', 'From `page.next`.'), query('limit', 'Rows a page.', { type: 'integer', minimum: 1, maximum: 100, default: 20 }), query('unread', '1 for unread ones only.', { type: 'string', enum: ['0', '1'] })],
      answer: withUnread(listAnswer('A page, with how many are unread in all.', NOTIFICATION)),
    }),
  },
  'notifications/read': {
    post: operation({
      id: 'notifications-read', summary: 'Mark some of one’s own as read, all up to one, or all of a document', tag: TAG, parameters: [IDEMPOTENCY],
      body: { oneOf: [object({ ids: { type: 'array', maxItems: 200, items: id } }), object({ upTo: id }), object({ documentType: { type: 'string' }, documentNo: { type: 'string' } })] },
      answer: dataAnswer('How many are unread now.', object({ unread: { type: 'integer' } })),
    }),
  },
  'notifications/preferences': {
    get: operation({ id: 'notification-preferences', summary: 'Of what the person is told, and how', tag: TAG, answer: PREFERENCES }),
    post: operation({
      id: 'notification-preferences-set', summary: 'Turn kinds on and off, in the portal and by mail; what is not named stays', tag: TAG, parameters: [IDEMPOTENCY],
      body: { type: 'object', propertyNames: kind, additionalProperties: object({ inApp: flag, mail: flag }, []) }, answer: PREFERENCES,
    }),
  },
  'events/stream': {
    get: operation({
      id: 'events-stream', summary: 'What concerns the person, as it happens: counts, notifications, documents that changed', tag: TAG,
      answer: {
        description: 'Server-sent events `sync`, `badge`, `notification`, `changed` and `end`, each with JSON data of ids and counts, until the session ends. Read it with the token in the header; it is no use of the session.',
        content: { 'text/event-stream': { schema: text } },
      },
      errors: [429, 503],
    }),
  },
}

/** The count stands beside the page. */
function withUnread(answer: JsonObject): JsonObject {
  const { description, content } = answer as { description: string; content: { 'application/json': { schema: JsonObject } } }
  const { schema } = content['application/json']
  const properties: JsonObject = { ...(schema['properties'] as JsonObject), unread: { type: 'integer', description: 'At most 1 000.' } }
  return { description, content: { 'application/json': { schema: { ...schema, required: ['data', 'message', 'page', 'unread'], properties } } } }
}
