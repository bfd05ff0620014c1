import { matches, numberLines, type CompiledType, type Doc, type FieldIssue, type JsonObject, type StoredRecord } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { offFor } from '../settings/arrangement.ts'
import { insertDocument } from '../store/documents.ts'
import { appendEvent } from '../store/events.ts'
import type { Tx } from '../store/database.ts'
import { drawNumber, formatNumber } from '../store/number-series.ts'
import { applyAttachments, requireAttachment, type SentAttachments } from './attachments.ts'
import { applyFileFields, settleFiles, type FieldFile } from './file-fields.ts'
import { checkDocument } from './check-document.ts'
import { asText, plainContext, rowsOf, titleFor, typeOf, type CommandContext } from './context.ts'
import { permitKind } from './permit-action.ts'

export interface CreateRequest { type: string; body: JsonObject; attachments: SentAttachments | undefined; /** Files in fields of the body. */ files?: FieldFile[] }
export interface Written { record: StoredRecord; warnings: FieldIssue[] }

/** Numbers in use already (records brought in from elsewhere) are passed over, this many at most. */
const MOST_NUMBERS_TRIED = 100

/** Creates a document from what a client sent: stamped, checked, numbered and written with its files. */
export async function createDocument(tx: Tx, command: CommandContext, request: CreateRequest): Promise<Written> {
  const type = typeOf(command.engine, request.type)
  const { session } = command
  const plain = plainContext(command)
  const mayCreate = rowsOf(command, type, 'create')
  if (mayCreate.kind === 'never' || type.manifest.kind === 'ledger') throw new AppError('create-not-allowed', { title: titleFor(type, session) })
  if (offFor(command.engine, session).types.has(type.manifest.id)) throw new AppError('package-off', { title: titleFor(type, session) })
  const hidden = type.hidden(undefined, session.actor, { ctx: plain })
  const accepted = type.accept(request.body, undefined, plain, hidden)
  if (accepted.issues.some((issue) => issue.severity === 'error')) throw invalidDocument(accepted.issues)
  const filed = settleFiles(type, accepted.doc, undefined, request.files ?? [])
  if (filed.issues.length > 0) throw invalidDocument(filed.issues)
  const stamped = type.stamp(filed.doc, plain)
  const verdict = await checkDocument(tx, command, type, { doc: stamped, action: 'save', isNew: true, issues: accepted.issues, hidden })
  permitKind(type, session, 'saves', { doc: verdict.doc, ctx: verdict.loaded.ctx, standing: { isOwner: true, hasOpenEntry: false }, isNew: true })
  const record = await writeNewRecord(tx, command, type, verdict.doc)
  if (!matches(mayCreate, record, new Set())) throw new AppError('create-not-allowed', { title: titleFor(type, session) })
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  await applyAttachments(tx, type, at, request.attachments, session.actor.id)
  await applyFileFields(tx, type, at, { prev: undefined, next: record.data, files: request.files ?? [], by: session.actor.id })
  await requireAttachment(tx, type, at, 'save', '', { doc: verdict.doc, ctx: verdict.loaded.ctx })
  return { record, warnings: verdict.warnings }
}

/** Gives a checked document its key, owner, state and line numbers, writes it and tells so in the audit trail. */
export async function writeNewRecord(tx: Tx, command: CommandContext, type: CompiledType, checked: Doc): Promise<StoredRecord> {
  const { session, now } = command
  const record = await insertNumbered(tx, command, type, checked)
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  await appendEvent(tx, { ...at, kind: 'created', actor: session.actor.id, to: record.state || null, ip: session.ip, at: now })
  return record
}

async function insertNumbered(tx: Tx, command: CommandContext, type: CompiledType, checked: Doc): Promise<StoredRecord> {
  const { manifest } = type
  const numbered = numberLines(manifest, checked)
  const state = Object.values(manifest.states).find((one) => one.initial)?.name ?? ''
  const owner = manifest.owner === undefined ? undefined : numbered[manifest.owner]
  const write = (key: string): Promise<StoredRecord | undefined> => insertDocument(tx, manifest, {
    company: command.session.company.code, key, state, owner: typeof owner === 'string' ? owner : undefined,
    data: { ...numbered, [manifest.key]: key, ...(state !== '' && { [manifest.stateField]: state }) }, by: command.session.actor.id, at: command.now
  })
  const given = numbered[manifest.key]
  if (manifest.series === undefined && given !== undefined && given !== null && given !== '') {
    const record = await write(asText(given))
    if (!record) throw new AppError('key-taken', { title: titleFor(type, command.session), no: asText(given) })
    return record
  }
  const { series } = manifest
  // Records without a series or a key of their own (ledger entries) are numbered in one run over all years.
  const { today, company } = command.session
  const period = series === undefined ? '' : today.slice(0, 4)
  for (let tried = 0; tried < MOST_NUMBERS_TRIED; tried += 1) {
    const number = await drawNumber(tx, company.code, manifest.id, period)
    const record = await write(formatNumber(series ?? '{00000000}', today, number))
    if (record) return record
  }
  throw new Error(`The number series of ${manifest.id} runs through numbers that are in use.`)
}
