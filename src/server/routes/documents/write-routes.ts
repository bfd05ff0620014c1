/** The calls that write: create, update, delete, lines, files, actions. Each runs in one transaction. */
import type { FastifyRequest } from 'fastify'
import { isDecision, type CompiledType, type FieldIssue, type JsonObject, type ResolvedEndpoint } from '../../../core/index.ts'
import { checkedFiles, readAttachments } from '../../commands/attachments.ts'
import { commandContext, messageFor, rowsOf, typeOf, type CommandContext } from '../../commands/context.ts'
import { createDocument } from '../../commands/create-document.ts'
import { queueKey } from '../../commands/decide-entry.ts'
import { decideRecord } from '../../commands/decide-record.ts'
import { deleteDocument, removeFile, type DeleteRequest } from '../../commands/delete-document.ts'
import type { AskedRequest } from '../../commands/dual-control/ask-for-change.ts'
import { docFor } from '../../commands/projection-context.ts'
import { runAction } from '../../commands/run-action.ts'
import type { Written } from '../../commands/written.ts'
import { readFileFields } from '../../commands/file-fields.ts'
import { lockRecord } from '../../commands/load-record.ts'
import { addLine, changeLine, removeLine, updateDocument } from '../../commands/update-document.ts'
import { AppError } from '../../errors.ts'
import { NO_EXTRAS, presentRecord } from '../../presenters/record.ts'
import { foundUnder, createFromSource } from '../../sources/suggestions.ts'
import type { CardExtras } from '../../store/approvals/card-extras.ts'
import { listEntries } from '../../store/approvals/approval-entries.ts'
import type { Tx } from '../../store/connection/database.ts'
import { decisionRequestOf } from '../decision-request.ts'
import { runOnce, runPrepared, type Outcome } from '../run-once.ts'
import type { Handler } from './read-routes.ts'
import { isGeneric } from '../../generic-endpoints.ts'
import { bodyOf, inputIn, keyIn, keyOf, queryOf, reasonOf, revOf, payloadOf, wholeNumberOf } from './request.ts'
import { formOf, isNewRecord, saveForm } from './sent-form.ts'

/** Creates a record with its lines and files. */
export function createHandler(typeId: string): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const sent = bodyOf(request)
    const attachments = await readAttachments(type, sent, checkedFiles(command))
    const { body, files } = await readFileFields(type, sent, checkedFiles(command))
    return runOnce(request, reply, async (tx) => {
      const written = await createDocument(tx, command, { type: typeId, body, attachments, files, reason: reasonOf(request) })
      if (!('record' in written)) return waiting(written.asked, null, written.warnings)
      const isBare = attachments === undefined || attachments.added.length === 0
      return answer(tx, command, type, written, 'created', 201, isBare ? NO_EXTRAS : undefined)
    })
  }
}

/** Updates a record, based on the revision `_rev` that the client read. @throws AppError stale if it has changed since */
export function updateHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revFor(request, endpoint, type), body: bodyOf(request) }
    const attachments = await readAttachments(type, given.body, checkedFiles(command))
    const { body, files } = await readFileFields(type, given.body, checkedFiles(command))
    return runOnce(request, reply, async (tx) => answer(tx, command, type, await updateDocument(tx, command, { ...given, body, attachments, files, reason: reasonOf(request) }), 'updated'))
  }
}

/** Adds, changes or removes a line, for the calls that the manifest declares for it. */
export function lineHandler(typeId: string, endpoint: ResolvedEndpoint, array: string, change: 'create' | 'update' | 'delete'): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revOf(request), body: payloadOf(request, endpoint), attachments: undefined, array }
    const { body, files } = await readFileFields(type, given.body, checkedFiles(command), array)
    const run = { create: addLine, update: changeLine, delete: removeLine }[change]
    return runOnce(request, reply, async (tx) => answer(tx, command, type, await run(tx, command, { ...given, body, files }), `${array}.${change}`))
  }
}

