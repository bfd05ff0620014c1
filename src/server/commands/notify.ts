/** Messages that go with a change of a document: to whom the work passed, or to whom it came back. */
import type { CompiledType, Doc, StoredRecord } from '../../core/index.ts'
import { linkTo } from '../presenters/approval-entry.ts'
import { queueNotices } from '../store/outbox.ts'
import { contactsOf } from '../store/users.ts'
import type { Tx } from '../store/database.ts'
import { titleFor, type CommandContext } from './context.ts'

export type NoticeKind = 'assigned' | 'approved' | 'rejected' | 'returned' | 'delegated'

const SUBJECTS: Record<NoticeKind, string> = {
  assigned: '{title} {no} waits for your approval', approved: '{title} {no} was approved', rejected: '{title} {no} was rejected',
  returned: '{title} {no} was returned to you', delegated: '{title} {no} was delegated to you'
}
const TEXTS: Record<NoticeKind, string> = {
  assigned: '{sender} sent {title} {no} for your approval.', approved: 'Your {title} {no} has been approved.', rejected: '{sender} rejected your {title} {no}.',
  returned: '{sender} returned your {title} {no} to you.', delegated: '{sender} asks you to decide on {title} {no}.'
}

export interface NoticeCase { kind: NoticeKind; type: CompiledType; record: StoredRecord; doc: Doc; to: string[]; reason?: string | undefined }

/** Keeps a message for each of the people who has an e-mail. */
export async function notify(tx: Tx, command: CommandContext, { kind, type, record, to, reason }: NoticeCase): Promise<void> {
  const { session, services } = command
  const company = session.company.code
  const contacts = await contactsOf(tx, company, [...new Set(to)])
  const values: Record<string, string> = { title: titleFor(type, session), no: record.key, sender: session.actor.name }
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  await queueNotices(tx, [...contacts.values()].map((contact) => ({
    company, recipient: contact.email, subject: fill(SUBJECTS[kind]),
    text: [
      `Dear ${contact.name},`, fill(TEXTS[kind]), ...(reason === undefined || reason === '' ? [] : [`Reason: ${reason}`]),
      ...(kind === 'assigned' || kind === 'delegated' ? [services.config.publicUrl + linkTo(command.engine.catalogue, type.manifest.id, record.key, contact.employee)] : [services.config.publicUrl])
    ].join('\n\n')
  })))
}
