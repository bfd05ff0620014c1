/** The form that an action call may carry: where the card saves before an action, one call can do both. */
import { isEntered, wireName, type CompiledType, type JsonObject, type ResolvedAction } from '../../../core/index.ts'
import { readAttachments, type FileReader, type SentAttachments } from '../../commands/attachments.ts'
import { typeOf, type CommandContext } from '../../commands/context.ts'
import { createDocument } from '../../commands/create-document.ts'
import { readFileFields, type FieldFile } from '../../commands/file-fields.ts'
import { lockRecord } from '../../commands/load-record.ts'
import { permitAction } from '../../commands/permit-action.ts'
import { updateDocument } from '../../commands/update-document.ts'
import { AppError, invalidDocument } from '../../errors.ts'
import type { Tx } from '../../store/connection/database.ts'

export interface SentForm { body: JsonObject; attachments: SentAttachments | undefined; files: FieldFile[] }

/**
 * Extracts the document's part of an action call; undefined if the action does not save first, or if the call contains no field that a
 * person enters. The action's own input is excluded. The call to send for approval that `endpoints` names carries the whole document.
 */
export async function formOf(type: CompiledType, action: ResolvedAction, sent: JsonObject, reader: FileReader): Promise<SentForm | undefined> {
  if (!action.savesFirst) return undefined
  const { manifest } = type
  const asked = new Set(['input', ...Object.keys(action.input?.fields ?? {})])
  const form = Object.fromEntries(Object.entries(sent).filter(([name]) => !asked.has(name)))
  if (!Object.keys(form).some((name) => isEntered(manifest, name))) return undefined
  const attachments = manifest.attachments && (await readAttachments(type, form, reader))
  return { ...(await readFileFields(type, form, reader)), attachments }
}

/**
 * Whether a call without a key refers to a new record: the action can start from `new`, and the body has no value under any name used for
 * the key.
 */
export function isNewRecord({ manifest }: CompiledType, action: ResolvedAction, sent: JsonObject): boolean {
  const keys = Object.values(manifest.endpoints).flat().flatMap(({ key }) => (key?.in === 'body' ? [key.name] : []))
  return action.from.includes('new') && [wireName(manifest.shape, manifest.key), ...keys].every((name) => (sent[name] ?? '') === '')
}

interface Place { type: string; key: string | undefined; rev: number | undefined }

/** Creates the document from the form, or updates the one that the call names, before the action runs. @returns its key */
export async function saveForm(tx: Tx, command: CommandContext, form: SentForm, { type, key, rev }: Place, action: ResolvedAction): Promise<string> {
  try {
    const written = key === undefined ? await createDocument(tx, command, { type, ...form }) : await updateDocument(tx, command, { type, key, rev, ...form })
    // Only masters can be under dual control, and they have no such actions.
    if (!('record' in written)) throw new AppError('not-found')
    return written.record.key
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The error must name the action that the client requested, not the save, which it did not ask for.
    if (error.code === 'invalid-document') throw invalidDocument(error.errors ?? [], action.failure ?? '')
    if (key !== undefined && NOT_NOW.has(error.code)) await refuseAction(tx, command, { type, key, rev }, action)
    throw error
  }
}

const NOT_NOW = new Set<string>(['wrong-state', 'action-not-now', 'action-not-yours', 'update-not-allowed'])

/** @throws AppError with the reason if the action itself is not allowed */
async function refuseAction(tx: Tx, command: CommandContext, { type: id, key, rev }: { type: string; key: string; rev: number | undefined }, action: ResolvedAction): Promise<void> {
  const type = typeOf(command.engine, id)
  const { doc, relation, loaded } = await lockRecord(tx, command, type, key, rev)
  await permitAction(type, command, action.id, { doc, ctx: loaded.ctx, relation, isNew: false })
}