/** Creates a record from something that a service found, or returns the existing one. */
export function importHandler(typeId: string): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    if (rowsOf(command, type, 'list').kind === 'never') throw new AppError('forbidden')
    const { search, key } = bodyOf(request)
    if (typeof search !== 'string' || typeof key !== 'string') throw new AppError('key-missing', { field: typeof search === 'string' ? 'key' : 'search' })
    // Called before the transaction, so that a slow service does not block other requests.
    const doc = await foundUnder(command.services.database.kysely, command, type, { search, key })
    return runOnce(request, reply, async (tx) => {
      const record = await createFromSource(tx, command, type, doc)
      return { status: 200, body: { data: await presentRecord(tx, command, type, record, NO_EXTRAS), message: '' } }
    })
  }
}

/** Deletes a record. @throws AppError still-used if other records refer to it */
export function deleteHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revFor(request, endpoint, type), reason: reasonOf(request), input: bodyOf(request)['input'] }
    return runOnce(request, reply, async (tx) => erase(tx, command, type, given))
  }
}

/** Removes one attached file from a record. */
export function removeFileHandler(typeId: string, endpoint: ResolvedEndpoint): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const given = { type: typeId, key: keyOf(request, endpoint), rev: revFor(request, endpoint, type), fileId: fileIdOf(request) }
    return runOnce(request, reply, async (tx) => {
      await removeFile(tx, command, given)
      return { status: 200, body: { data: null, message: type.message('attachments.delete', {}) } }
    })
  }
}

function fileIdOf(request: FastifyRequest): string {
  const { fileId } = request.params as { fileId?: string }
  const sent = fileId ?? bodyOf(request)['fileId'] ?? bodyOf(request)['id'] ?? queryOf(request)['fileId']
  if (typeof sent !== 'string' || sent === '') throw new AppError('key-missing', { field: 'fileId' })
  return sent
}

/**
 * Runs an action of the manifest, or a decision on an approval. `actionOf` returns the action that the call names, or several to choose
 * from by the record's state.
 */
export function actionHandler(typeId: string, endpoint: ResolvedEndpoint, actionOf: (request: FastifyRequest) => string | string[]): Handler {
  return async (request, reply) => {
    const command = commandContext(request.server.services, request.session)
    const type = typeOf(command.engine, typeId)
    const named = actionOf(request)
    const body = withOwnNames(bodyOf(request), endpoint)
    const saving = typeof named === 'string' ? type.manifest.actions[named] : undefined
    const form = saving && (await formOf(type, saving, body, checkedFiles(command)))
    if (form) {
      const at = { type: typeId, key: isNewRecord(type, saving, body) ? keyIn(request, endpoint) : keyOf(request, endpoint), rev: revOf(request) }
      return runOnce(request, reply, async (tx) => {
        const key = await saveForm(tx, command, form, at, saving)
        return act(tx, command, type, saving.id, { type: typeId, key, rev: undefined }, body)
      })
    }
    const key = typeof named === 'string' && isDecision(named) ? await keyOfDecision(request, endpoint, command, typeId) : keyOf(request, endpoint)
    const at = { type: typeId, key, rev: revOf(request) }
    return runPrepared(request, reply, {
      prepare: () => Promise.resolve(),
      turn: () => (typeof named === 'string' && isDecision(named) ? queueKey({ company: command.session.company.code, type: typeId, key }) : undefined),
      work: async (tx) => {
        const action = typeof named === 'string' ? named : await actionByState(tx, command, type, at, named)
        request.meant = { documentType: typeId, action }
        return act(tx, command, type, action, at, body)
      },
    })
  }
}

/** The body by the names that the call reads. */
function withOwnNames(body: JsonObject, { parameters = {} }: ResolvedEndpoint): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [Object.hasOwn(parameters, name) ? (parameters[name] ?? name) : name, value]))
}

async function act(tx: Tx, command: CommandContext, type: CompiledType, action: string, at: Addressed, body: JsonObject): Promise<Outcome> {
  const { deletes = false, success = action, answersOnly = false } = type.manifest.actions[action] ?? {}
  if (deletes) return erase(tx, command, type, { ...at, input: body['input'] })
  const written = await runOf(type, action, at, body)(tx, command)
  return answersOnly ? answerOnly(tx, command, type, written, success) : answer(tx, command, type, written, success)
}

