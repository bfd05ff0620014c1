import { changedControlledFields, looksPlain, matches, type CompiledType, type Doc, type FieldIssue, type FieldPaths, type JsonObject } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { wordsOfCalls } from '../generic-endpoints.ts'
import { runSliced } from '../in-pieces.ts'
import { switchedOffFor } from '../settings/arrangement.ts'
import type { Tx } from '../store/connection/database.ts'
import { loadRecords } from '../store/lists/references.ts'
import { acceptForm } from './accept-form.ts'
import { applyAttachments, requireAttachment, type SentAttachments } from './attachments.ts'
import { applyFileFields, keepKnownFiles, type FieldFile } from './file-fields.ts'
import { checkDocument, type CheckedDocument } from './check-document.ts'
import { plainContext, rowsOf, titleFor, typeOf, type CommandContext } from './context.ts'
import { askForChange, type AskedRequest } from './dual-control/ask-for-change.ts'
import { enteredIn } from './dual-control/asked-changes.ts'
import { permitKind } from './permit-action.ts'
import { followSave } from './run-action.ts'
import { enteredKey, refuseSimilarKey, writeNewRecord } from './write-record.ts'
import type { Written } from './written.ts'

export interface CreateRequest { type: string; body: JsonObject; attachments: SentAttachments | undefined; /** Files sent in fields of the body. */ files?: FieldFile[]; /** The requester's reason, if the record needs a second person's approval. */ reason?: string | undefined }
/** A record that is created only when its request is approved. */
export interface PendingRequest { asked: AskedRequest; warnings: FieldIssue[] }

/**
 * Creates a document from a request body: applies stamps, checks it, numbers it and stores it with its files. If a field under dual control
 * has a value, it creates a request for the record instead.
 */
export async function createDocument(tx: Tx, command: CommandContext, request: CreateRequest): Promise<Written | PendingRequest> {
  const type = typeOf(command.engine, request.type)
  const { session } = command
  const plain = plainContext(command)
  const mayCreate = rowsOf(command, type, 'create')
  if (mayCreate.kind === 'never' || type.manifest.kind === 'ledger') throw new AppError('create-not-allowed', { title: titleFor(type, session) })
  if (switchedOffFor(command.engine, session).types.has(type.manifest.id)) throw new AppError('package-off', { title: titleFor(type, session) })
  const redacted = type.redacted(undefined, session.actor, { ctx: plain })
  const accepted = await acceptForm(tx, command, type, request.body, { around: plain, redacted })
  if (accepted.issues.some((issue) => issue.severity === 'error')) throw invalidDocument(accepted.issues)
  const filed = keepKnownFiles(type, accepted.doc, undefined, request.files ?? [])
  if (filed.issues.length > 0) throw invalidDocument(filed.issues)
  const stamped = withPlainKey(command, type, await runSliced(type.stamping(filed.doc, accepted.ctx)))
  const checked = await checkDocument(tx, command, type, { doc: stamped, action: 'save', issues: accepted.issues, redacted })
  const action = await permitKind(type, command, 'saves', { doc: checked.doc, ctx: checked.loaded.ctx, relation: { isOwner: true, hasOpenEntry: false }, isNew: true })
  await refuseSimilarKey(tx, command, type, checked.doc)
  const controlled = changedControlledFields(type.manifest, {}, checked.doc)
  if (controlled.length > 0) return askForNew(tx, command, type, checked, { ...request, redacted })
  const record = await writeNewRecord(tx, command, type, checked.doc)
  if (!matches(mayCreate, record, new Set())) throw new AppError('create-not-allowed', { title: titleFor(type, session) })
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  await applyAttachments(tx, type, at, request.attachments, session.actor.id)
  await applyFileFields(tx, type, at, { prev: undefined, next: record.data, files: request.files ?? [], by: session.actor.id })
  await requireAttachment(tx, type, at, 'save', '', { doc: checked.doc, ctx: checked.loaded.ctx })
  const followed = await followSave(tx, command, type, action, { record, ctx: checked.loaded.ctx })
  return { record, warnings: [...checked.warnings, ...followed] }
}

/** Letters, digits and the punctuation used in numbers and codes; excludes markup and characters with a special meaning in URLs. */
const KEY = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._/&()+:,@-]*[\p{L}\p{M}\p{N}.)])?$/u

/**
 * Returns the document with its key trimmed, its spaces single and normalised to NFC.
 * @throws AppError invalid-document if the key contains other characters, or is a word in the addresses of calls. No-break and other unusual
 * spaces are refused rather than replaced, since the record would not be found under the key that was given.
 */
function withPlainKey({ engine }: CommandContext, { manifest }: CompiledType, doc: Doc): Doc {
  const given = doc[manifest.key]
  if (manifest.series !== undefined || typeof given !== 'string' || given.trim() === '') return doc
  const key = given.trim().replace(/ {2,}/g, ' ').normalize('NFC')
  const title = manifest.shape.fields[manifest.key]?.title ?? manifest.key
  const refuse = (rule: string, message: string): AppError => invalidDocument([{ path: manifest.key, rule, message, severity: 'error' }])
  if (!KEY.test(key) || !looksPlain(key)) throw refuse('pattern', `${title} is made of letters, digits, spaces and . - _ / & ( ) + : , @ and begins with a letter or digit.`)
  if (wordsOfCalls(engine.catalogue).has(key)) throw refuse('pattern', `${title} cannot be "${key}", which is a word in the addresses of calls.`)
  return { ...doc, [manifest.key]: key }
}

/** A request for a new record can hold only field values; there is nowhere to store files yet. */
async function askForNew(tx: Tx, command: CommandContext, type: CompiledType, { doc, warnings }: CheckedDocument, { attachments, files = [], reason, redacted }: CreateRequest & { redacted: FieldPaths }): Promise<PendingRequest> {
  if (files.length > 0 || (attachments?.added.length ?? 0) > 0) throw new AppError('files-after-approval', { title: titleFor(type, command.session) })
  const key = enteredKey(type, doc) ?? ''
  const [taken] = await loadRecords(tx, command.session.company.code, key === '' ? [] : [{ type: type.manifest.id, key }])
  if (taken !== undefined) throw new AppError('key-taken', { title: titleFor(type, command.session), no: key })
  return { warnings, asked: await askForChange(tx, command, type, { kind: 'create', key, before: {}, after: doc, redacted, fields: enteredIn(type, doc), reason }) }
}
