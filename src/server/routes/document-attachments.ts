/** The files of a document that the current user is asked to decide on, with their contents as far as these are not too large. */
import type { FastifyRequest } from 'fastify'
import { MAX_CARRIED_BYTES, type ApprovalAttachment, type Attachment } from '../../contract/index.ts'
import { commandContext, rowsOf } from '../commands/context.ts'
import { visibleEntries } from '../commands/visible-entries.ts'
import { AppError } from '../errors.ts'
import { presentRecord } from '../presenters/record.ts'
import { appendEvent } from '../store/audit/events.ts'
import { findDocument } from '../store/documents/documents.ts'
import { readFile } from '../store/files/files.ts'
import { queryOf } from './documents/request.ts'

/** Each content that is sent is recorded in the document's events as a download. */
export async function documentAttachments(request: FastifyRequest): Promise<{ data: ApprovalAttachment[]; message: string }> {
  const command = commandContext(request.server.services, request.session)
  const db = request.server.services.database.kysely
  const { no, documentType, contents } = queryOf(request)
  if (no === undefined || no === '') throw new AppError('key-missing', { field: 'no' })
  const { code: company } = command.session.company
  const [found] = (await visibleEntries(db, command, { company, key: no })).filter(({ row }) => documentType === undefined || row.type === documentType)
  if (!found) throw new AppError('not-found')
  const type = command.engine.type(found.row.type)
  const wire = await presentRecord(db, command, type, found.record)
  const files = ((wire[type.manifest.attachments?.field ?? ''] ?? []) as unknown as Attachment[]).map((file) => ({ ...file, fileExtension: extensionOf(file) }))
  if (contents === '0') return { data: files, message: '' }
  // Files are for those who may read the record, which the sender of an entry not always may any more.
  const isReadable = (await findDocument(db, { company, type: found.row.type, key: found.record.key }, rowsOf(command, type, 'get'))) !== undefined
  const at = { company, type: found.row.type, key: found.record.key }
  const carried: ApprovalAttachment[] = []
  let left = isReadable ? MAX_CARRIED_BYTES : 0
  for (const file of files) {
    left -= file.size
    const content = left < 0 ? undefined : (await readFile(db, at, file.id))?.content
    if (content !== undefined) await appendEvent(db, { ...at, kind: 'downloaded', actor: command.session.actor.id, changes: { file: file.fileName }, ip: command.session.ip, at: command.now })
    carried.push({ ...file, base64Attachment: content?.toString('base64') ?? null })
  }
  return { data: carried, message: '' }
}

/** From the name, otherwise from the type, which was found by the content. */
function extensionOf({ fileName, mediaType }: Attachment): string {
  const inName = /\.([A-Za-z0-9]{1,8})$/.exec(fileName)?.[1]
  return (inName ?? mediaType.split('/').at(-1) ?? '').toLowerCase()
}
