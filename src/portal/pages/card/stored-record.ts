import type { ClientManifest, WireRecord } from '../../../contract/index.ts'
import { wireName } from '../../../core/index.ts'
import type { JsonObject } from '../../../core/index.ts'
import type { PendingFile } from '../../drafts/draft-store.ts'
import type { FormModel } from '../../form/form-model.ts'
import { toWire } from '../../form/wire.ts'
import type { AttachmentRow } from '../../sdk.ts'

const keyField = (manifest: ClientManifest): string => wireName(manifest.shape, manifest.key)

/** The record's own number or code. */
export const keyOf = (manifest: ClientManifest, record: WireRecord): string => String(record[keyField(manifest)])

/** The record's attachments. */
export function attachmentsOf(record: WireRecord | undefined, manifest: Pick<ClientManifest, 'attachments'>): AttachmentRow[] {
  const rows = manifest.attachments ? record?.[manifest.attachments.field] : undefined
  return Array.isArray(rows) ? (rows as unknown as AttachmentRow[]) : []
}

/** The body of a save: the fields that the user may fill in and, if files wait, the new files together with the stored ones. */
export async function saveBody(manifest: ClientManifest, model: Pick<FormModel, 'doc'>, { record, files }: { record: WireRecord | undefined; files: PendingFile[] }, read: (file: Blob) => Promise<string>): Promise<JsonObject> {
  const fields = toWire(manifest.shape, model.doc())
  if (record) delete fields[keyField(manifest)]
  if (!manifest.attachments || files.length === 0) return fields
  const kept = attachmentsOf(record, manifest).map(({ id, fileName }) => ({ id, fileName }))
  const added = await Promise.all(files.map(async ({ file, fileName }) => ({ attachment: await read(file), fileName })))
  return { ...fields, [manifest.attachments.field]: [...kept, ...added] }
}
