/** The calls that write: create, update, delete, lines, files, actions. One transaction each. */
import type { FastifyRequest } from 'fastify'
import { isDecision, type CompiledType, type JsonObject, type ResolvedEndpoint } from '../../../core/index.ts'
import { readAttachments } from '../../commands/attachments.ts'
import { commandContext, messageFor, typeOf, type CommandContext } from '../../commands/context.ts'
import { createDocument, type Written } from '../../commands/create-document.ts'
import { decideRecord } from '../../commands/decide-record.ts'
import { deleteDocument, removeFile } from '../../commands/delete-document.ts'
import { docFor } from '../../commands/reader-beside.ts'
import { runAction } from '../../commands/run-action.ts'
import { readFileFields } from '../../commands/file-fields.ts'
import { lockRecord } from '../../commands/load-record.ts'
import { addLine, changeLine, removeLine, updateDocument } from '../../commands/update-document.ts'
import { AppError } from '../../errors.ts'
import { NOTHING_BESIDE, presentRecord } from '../../presenters/record.ts'
import type { Beside } from '../../store/beside.ts'
import type { Tx } from '../../store/database.ts'
import { decisionRequestOf } from '../decision-request.ts'
import { runOnce, type Outcome } from '../run-once.ts'
import type { Handler } from './read-routes.ts'
import { bodyOf, keyOf, queryOf, revOf } from './request.ts'

/** Creates a record, with its lines and files. */
export function createHandler(typeId: string): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const sent = bodyOf(request)
    const attachments = await readAttachments(type, sent)
    const { body, files } = await readFileFields(type, sent)
    return runOnce(request, reply, async (tx) => {
      const written = await createDocument(tx, command, { type: typeId, body, attachments, files })
      const isBare = attachments === undefined || attachments.added.length === 0
      return answer(tx, command, type, written, 'created', 201, isBare ? NOTHING_BESIDE : undefined)
    })
  }
}

/** Changes a record from the revision `_rev` that the person saw. @throws AppError stale when it has changed since. */
export function updateHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revOf(request), body: bodyOf(request) }
    const attachments = await readAttachments(type, given.body)
    const { body, files } = await readFileFields(type, given.body)
    return runOnce(request, reply, async (tx) => answer(tx, command, type, await updateDocument(tx, command, { ...given, body, attachments, files }), 'updated'))
  }
}

/** Adding or removing lines by the specification's own calls. */
export function lineHandler(typeId: string, endpoint: ResolvedEndpoint, array: string, change: 'create' | 'update' | 'delete'): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revOf(request), body: { ...queryOf(request), ...bodyOf(request) }, attachments: undefined, array }
    const { body, files } = await readFileFields(type, given.body, array)
    const run = { create: addLine, update: changeLine, delete: removeLine }[change]
    return runOnce(request, reply, async (tx) => answer(tx, command, type, await run(tx, command, { ...given, body, files }), `${array}.${change}`))
  }
}

/** Deletes a record. @throws AppError still-used when others refer to it. */
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

/** Takes one attached file from a record. */
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

/** Does an action of the manifest, or a decision on an approval; `actionOf` says which one the call names, or which of several the record's state tells. */
export function actionHandler(typeId: string, endpoint: ResolvedEndpoint, actionOf: (request: FastifyRequest) => string | string[]): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const named = actionOf(request)
    const body = bodyOf(request)
    const at = { type: typeId, key: keyOf(request, endpoint), rev: revOf(request) }
    return runOnce(request, reply, async (tx) => {
      const action = typeof named === 'string' ? named : await actionByState(tx, command, type, at, named)
      const run = runOf(type, action, at, body)
      if (type.manifest.actions[action]?.deletes) return erase(tx, command, type, at)
      const written = await run(tx, command)
      const { success = action, answersOnly = false } = type.manifest.actions[action] ?? {}
      return answersOnly ? told(tx, command, type, written, success) : answer(tx, command, type, written, success)
    })
  }
}

/** The action that the record's state offers; the first where it offers none, which then says why. */
async function actionByState(tx: Tx, command: CommandContext, type: CompiledType, at: Addressed, actions: string[]): Promise<string> {
  const { record } = await lockRecord(tx, command, type, at.key, at.rev)
  return actions.find((id) => type.manifest.actions[id]?.from.includes(record.state)) ?? actions[0] ?? ''
}

interface Addressed { type: string; key: string; rev: number | undefined }

/** A decision goes to the open entry of whoever asks; anything else to the record. */
function runOf(type: CompiledType, action: string, at: Addressed, body: JsonObject): (tx: Tx, command: CommandContext) => Promise<Written> {
  if (isDecision(action) && type.manifest.approval) {
    const request = decisionRequestOf(body)
    return (tx, command) => decideRecord(tx, command, { ...at, kind: action, request })
  }
  const input = body['input'] ?? inputFromBody(type, action, body)
  return (tx, command) => runAction(tx, command, { ...at, action, input })
}

/** The specification's calls carry what the dialog asked for beside the key. */
function inputFromBody(type: CompiledType, action: string, body: JsonObject): JsonObject {
  const fields = type.manifest.actions[action]?.input?.fields ?? {}
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name)))
}

async function erase(tx: Tx, command: CommandContext, type: CompiledType, given: Addressed): Promise<Outcome> {
  const doc = await deleteDocument(tx, command, given)
  return { status: 200, body: { data: null, message: messageFor(type, command.session, 'deleted', doc) } }
}

/** What an action that only answers says: what it warns of, or its success where there is nothing. */
async function told(tx: Tx, command: CommandContext, type: CompiledType, { record, warnings }: Written, success: string): Promise<Outcome> {
  const texts = warnings.length > 0 ? [...new Set(warnings.map(({ message }) => message))] : [messageFor(type, command.session, success, await docFor(tx, command, type, record))]
  return { status: 200, body: { data: texts, message: texts.join(' '), ...(warnings.length > 0 && { warnings }) } }
}

async function answer(tx: Tx, command: CommandContext, type: CompiledType, { record, warnings }: Written, message: string, status = 200, beside?: Beside): Promise<Outcome> {
  const data = await presentRecord(tx, command, type, record, beside)
  return { status, body: { data, message: messageFor(type, command.session, message, await docFor(tx, command, type, record)), ...(warnings.length > 0 && { warnings }) } }
}
