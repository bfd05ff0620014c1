/** The approver's calls: what waits, and the decisions. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApprovalEntry } from '../../contract/index.ts'
import { DECISIONS, hasApprovals, type DecisionKind } from '../../core/index.ts'
import { approverNumber, commandContext, messageFor, type CommandContext } from '../commands/context.ts'
import { decideEntry, type DecisionCase } from '../commands/decide-entry.ts'
import { docFor } from '../commands/reader-beside.ts'
import { visibleEntries } from '../commands/visible-entries.ts'
import { AppError } from '../errors.ts'
import { presentEntry } from '../presenters/approval-entry.ts'
import { presentRecord } from '../presenters/record.ts'
import { countOpenEntries, listEntries, type EntryQuestion } from '../store/approval-entries.ts'
import { decisionRequestOf } from './decision-request.ts'
import { bodyOf, queryOf, revOf } from './documents/request.ts'
import { runOnce } from './run-once.ts'

const MOST_ENTRIES = 200
const SCOPES = ['mine', 'sent', 'delegated', 'history']
const STATUSES = ['Created', 'Open', 'Approved', 'Rejected', 'Canceled', 'Delegated']

/** Registers approvals/…, relative to where the app mounts them. */
export function registerApprovalRoutes(app: FastifyInstance): void {
  app.addHook('onRequest', ({ session }, _reply, next) => next(hasApprovals(session.actor) ? undefined : new AppError('forbidden')))

  app.get('/approvals/approvalEntries', async (request) => ({ data: await entriesFor(request), message: '' }))

  app.get('/approvals/nestedApprovalEntries', async (request) => ({ data: await entriesFor(request, 'nested'), message: '' }))

  app.get('/approvals/count', async (request) => {
    const { services } = request.server
    const open = await countOpenEntries(services.database.kysely, request.session.company.code, approverNumber(request.session))
    return { data: { open }, message: '' }
  })

  app.get('/approvals/documentAttachments', async (request) => {
    const command = commandContext(request.server.services, request.session)
    const db = request.server.services.database.kysely
    const { no, documentType } = queryOf(request)
    if (no === undefined || no === '') throw new AppError('key-missing', { field: 'no' })
    const [found] = (await visibleEntries(db, command, { company: command.session.company.code, key: no })).filter(({ row }) => documentType === undefined || row.type === documentType)
    if (!found) throw new AppError('not-found')
    const type = command.engine.type(found.row.type)
    const wire = await presentRecord(db, command, type, found.record)
    return { data: wire[type.manifest.attachments?.field ?? ''] ?? [], message: '' }
  })

  for (const kind of DECISIONS) {
    app.post(`/approvals/${kind}`, { config: { decision: kind } as object }, (request, reply) => {
      const command = commandContext(request.server.services, request.session)
      const decision = decisionOf(request, kind)
      return runOnce(request, reply, async (tx) => {
        const { type, record, entry } = await decideEntry(tx, command, decision)
        const doc = await docFor(tx, command, type, record)
        const rows = await listEntries(tx, command.engine.catalogue.organisation, { company: command.session.company.code, entryNo: entry.entry_no })
        const data = rows[0] ? presentEntry(command, rows[0], type, { record, isAssigned: true }) : null
        return { status: 200, body: { data, message: messageFor(type, command.session, type.manifest.actions[kind]?.success ?? kind, doc) } }
      })
    })
  }
}

function decisionOf(request: FastifyRequest, kind: DecisionKind): DecisionCase {
  const body = bodyOf(request)
  const entryNo = Number(body['entryNo'])
  if (!Number.isSafeInteger(entryNo) || entryNo < 1) throw new AppError('key-missing', { field: 'entryNo' })
  return { kind, entryNo, rev: revOf(request), ...decisionRequestOf(body) }
}

async function entriesFor(request: FastifyRequest, form: 'flat' | 'nested' = 'flat'): Promise<ApprovalEntry[]> {
  const command = commandContext(request.server.services, request.session)
  const db = request.server.services.database.kysely
  const found = await visibleEntries(db, command, questionOf(command, queryOf(request), form))
  return found.map(({ row, ...document }) => {
    const type = command.engine.type(row.type)
    return presentEntry(command, row, type, document)
  })
}

/** Entries of others are asked for only by document; a foreign approverID is not obeyed. */
function questionOf(command: CommandContext, query: Record<string, string>, form: 'flat' | 'nested'): EntryQuestion {
  const company = command.session.company.code
  const me = approverNumber(command.session)
  const { status, documentNo, documentType, scope } = query
  if (scope !== undefined && !SCOPES.includes(scope)) throw new AppError('invalid-filter', { field: 'scope' })
  if (status !== undefined && status !== '' && !STATUSES.includes(status)) throw new AppError('invalid-filter', { field: 'status' })
  const shared = {
    company,
    ...(documentType !== undefined && documentType !== '' && { type: documentType }),
    ...(documentNo !== undefined && documentNo !== '' && { key: documentNo }),
    ...(status !== undefined && status !== '' && { statuses: [status] })
  }
  if (form === 'nested' || (scope === undefined && shared.key !== undefined)) {
    if (shared.key === undefined) throw new AppError('key-missing', { field: 'documentNo' })
    return shared
  }
  if (scope === 'sent') return { ...shared, sender: me, newest: MOST_ENTRIES }
  if (scope === 'delegated') return { statuses: ['Open'], ...shared, delegatedTo: me, newest: MOST_ENTRIES }
  if (scope === 'history') return { statuses: ['Approved', 'Rejected', 'Delegated', 'Canceled'], ...shared, approver: me, newest: MOST_ENTRIES }
  return { statuses: ['Open'], ...shared, approver: me, newest: MOST_ENTRIES }
}
