import { changedControlledFields, isSame, lineKeyNames, lockedChanges, numberLines, wireName, type CompiledType, type Doc, type JsonObject, type ResolvedField, t } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { updateDocument as replaceDocument } from '../store/documents/documents.ts'
import { appendEvent } from '../store/audit/events.ts'
import type { Tx } from '../store/connection/database.ts'
import { acceptForm } from './accept-form.ts'
import { applyAttachments, requireAttachment, type SentAttachments } from './attachments.ts'
import { changesBetween } from './changes.ts'
import { applyFileFields, keepKnownFiles, type FieldFile } from './file-fields.ts'
import { checkDocument } from './check-document.ts'
import { asText, typeOf, type CommandContext } from './context.ts'
import type { Written } from './written.ts'
import { askForChange, refuseOwnChange } from './dual-control/ask-for-change.ts'
import { lockRecord, type LockedRecord } from './load-record.ts'
import { permitKind, isOpen, requireOpenFiles } from './permit-action.ts'
import { prepareWrite } from './prepare-write.ts'
import { projectionContext } from './projection-context.ts'
import { followSave } from './run-action.ts'

export interface UpdateRequest { type: string; key: string; body: JsonObject; rev: number | undefined; attachments: SentAttachments | undefined; /** Files sent in fields of the body. */ files?: FieldFile[]; /** The requester's reason, if the change needs a second person's approval. */ reason?: string | undefined }

/** Changes a document by a client's request; fields that the body omits stay as they are. */
export async function updateDocument(tx: Tx, command: CommandContext, request: UpdateRequest): Promise<Written> {
  const type = typeOf(command.engine, request.type)
  const locked = await lockRecord(tx, command, type, request.key, request.rev)
  return changeDocument(tx, command, type, locked, { body: request.body, attachments: request.attachments, files: request.files, reason: request.reason })
}

/** Adds the lines sent under the array's name, or the body itself as one line. */
export async function addLine(tx: Tx, command: CommandContext, request: UpdateRequest & { array: string }): Promise<Written> {
  const type = typeOf(command.engine, request.type)
  const locked = await lockRecord(tx, command, type, request.key, request.rev)
  const wire = wireName(type.manifest.shape, request.array)
  const sent = request.body[wire] ?? request.body['line'] ?? request.body
  const lines = [...(await storedLines(tx, type, locked, command, wire)), ...(Array.isArray(sent) ? sent : [sent])]
  return changeDocument(tx, command, type, locked, { body: { [wire]: lines }, attachments: undefined, files: request.files })
}

/** Changes the fields that the body contains, on the line whose key it names. */
export async function changeLine(tx: Tx, command: CommandContext, request: UpdateRequest & { array: string }): Promise<Written> {
  const type = typeOf(command.engine, request.type)
  const locked = await lockRecord(tx, command, type, request.key, request.rev)
  const { wire, isWanted } = lineNamed(type, request)
  const before = await storedLines(tx, type, locked, command, wire)
  if (!before.some(isWanted)) throw new AppError('not-found')
  const lines = before.map((line) => (isWanted(line) ? { ...line, ...request.body } : line))
  return changeDocument(tx, command, type, locked, { body: { [wire]: lines }, attachments: undefined, files: request.files })
}

/** The array's wire name, and a predicate for the lines that the body names. */
function lineNamed({ manifest }: CompiledType, { array, body }: { array: string; body: JsonObject }): { wire: string; isWanted: (line: JsonObject) => boolean } {
  const field = manifest.shape.fields[array]
  const names = lineKeyNames(field)
  const [own = ''] = names
  const wanted = names.map((name) => body[name]).find((value) => value !== undefined)
  return { wire: wireName(manifest.shape, array), isWanted: (line) => wanted !== undefined && asText(line[own]) === asText(wanted) }
}

/** Removes the lines whose key the body names. */
export async function removeLine(tx: Tx, command: CommandContext, request: UpdateRequest & { array: string }): Promise<Written> {
  const type = typeOf(command.engine, request.type)
  const locked = await lockRecord(tx, command, type, request.key, request.rev)
  const { wire, isWanted } = lineNamed(type, request)
  const before = await storedLines(tx, type, locked, command, wire)
  const after = before.filter((line) => !isWanted(line))
  if (after.length === before.length) throw new AppError('not-found')
  return changeDocument(tx, command, type, locked, { body: { [wire]: after }, attachments: undefined, files: undefined })
}

