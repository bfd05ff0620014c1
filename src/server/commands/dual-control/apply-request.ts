/** Writes what an approved request asks for: checked against the record as it is now, in the transaction of the approval. */
import { ALWAYS, numberLines, serialisedValue, type ChangeRequestFields, type CompiledType, type Doc, type Json, type JsonObject, type RuleContext, type StoredRecord } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'
import { runSliced } from '../../in-pieces.ts'
import { isOfSameRecord } from '../../store/documents/change-requests.ts'
import { lockDocument, updateDocument } from '../../store/documents/documents.ts'
import { appendEvent } from '../../store/audit/events.ts'
import type { Tx } from '../../store/connection/database.ts'
import { changesBetween } from '../changes.ts'
import { checkDocument, docOf } from '../check-document.ts'
import { asText, plainContext, titleFor, typeOf, type CommandContext } from '../context.ts'
import { refuseSimilarKey, writeNewRecord } from '../write-record.ts'
import { eraseRecord } from '../delete-document.ts'
import { prepareWrite } from '../prepare-write.ts'
import { REQUEST_KINDS } from './ask-for-change.ts'

/**
 * Writes what the request asks for if the type is that of change requests; does nothing for any other type. Returns the record, unless it
 * was deleted; what follows from it is the caller's (`followSave`).
 * @throws AppError change-overtaken if the record differs from when the request was made; change-outdated if the record or its type is
 * gone, if another record has its key, or if the type no longer has a requested field or no longer lets it be entered
 */
export async function applyRequest(tx: Tx, command: CommandContext, { manifest }: CompiledType, request: StoredRecord): Promise<Applied | undefined> {
  const names = command.engine.catalogue.organisation.changeRequests
  if (names === undefined || manifest.id !== names.type) return undefined
  const of = asText(request.data[names.of])
  if (command.engine.catalogue.types[of] === undefined) throw isGone(request, names)
  const type = typeOf(command.engine, of)
  const key = asText(request.data[names.key])
  const values = valuesOf(request, names)
  refuseOutdated(command, type, values.filter(({ field }) => type.manifest.shape.fields[field] === undefined))
  const kind = request.data[names.kind]
  if (kind === REQUEST_KINDS.create) return create(tx, command, type, request, values)
  const at = { company: command.session.company.code, type: type.manifest.id, key }
  const record = await lockDocument(tx, at, ALWAYS)
  if (record === undefined || !(await isOfSameRecord(tx, manifest, request.key, { company: at.company, of: type.manifest, key }))) throw isGone(request, names)
  const prev = docOf(type, record)
  if (values.some(({ field, from }) => serialisedValue(type.manifest.shape.fields[field] ?? {}, prev[field]) !== JSON.stringify(from))) throw new AppError('change-overtaken', { title: titleFor(type, command.session), no: key })
  if (kind === REQUEST_KINDS.change && !isEditable(type, record)) throw new AppError('change-overtaken', { title: titleFor(type, command.session), no: key })
  if (kind !== REQUEST_KINDS.delete) return change(tx, command, type, { record, prev, request, values })
  await eraseRecord(tx, command, type, record, { reason: historyNote(request), request: request.key })
  return undefined
}

/** The record that was written, with what its rules read. */
export interface Applied { type: CompiledType; record: StoredRecord; ctx: RuleContext }

interface Value { field: string; /** The field's title when the request was made. */ title: string; from: Json; to: Json }

function valuesOf(request: StoredRecord, names: ChangeRequestFields): Value[] {
  const lines = request.data[names.changes]
  return (Array.isArray(lines) ? (lines as JsonObject[]) : []).map((line) => ({ field: asText(line['field']), title: asText(line['title']), from: JSON.parse(asText(line['fromValue'])) as Json, to: JSON.parse(asText(line['toValue'])) as Json }))
}

/** Whether the state of the record lets it be changed, as it did when the request was made. */
function isEditable({ manifest: { states } }: CompiledType, { state }: StoredRecord): boolean {
  return Object.keys(states).length === 0 || states[state]?.editable === true
}

/** The type or the record is gone. A new record that was given the same number is not the one the request was made for. */
function isGone(request: StoredRecord, { key, title = key }: ChangeRequestFields): AppError {
  return new AppError('change-outdated', { title: asText(request.data[title]), fields: asText(request.data[key]) })
}

/** @throws AppError change-outdated if there are any such values: once approved, they would count as written */
function refuseOutdated({ session }: CommandContext, type: CompiledType, values: Value[]): void {
  if (values.length > 0) throw new AppError('change-outdated', { title: titleFor(type, session), fields: values.map(({ title }) => title).join(', ') })
}

/** The requested values that the document did not take over, because the type computes those fields by now. */
function notWritten({ manifest }: CompiledType, doc: Doc, values: Value[]): Value[] {
  return values.filter(({ field, to }) => serialisedValue(manifest.shape.fields[field] ?? {}, doc[field]) !== JSON.stringify(to))
}

/** A request stores null for an empty value and for the default of a new record alike. */
function withValues({ manifest }: CompiledType, doc: Doc, values: Value[]): Doc {
  const next = { ...doc }
  for (const { field, to } of values) {
    const value = to ?? manifest.shape.fields[field]?.default
    if (value === undefined) delete next[field]
    else next[field] = value
  }
  return next
}

async function change(tx: Tx, command: CommandContext, type: CompiledType, { record, prev, request, values }: { record: StoredRecord; prev: Doc; request: StoredRecord; values: Value[] }): Promise<Applied> {
  const { session, now } = command
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  const checked = await checkDocument(tx, command, type, { doc: withValues(type, prev, values), prev, action: 'save', key: record.key, prefix: `${titleFor(type, session)} ${record.key}: ` })
  const data = numberLines(type.manifest, checked.doc, prev)
  refuseOutdated(command, type, notWritten(type, data, values))
  await prepareWrite(tx, command, type.manifest, record, { ...record, data })
  const written = await updateDocument(tx, type.manifest, at, record.rev, { state: record.state, owner: record.owner, data, by: session.actor.id, at: now })
  if (written === undefined) throw new AppError('stale')
  await appendEvent(tx, { ...at, kind: 'updated', actor: session.actor.id, reason: historyNote(request), changes: changesBetween(type.manifest, prev, data), ip: session.ip, at: now })
  return { type, record: written, ctx: checked.loaded.ctx }
}

async function create(tx: Tx, command: CommandContext, type: CompiledType, request: StoredRecord, values: Value[]): Promise<Applied> {
  const fresh = withoutFirstValues(type, await runSliced(type.makingDocument(plainContext(command))))
  const checked = await checkDocument(tx, command, type, { doc: withValues(type, fresh, values), action: 'save', prefix: `${titleFor(type, command.session)}: ` })
  const controlled = values.filter(({ field }) => type.manifest.dualControl?.fields.includes(field))
  refuseOutdated(command, type, notWritten(type, checked.doc, controlled))
  await refuseSimilarKey(tx, command, type, checked.doc)
  return { type, record: await writeNewRecord(tx, command, type, checked.doc, historyNote(request)), ctx: checked.loaded.ctx }
}

/** The new record without defaults from expressions: evaluated now, and for the approver, they could give values that nobody has seen. */
function withoutFirstValues({ manifest }: CompiledType, doc: Doc): Doc {
  return Object.fromEntries(Object.entries(doc).filter(([name]) => manifest.shape.fields[name]?.defaultExpression === undefined))
}

/** How the record's history refers to the request. */
function historyNote({ key }: StoredRecord): string {
  return `As asked for by ${key}`
}
