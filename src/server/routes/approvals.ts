/** The approver's calls: pending entries and the decisions on them. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApprovalAttachment, ApprovalEntry, ApprovalsAnswer, DecisionRequest, described, enumOf, integer, list, object, optional, text } from '../../contract/index.ts'
import { DECISIONS, hasApprovals, type DecisionKind } from '../../core/index.ts'
import { commandContext, holderOf, messageFor, type CommandContext } from '../commands/context.ts'
import { decideEntry, findDecision, queueKey, type DecisionCase } from '../commands/decide-entry.ts'
import { docFor } from '../commands/projection-context.ts'
import { visibleEntries } from '../commands/visible-entries.ts'
import { AppError } from '../errors.ts'
import { whenLong, type Costs } from '../limits/cost-classes.ts'
import { data, json } from '../openapi/call.ts'
import { fieldsOfEntry, presentEntry } from '../presenters/approval-entry.ts'
import { readLabels } from '../presenters/labels.ts'
import { countOpenEntries, listEntries } from '../store/approvals/approval-entries.ts'
import type { Db } from '../store/connection/database.ts'
import { MAX_ENTRIES, ENTRIES_ASKED, entriesFor } from './approval-entries.ts'
import { decisionRequestOf } from './decision-request.ts'
import { documentAttachments } from './document-attachments.ts'
import { bodyOf, revOf, wholeNumberOf } from './documents/request.ts'
import { runPrepared } from './run-once.ts'
import { entriesOrOne, isForOne } from './single-entry.ts'

const TAG = 'Approvals'
const SUMMARIES: Record<DecisionKind, string> = { approve: 'Approve', reject: 'Reject with a reason', delegate: 'Hand an entry to a colleague', return: 'Return to the sender with a reason' }
const ENTRIES = { tag: TAG, query: ENTRIES_ASKED, answer: json('A page of entries, and on the first how many of each type there are.', ApprovalsAnswer), errors: [404] as const }
const DOCUMENT_ASKED = object({ no: described(text, 'Number of the document.'), documentType: optional(described(text, 'Document type, in case documents of several types have the number.')), contents: optional(described(enumOf(['0']), '0: without the contents of the files.')) })

/** The entry that is asked for by its number comes with its printed form. */
const costsOfEntries: Costs = (request) => (isForOne(request) ? 'print' : whenLong(MAX_ENTRIES)(request))

/** Registers approvals/…, relative to where the app mounts them. */
export function registerApprovalRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', ({ session }, _reply, next) => next(hasApprovals(session.actor) ? undefined : new AppError('forbidden')))

  app.get('/approvals/approvalEntries', { config: { costs: costsOfEntries }, schema: { call: { ...ENTRIES, id: 'approvalEntries', summary: 'Approval entries' } } }, entriesOrOne)

  // For callers that know it under its older name.
  app.get('/approvals/approvals', { config: { costs: costsOfEntries }, schema: { call: { ...ENTRIES, id: 'approvals', summary: 'Approval entries (alias)' } } }, entriesOrOne)

  app.get('/approvals/nestedApprovalEntries', {
    schema: { call: { ...ENTRIES, id: 'nestedApprovalEntries', summary: 'Approval entries of a document', answer: json('All of them.', ApprovalsAnswer) } },
  }, (request) => entriesFor(request, 'nested'))

  app.get('/approvals/count', {
    schema: { call: { id: 'approvalsCount', summary: 'How many entries are waiting for the caller', tag: TAG, answer: data('The count.', object({ open: integer })) } },
  }, async (request) => {
    const { services } = request.server
    const open = await countOpenEntries(services.database.kysely, request.session.company.code, holderOf(request.session))
    return { data: { open }, message: '' }
  })

  app.get('/approvals/documentAttachments', {
    config: { costs: ({ query }) => ((query as { contents?: string }).contents === '0' ? undefined : 'file') },
    schema: { call: { id: 'documentAttachments', summary: 'Attachments of a document to approve', tag: TAG, query: DOCUMENT_ASKED, answer: data('The files.', list(ApprovalAttachment)), errors: [404] } },
  }, documentAttachments)

  for (const kind of DECISIONS) {
    app.post(`/approvals/${kind}`, {
      config: { decision: kind } as object,
      schema: { call: { id: `approvals-${kind}`, summary: SUMMARIES[kind], tag: TAG, isOnce: true, body: DecisionRequest, answer: data('The decided entry.', ApprovalEntry), errors: [403, 404, 409, 422] } },
    }, async (request, reply) => {
      const command = commandContext(request.server.services, request.session)
      const { kysely } = request.server.services.database
      return runPrepared(request, reply, {
        prepare: async () => {
          const decision = await decisionOf(kysely, request, command, kind)
          return { decision, found: await findDecision(kysely, command, decision) }
        },
        turn: ({ found }) => queueKey(found.at),
        work: async (tx, { decision, found }) => {
          const { type, record, entry, warnings } = await decideEntry(tx, command, decision, found)
          const doc = await docFor(tx, command, type, record)
          const rows = await listEntries(tx, command.engine.catalogue.organisation, { company: command.session.company.code, entryNo: entry.entry_no })
          const data = rows[0] ? presentEntry(command, rows[0], type, { record, isAssigned: true, labels: await readLabels(tx, command, [{ fields: fieldsOfEntry(type, record), doc: record.data }]) }) : null
          return { status: 200, body: { data, message: messageFor(type, command.session, type.manifest.actions[kind]?.success ?? kind, doc), ...(warnings.length > 0 && { warnings }) } }
        },
      })
    })
  }
}

async function decisionOf(db: Db, request: FastifyRequest, command: CommandContext, kind: DecisionKind): Promise<DecisionCase> {
  const body = bodyOf(request)
  const { code } = body
  const entryNo = body['entryNo'] === undefined && typeof code === 'string' && code !== '' ? await openEntryOf(db, command, code) : wholeNumberOf(body['entryNo'])
  if (entryNo === undefined || entryNo < 1) throw new AppError('key-missing', { field: 'entryNo' })
  return { kind, entryNo, rev: revOf(request), ...decisionRequestOf(body) }
}

/**
 * Finds the open entry of the document with this number: preferably one that waits for the caller, otherwise one that they may see, so that
 * the decision can state why it is refused.
 */
async function openEntryOf(db: Db, command: CommandContext, key: string): Promise<number> {
  const criteria = { company: command.session.company.code, key, statuses: ['Open'] }
  for (const one of [{ ...criteria, waitingFor: holderOf(command.session) }, criteria]) {
    const found = await visibleEntries(db, command, one)
    // Numbers are drawn per type, so two documents may have the same number.
    if (new Set(found.map(({ row }) => row.type)).size > 1) throw new AppError('number-of-several', { no: key })
    if (found[0] !== undefined) return found[0].row.entry_no
  }
  throw new AppError('not-found')
}
