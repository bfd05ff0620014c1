/** The form that the call of an action may bring: where the card saves before an action, a call can do both in one. */
import { isEntered, type CompiledType, type JsonObject, type ResolvedAction } from '../../../core/index.ts'
import { readAttachments, type SentAttachments } from '../../commands/attachments.ts'
import type { CommandContext } from '../../commands/context.ts'
import { createDocument } from '../../commands/create-document.ts'
import { readFileFields, type FieldFile } from '../../commands/file-fields.ts'
import { updateDocument } from '../../commands/update-document.ts'
import { AppError, invalidDocument } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'

export interface SentForm { body: JsonObject; attachments: SentAttachments | undefined; files: FieldFile[] }

/**
 * What of an action's call is the document's: undefined where the action does not save first, or nothing of it is a person's to
 * enter. The action's own input is not part of it. Specification 3, section 7: sendForApproval carries the imprest.
 */
export async function formOf(type: CompiledType, action: ResolvedAction, sent: JsonObject): Promise<SentForm | undefined> {
  if (!action.savesFirst) return undefined
  const { manifest } = type
  const asked = new Set(['input', ...Object.keys(action.input?.fields ?? {})])
  const form = Object.fromEntries(Object.entries(sent).filter(([name]) => !asked.has(name)))
  if (!Object.keys(form).some((name) => isEntered(manifest, name))) return undefined
  const attachments = manifest.attachments && (await readAttachments(type, form))
  return { ...(await readFileFields(type, form)), attachments }
}

/** Creates the document from the form, or changes the one that the call names. @returns its key */
export async function saveForm(tx: Tx, command: CommandContext, form: SentForm, at: { type: string; key: string | undefined; rev: number | undefined }, prefix: string): Promise<string> {
  try {
    const { record } = at.key === undefined ? await createDocument(tx, command, { type: at.type, ...form }) : await updateDocument(tx, command, { ...at, key: at.key, ...form })
    return record.key
  } catch (error) {
    // Whoever sent it hears what did not come about, whichever half of it was refused.
    if (error instanceof AppError && error.code === 'invalid-document') throw invalidDocument(error.errors ?? [], prefix)
    throw error
  }
}
