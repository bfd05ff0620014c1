/** The calls that write: create, update, delete, lines, files, actions. One transaction each. */
import type { FastifyRequest } from 'fastify'
import type { CompiledType, JsonObject, ResolvedEndpoint } from '../../../core/index.ts'
import { readAttachments } from '../../commands/attachments.ts'
import { docOf } from '../../commands/check-document.ts'
import { commandContext, messageFor, rowsOf, typeOf, type CommandContext } from '../../commands/context.ts'
import { createDocument, type Written } from '../../commands/create-document.ts'
import { decideEntry, type DecisionKind } from '../../commands/decide-entry.ts'
import { deleteDocument, removeFile } from '../../commands/delete-document.ts'
import { runAction } from '../../commands/run-action.ts'
import { addLine, removeLine, updateDocument } from '../../commands/update-document.ts'
import { AppError } from '../../errors.ts'
import { NOTHING_BESIDE, presentRecord } from '../../presenters/record.ts'
import type { Beside } from '../../store/beside.ts'
import { listEntries } from '../../store/approval-entries.ts'
import { approverNumber } from '../../commands/context.ts'
import type { Tx } from '../../store/database.ts'
import { findDocument } from '../../store/documents.ts'
import { runOnce, type Outcome } from '../run-once.ts'
import type { Handler } from './read-routes.ts'
import { bodyOf, keyOf, queryOf, revOf } from './request.ts'

const DECISIONS = new Set<string>(['approve', 'reject', 'delegate', 'return'])

export function createHandler(typeId: string): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const body = bodyOf(request)
    const attachments = await readAttachments(type, body)
    return runOnce(request, reply, async (tx) => {
      const written = await createDocument(tx, command, { type: typeId, body, attachments })
      const isBare = attachments === undefined || attachments.added.length === 0
      return answer(tx, command, type, written, 'created', 201, isBare ? NOTHING_BESIDE : undefined)
    })
  }
}

export function updateHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revOf(request), body: bodyOf(request) }
    const attachments = await readAttachments(type, given.body)
    return runOnce(request, reply, async (tx) => answer(tx, command, type, await updateDocument(tx, command, { ...given, attachments }), 'updated'))
  }
}

/** Adding or removing lines by the specification's own calls. */
export function lineHandler(typeId: string, endpoint: ResolvedEndpoint, array: string, change: 'create' | 'delete'): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revOf(request), body: { ...queryOf(request), ...bodyOf(request) }, attachments: undefined, array }
    const run = change === 'create' ? addLine : removeLine
    return runOnce(request, reply, async (tx) => answer(tx, command, type, await run(tx, command, given), `${array}.${change}`))
  }
}

export function deleteHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revOf(request) }
    return runOnce(request, reply, async (tx) => {
      const doc = await deleteDocument(tx, command, given)
      return { status: 200, body: { data: null, message: messageFor(type, command.session, 'deleted', doc) } }
    })
  }
}

export function removeFileHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revOf(request), fileId: fileIdOf(request) }
    return runOnce(request, reply, async (tx) => {
      await removeFile(tx, command, given)
      return { status: 200, body: { data: null, message: 'Attachment successfully deleted' } }
    })
  }
}

function fileIdOf(request: FastifyRequest): string {
  const { fileId } = request.params as { fileId?: string }
  const sent = fileId ?? bodyOf(request)['fileId'] ?? bodyOf(request)['id'] ?? queryOf(request)['fileId']
  if (typeof sent !== 'string' || sent === '') throw new AppError('key-missing', { field: 'fileId' })
  return sent
}

export function actionHandler(typeId: string, endpoint: ResolvedEndpoint, actionOf: (request: FastifyRequest) => string): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const action = actionOf(request)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revOf(request), action, input: bodyOf(request)['input'] ?? inputFromBody(type, action, bodyOf(request)) }
    return runOnce(request, reply, async (tx) => {
      if (type.manifest.actions[action]?.deletes) return erase(tx, command, type, given)
      const written = DECISIONS.has(action) && type.manifest.approval ? await decide(tx, command, type, given.key, action as DecisionKind, request) : await runAction(tx, command, given)
      return answer(tx, command, type, written, type.manifest.actions[action]?.success ?? action)
    })
  }
}

/** The specification's calls carry what the dialog asked for beside the key. */
function inputFromBody(type: CompiledType, action: string, body: JsonObject): JsonObject {
  const fields = type.manifest.actions[action]?.input?.fields ?? {}
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name)))
}

async function erase(tx: Tx, command: CommandContext, type: CompiledType, given: { type: string; key: string; rev: number | undefined }): Promise<Outcome> {
  const doc = await deleteDocument(tx, command, given)
  return { status: 200, body: { data: null, message: messageFor(type, command.session, 'deleted', doc) } }
}

/** A decision by the record's own action: on the open entry of whoever asks. */
async function decide(tx: Tx, command: CommandContext, type: CompiledType, key: string, kind: DecisionKind, request: FastifyRequest): Promise<Written> {
  const at = { company: command.session.company.code, type: type.manifest.id, key }
  if (!(await findDocument(tx, at, rowsOf(command, type, 'get')))) throw new AppError('not-found')
  const [entry] = await listEntries(tx, command.engine.catalogue.organisation, { ...at, approver: approverNumber(command.session), statuses: ['Open'] })
  if (!entry) throw new AppError('not-the-approver')
  const body = bodyOf(request)
  const input = typeof body['input'] === 'object' && body['input'] !== null && !Array.isArray(body['input']) ? body['input'] : {}
  const text = (name: string): string | undefined => {
    const value = body[name] ?? input[name]
    return typeof value === 'string' ? value : undefined
  }
  const { record } = await decideEntry(tx, command, { kind, entryNo: entry.entry_no, reason: text('reason') ?? text('comment'), to: text('to'), rev: undefined })
  return { record, warnings: [] }
}

async function answer(tx: Tx, command: CommandContext, type: CompiledType, { record, warnings }: Written, message: string, status = 200, beside?: Beside): Promise<Outcome> {
  const data = await presentRecord(tx, command, type, record, beside)
  return { status, body: { data, message: messageFor(type, command.session, message, docOf(type, record)), ...(warnings.length > 0 && { warnings }) } }
}
