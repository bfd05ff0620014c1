/** GET admin/outbox: messages kept for mailing, newest first. */
import type { FastifyPluginCallback } from 'fastify'
import type { Answer } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'
import { listOutbox } from '../store/outbox.ts'
import type { OutboxMessage } from '../store/outbox.ts'
import { requireAdministrator } from './admin-only.ts'

const MOST_SHOWN = 200

export const outboxRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.get('/admin/outbox', async ({ session }): Promise<Answer<JsonObject[]>> => {
    requireAdministrator(session)
    const rows = await listOutbox(app.services.database.kysely, session.company.code, MOST_SHOWN)
    return { data: rows.map(presentMessage), message: '' }
  })
  done()
}

function presentMessage(row: OutboxMessage): JsonObject {
  return {
    id: row.id, recipient: row.recipient, subject: row.subject, text: row.text, createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null, attempts: row.attempts, lastError: row.last_error,
  }
}