/** The lines as the current user sees them; redacted values stay with the line they belong to. */
async function storedLines(tx: Tx, type: CompiledType, { record }: LockedRecord, command: CommandContext, wire: string): Promise<JsonObject[]> {
  const lines = type.project(record, command.session.actor, await projectionContext(tx, command, type, record))[wire]
  return Array.isArray(lines) ? (lines as JsonObject[]) : []
}

interface Change { reason?: string | undefined; body: JsonObject; attachments: SentAttachments | undefined; files: FieldFile[] | undefined }

async function changeDocument(tx: Tx, command: CommandContext, type: CompiledType, locked: LockedRecord, change: Change): Promise<Written> {
  const { session } = command
  const { record, doc: prev, relation, loaded, redacted } = locked
  const action = await permitKind(type, command, 'saves', { doc: prev, ctx: loaded.ctx, relation, isNew: false })
  const accepted = await acceptForm(tx, command, type, change.body, { stored: prev, around: { ...loaded.ctx, prev }, redacted })
  if (accepted.issues.some((issue) => issue.severity === 'error')) throw invalidDocument(accepted.issues)
  const filed = keepKnownFiles(type, accepted.doc, prev, change.files ?? [])
  const refused = [...filed.issues, ...lockedChanges(type.manifest, type.manifest.actions[action], prev, filed.doc)]
  if (refused.length > 0) throw invalidDocument(refused)
  if ((change.attachments?.added.length ?? 0) > 0) requireOpenFiles(type, action)
  refuseOwnChange(command, type, { before: prev, after: filed.doc })
  const given = { prev, action, key: record.key, issues: accepted.issues, redacted }
  const whole = await checkDocument(tx, command, type, { ...given, doc: filed.doc })
  // Rules may have filled further fields.
  refuseOwnChange(command, type, { before: prev, after: whole.doc })
  const controlled = changedControlledFields(type.manifest, prev, whole.doc)
  const asked = controlled.length === 0 ? undefined : await askForChange(tx, command, type, { kind: 'change', key: record.key, before: prev, after: whole.doc, redacted, fields: controlled, reason: change.reason })
  const rest = asked === undefined ? undefined : withFieldsOf(prev, filed.doc, controlled)
  if (asked !== undefined && rest !== undefined && isSame(rest, prev, (value) => value === null) && filesOf(change) === 0) return { record, warnings: whole.warnings, asked }
  const checked = rest === undefined ? whole : await checkDocument(tx, command, type, { ...given, doc: rest })
  const next = numberLines(type.manifest, checked.doc, prev)
  const data = withIdentity(type, next, prev)
  await prepareWrite(tx, command, type.manifest, record, { ...record, data })
  const written = await replaceDocument(tx, type.manifest, { company: session.company.code, key: record.key }, record.rev, {
    state: record.state, owner: record.owner, data, by: session.actor.id, at: command.now
  })
  if (!written) throw new AppError('stale')
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  const files = await applyAttachments(tx, type, at, isOpen(type, action, type.manifest.attachments?.field) ? change.attachments : undefined, session.actor.id)
  await applyFileFields(tx, type, at, { prev, next, files: change.files ?? [], by: session.actor.id })
  await requireAttachment(tx, type, at, action, '', { doc: next, ctx: checked.loaded.ctx })
  await appendEvent(tx, {
    ...at, kind: 'updated', actor: session.actor.id, ip: session.ip, at: command.now,
    changes: { ...changesBetween(type.manifest, prev, next), ...(files.added.length > 0 && { 'files added': files.added }), ...(files.removed.length > 0 && { 'files removed': files.removed }) }
  })
  const followed = await followSave(tx, command, type, action, { record: written, ctx: checked.loaded.ctx })
  return { record: written, warnings: [...checked.warnings, ...followed], ...(asked && { asked: { ...asked, message: t('Saved. {message}', { message: asked.message }) } }) }
}

/** Returns the document with these fields reset to their previous values. */
function withFieldsOf(before: Doc, after: Doc, fields: ResolvedField[]): Doc {
  const doc = { ...after }
  for (const { name } of fields) {
    const value = before[name]
    if (value === undefined) delete doc[name]
    else doc[name] = value
  }
  return doc
}

function filesOf({ attachments, files = [] }: Change): number {
  return files.length + (attachments?.added.length ?? 0) + (attachments === undefined ? 0 : 1)
}

/** A client can never change the key, the state or the owner, whatever the rules set them to. */
function withIdentity({ manifest }: CompiledType, next: Doc, prev: Doc): Doc {
  const doc = { ...next }
  for (const name of [manifest.key, manifest.stateField, ...(manifest.owner === undefined ? [] : [manifest.owner])]) {
    const value = prev[name]
    if (value === undefined) delete doc[name]
    else doc[name] = value
  }
  return doc
}