/** A decision may also name just the approval entry, as callers of the calls in `endpoints` do. */
async function keyOfDecision(request: FastifyRequest, endpoint: ResolvedEndpoint, command: CommandContext, type: string): Promise<string> {
  const body = bodyOf(request)
  const entryNo = entryNamedIn(body)
  if (endpoint.key?.in !== 'body' || body[endpoint.key.name] !== undefined || entryNo === undefined) return keyOf(request, endpoint)
  const [found] = await listEntries(command.services.database.kysely, command.engine.catalogue.organisation, { company: command.session.company.code, type, entryNo })
  if (found === undefined) throw new AppError('not-found')
  return found.document_key
}

/** The approval entry that a decision names; undefined if it names none. */
function entryNamedIn(body: JsonObject): number | undefined {
  const sent = body['approvalEntryNo']
  if (sent === undefined || sent === null || sent === '') return undefined
  const entryNo = wholeNumberOf(sent)
  if (entryNo === undefined || entryNo < 1) throw new AppError('not-found')
  return entryNo
}

/** The action allowed in the record's state. If there is none, the first one, which then fails with the reason. */
async function actionByState(tx: Tx, command: CommandContext, type: CompiledType, at: Addressed, actions: string[]): Promise<string> {
  const { record } = await lockRecord(tx, command, type, at.key, at.rev)
  return actions.find((id) => type.manifest.actions[id]?.from.includes(record.state)) ?? actions[0] ?? ''
}

/**
 * The client's revision. The generic calls require one if the type does; the calls that `endpoints` names do not. @throws AppError
 * revision-missing
 */
function revFor(request: FastifyRequest, endpoint: ResolvedEndpoint, { manifest }: CompiledType): number | undefined {
  const rev = revOf(request)
  if (rev === undefined && manifest.needsRevision === true && isGeneric(manifest, endpoint)) throw new AppError('revision-missing', { title: manifest.title.one, no: keyIn(request, endpoint) })
  return rev
}

interface Addressed { type: string; key: string; rev: number | undefined; reason?: string | undefined }

/** A decision applies to the caller's open entry; any other action applies to the record. */
function runOf(type: CompiledType, action: string, at: Addressed, body: JsonObject): (tx: Tx, command: CommandContext) => Promise<Written> {
  if (isDecision(action) && type.manifest.approval) {
    const request = decisionRequestOf(body)
    const entryNo = entryNamedIn(body)
    return (tx, command) => decideRecord(tx, command, { ...at, kind: action, request, entryNo })
  }
  const input = inputIn(body) ?? inputFromBody(type, action, body)
  return (tx, command) => runAction(tx, command, { ...at, action, input })
}

/** In the calls that `endpoints` names, the dialog's input is next to the key. */
function inputFromBody(type: CompiledType, action: string, body: JsonObject): JsonObject {
  const fields = type.manifest.actions[action]?.input?.fields ?? {}
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name)))
}

async function erase(tx: Tx, command: CommandContext, type: CompiledType, given: DeleteRequest): Promise<Outcome> {
  const { doc, asked } = await deleteDocument(tx, command, given)
  if (asked !== undefined) return waiting(asked, null)
  return { status: 200, body: { data: null, message: messageFor(type, command.session, 'deleted', doc) } }
}

/** The response of an action with `answersOnly`: its warnings, or its success message if there are none. */
async function answerOnly(tx: Tx, command: CommandContext, type: CompiledType, { record, warnings }: Written, success: string): Promise<Outcome> {
  const texts = warnings.length > 0 ? [...new Set(warnings.map(({ message }) => message))] : [messageFor(type, command.session, success, await docFor(tx, command, type, record))]
  return { status: 200, body: { data: texts, message: texts.join(' '), ...(warnings.length > 0 && { warnings }) } }
}

/** The response to a change that a second person must approve first. */
function waiting({ type, key, message }: AskedRequest, data: JsonObject | null, warnings: FieldIssue[] = []): Outcome {
  return { status: 202, body: { data, message, request: { type, key }, ...(warnings.length > 0 && { warnings }) } }
}

async function answer(tx: Tx, command: CommandContext, type: CompiledType, { record, warnings, asked }: Written, message: string, status = 200, extras?: CardExtras): Promise<Outcome> {
  const data = await presentRecord(tx, command, type, record, extras)
  if (asked !== undefined) return waiting(asked, data, warnings)
  return { status, body: { data, message: messageFor(type, command.session, message, await docFor(tx, command, type, record)), ...(warnings.length > 0 && { warnings }) } }
}
