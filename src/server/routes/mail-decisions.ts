/**
 * The calls behind links in mails: the confirmation page and the decision. Opening the page decides nothing, because mail scanners open
 * links too.
 */
import type { FastifyPluginCallback } from 'fastify'
import { MailDecisionAnswer, MailDecisionRequest, object, text } from '../../contract/index.ts'
import type { Answer } from '../../contract/index.ts'
import { openDecisionLink, presentDecisionLink, refuseByMail, type OpenedLink } from '../approvals/mail-links.ts'
import { messageFor } from '../commands/context.ts'
import { decideEntry, queueKey } from '../commands/decide-entry.ts'
import { docFor } from '../commands/projection-context.ts'
import { AppError } from '../errors.ts'
import { data } from '../openapi/call.ts'
import { recordSignInEvent } from '../sign-in/audit.ts'
import { arrivalOf } from '../sign-in/device.ts'
import { limit } from '../sign-in/limits.ts'
import { useDecisionLink } from '../store/approvals/decision-links.ts'
import type { Db } from '../store/connection/database.ts'
import { decisionRequestOf } from './decision-request.ts'
import { bodyOf } from './documents/request.ts'
import { inTurn } from './in-turn.ts'

/** Public: the link identifies the approver. */
export const mailDecisionRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const { database, clock } = services
  const config = { isPublic: true }

  app.get<{ Params: { token: string } }>('/approvals/mail/:token', {
    config,
    schema: { call: { id: 'mail-decision', summary: 'The document behind the link in a mail to an approver; decides nothing', tag: 'Approvals', answer: data('For the confirming page.', MailDecisionAnswer), errors: [404, 410, 429] } },
  }, async ({ params, ip }, reply): Promise<Answer<MailDecisionAnswer>> => {
    await limit(services, { 'link-use-address': ip })
    void reply.header('cache-control', 'no-store')
    const opened = await openDecisionLink(services, database.kysely, params.token, ip)
    return { data: await presentDecisionLink(database.kysely, opened), message: '' }
  })

  app.post<{ Params: { token: string } }>('/approvals/mail/:token', {
    config,
    schema: {
      call: {
        id: 'mail-decide', summary: 'Decide with the link in a mail, once', tag: 'Approvals', body: MailDecisionRequest,
        answer: data('The document.', object({ documentNo: text })), errors: [403, 404, 409, 410, 422, 429],
      },
    },
  }, async (request): Promise<Answer<{ documentNo: string }>> => {
    await limit(services, { 'link-use-address': request.ip })
    const body = bodyOf(request)
    const { decision: kind, ...rest } = body
    if (kind !== 'approve' && kind !== 'reject') throw new AppError('invalid-request', { reason: '"decision" must be "approve" or "reject".' })
    const { reason } = decisionRequestOf(rest)
    const open = (db: Db): Promise<OpenedLink> => openDecisionLink(services, db, request.params.token, request.ip)
    const decide = (): Promise<Answer<{ documentNo: string }>> => database.transaction(async (tx) => {
      const opened = await open(tx)
      const { link, command } = opened
      refuseByMail(opened, kind)
      if (!(await useDecisionLink(tx, link.token_hash, clock.now()))) throw new AppError('decision-link-used')
      const { type, record, warnings } = await decideEntry(tx, command, { kind, entryNo: link.entry_no, rev: link.entry_rev, reason, to: undefined, input: {}, body: {} })
      await recordSignInEvent(tx, { company: link.company, kind: 'link-used', actor: link.user_id, arrival: arrivalOf(request), at: clock.now(), detail: `${kind} ${record.key}` })
      return { data: { documentNo: record.key }, message: messageFor(type, command.session, type.manifest.actions[kind]?.success ?? kind, await docFor(tx, command, type, record)), ...(warnings.length > 0 && { warnings }) }
    })
    return inTurn(database, { prepare: () => open(database.kysely), turn: ({ link, entry: { row } }) => queueKey({ company: link.company, type: row.type, key: row.document_key }), work: decide })
  })
  done()
}
