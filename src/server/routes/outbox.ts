import type { FastifyPluginCallback } from 'fastify'
import { t } from '../../core/index.ts'
import { list, OutboxRow } from '../../contract/index.ts'
import type { Answer } from '../../contract/index.ts'
import { data } from '../openapi/call.ts'
import { deliveryOf } from '../presenters/delivery.ts'
import { administeredBy } from '../sign-in/rights-in-reach.ts'
import { listOutbox } from '../store/delivery/outbox.ts'
import type { OutboxMessage } from '../store/delivery/outbox.ts'
import { requireRight } from './require-right.ts'

const MAX_SHOWN = 200

/** Messages stored for mailing, newest first. */
export const outboxRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.get('/admin/outbox', {
    schema: { call: { id: 'outbox', summary: 'Messages kept for mailing, newest first (administrators)', tag: 'Administration', answer: data('The messages.', list(OutboxRow)), errors: [403] } },
  }, async ({ session }): Promise<Answer<OutboxRow[]>> => {
    requireRight(session, 'outbox')
    // Not only of the current company: the code that another requires for signing in is stored under that one.
    const isMailed = app.services.config.smtpUrl !== undefined
    const isShown = !isMailed && app.services.isDemo
    // In the demo, the codes with which companies are entered are read here.
    const companies = isShown ? session.companies : (await administeredBy(app.services, session)).companies
    const rows = await listOutbox(app.services.database.kysely, companies, MAX_SHOWN)
    return { data: rows.map((row) => presentMessage(row, { isMailed, isShown: isShown || (!row.is_secret && row.recipient === session.actor.email) })), message: '' }
  })
  done()
}

/**
 * Withholds what a message says, except to its recipient: it tells of records that the administrator may not see, and whoever reads a code
 * or a link could sign in, or decide, as its recipient. The demo shows all of it to people trying it out.
 */
function presentMessage(row: OutboxMessage, { isMailed, isShown }: { isMailed: boolean; isShown: boolean }): OutboxRow {
  const said = isShown ? { subject: row.subject, text: row.text } : { subject: t('Message for its recipient alone'), text: t('Only the recipient reads what it says.') }
  return {
    id: row.id, recipient: row.recipient, ...said, createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null, delivery: deliveryOf(row, isMailed), attempts: row.attempts, lastError: row.last_error,
  }
}
