/** Turns a change to fields under dual control into a request that a second person approves. */
import { subjectsOf, changedOwnFields, gainersOf, type ChangeRequestFields, type CompiledType, type Doc, type FieldPaths, type ResolvedField, t } from '../../../core/index.ts'
import { AppError } from '../../errors.ts'
import { runSliced } from '../../in-pieces.ts'
import { maySee, waitingRequest, waitingRequests } from '../../store/documents/change-requests.ts'
import { lockKeys } from '../../store/transactions/lock-keys.ts'
import type { Tx } from '../../store/connection/database.ts'
import { checkDocument } from '../check-document.ts'
import { inEnglish } from '../../languages/of-request.ts'
import { plainContext, titleFor, typeOfBase, type CommandContext } from '../context.ts'
import { sendMade } from '../send-made.ts'
import { writeNewRecord } from '../write-record.ts'
import { describeChanges } from './asked-changes.ts'

export const REQUEST_KINDS = { change: 'Change', create: 'New record', delete: 'Deletion' } as const

export interface RequestedChange { kind: keyof typeof REQUEST_KINDS; /** Empty for a record whose number is drawn when it is created. */ key: string; before: Doc; after: Doc; /** Fields redacted for the requester. */ redacted: FieldPaths; /** The fields that the request changes. */ fields: ResolvedField[]; reason: string | undefined }

/** A request that waits for approval, as reported to its requester. */
export interface AskedRequest { type: string; key: string; message: string }

/**
 * Creates the request and sends it for approval. The record itself is not changed.
 * @throws AppError own-change-refused if the record concerns the requester; change-waits if a request for one of the fields is already
 * pending
 */
export async function askForChange(tx: Tx, command: CommandContext, type: CompiledType, change: RequestedChange): Promise<AskedRequest> {
  const names = command.engine.catalogue.organisation.changeRequests
  if (names === undefined) throw new Error(`${type.manifest.id} has fields under dual control, and no type holds requests.`)
  const { session } = command
  refuseOwnChange(command, type, change)
  await refuseWaiting(tx, command, type, change, names)
  const requests = command.engine.type(names.type)
  const doc = await requestFor(tx, command, type, change, names)
  const plain = plainContext(command)
  const stamped = await runSliced(requests.stamping({ ...(await runSliced(requests.makingDocument(plain))), ...doc }, plain))
  const checked = await checkDocument(tx, command, requests, { doc: stamped, action: 'save' })
  const record = await writeNewRecord(tx, command, requests, checked.doc)
  await sendMade(tx, command, requests, record, checked.loaded.ctx)
  const what = change.fields.map(({ title }) => title).join(', ')
  const message = { change: t('The change of {what} is waiting for approval as {key}.', { what, key: record.key }), create: t('The new record is waiting for approval as {key}.', { key: record.key }), delete: t('The deletion is waiting for approval as {key}.', { key: record.key }) }[change.kind]
  return { type: names.type, key: record.key, message: `${titleFor(type, session)} ${change.key}`.trim() + `: ${message}` }
}

/** @throws AppError own-change-refused if a field changes that the current user may not change in a record that concerns them */
export function refuseOwnChange({ session }: CommandContext, { manifest }: CompiledType, { before, after }: Pick<RequestedChange, 'before' | 'after'>): void {
  const fields = changedOwnFields(manifest, session.actor.employee, before, after)
  if (fields.length > 0) throw new AppError('own-change-refused', { fields: fields.map(({ title }) => title).join(', ') })
}

/** @throws AppError change-waits. Two simultaneous requests for the same record are serialised. */
async function refuseWaiting(tx: Tx, command: CommandContext, type: CompiledType, { key, fields, kind, redacted }: RequestedChange, names: ChangeRequestFields): Promise<void> {
  if (key === '') return
  const { code } = command.session.company
  await lockKeys(tx, code, [JSON.stringify(['change request', type.manifest.id, key])])
  const waiting = await waitingRequest(tx, command.engine.type(names.type).manifest, names, { company: code, of: type.manifest, key, redacted, fields: kind === 'change' ? fields.map(({ name }) => name) : undefined })
  if (waiting !== undefined) throw new AppError('change-waits', { title: titleFor(type, command.session), no: key, request: waiting })
}

/**
 * @throws AppError if a request for the record is pending, since nobody could approve it once the record is gone: change-waits with its
 * number if the current user may see its contents, otherwise request-waits
 */
export async function refuseWhileAsked(tx: Tx, { engine, session }: CommandContext, type: CompiledType, key: string, redacted: FieldPaths): Promise<void> {
  const names = engine.catalogue.organisation.changeRequests
  if (names === undefined) return
  const waiting = await waitingRequests(tx, engine.type(names.type).manifest, names, { company: session.company.code, of: type.manifest, key })
  if (waiting.length === 0) return
  const title = titleFor(type, session)
  const visible = waiting.find((request) => maySee(request, redacted))
  throw visible === undefined ? new AppError('request-waits', { title, no: key }) : new AppError('change-waits', { title, no: key, request: visible.key })
}

/** In the texts of the base: overlays may name fields and records otherwise, and a second person decides by them. */
async function requestFor(tx: Tx, command: CommandContext, type: CompiledType, asked: RequestedChange, names: ChangeRequestFields): Promise<Doc> {
  const { session } = command
  const { key, before, after, redacted, kind } = asked
  const base = typeOfBase(command, type.manifest.id)
  const fields = asked.fields.map((field) => base.manifest.shape.fields[field.name] ?? field)
  const doc = asked.kind === 'create' ? after : before
  const labelOf = (id: string): string => typeOfBase(command, id).manifest.label
  const [label] = await describeChanges(tx, session.company.code, [base.manifest.shape.fields[base.manifest.label] ?? []].flat(), {}, doc, labelOf)
  const values: [string | undefined, string | undefined][] = [
    [names.of, type.manifest.id], [names.title, inEnglish(() => titleFor(base, session))], [names.key, key], [names.label, label?.to], [names.kind, REQUEST_KINDS[kind]],
    [names.about, subjectsOf(type.manifest, after, before)[0]], [names.checker, type.manifest.dualControl?.checker], [names.reason, asked.reason],
  ]
  // A deletion also covers fields that are redacted for the requester, who can read the request; those are left out.
  const disclosed = kind === 'delete' ? fields.filter(({ name }) => !redacted.has(name)) : fields
  const lines = await describeChanges(tx, session.company.code, disclosed, before, after, labelOf)
  const gainers = gainersOf(type.manifest, before, after)
  return { ...Object.fromEntries(values.flatMap(([name, value]) => (name === undefined || value === undefined || value === '' ? [] : [[name, value]]))), ...(names.gainers !== undefined && gainers.length > 0 && { [names.gainers]: gainers }), [names.changes]: lines }
}
