/** What goes with a change of a document: who is told that the work passed to them, or came back. */
import { cardPath, type CompiledType, type StoredRecord } from '../../core/index.ts'
import type { NotificationKind } from '../../contract/index.ts'
import { deliver } from '../notifications/deliver.ts'
import { linkTo } from '../presenters/approval-entry.ts'
import { contactsOf } from '../store/users.ts'
import type { Tx } from '../store/database.ts'
import { titleFor, type CommandContext } from './context.ts'

export type NoticeKind = Exclude<NotificationKind, 'notice'>

const SUBJECTS: Record<NoticeKind, string> = {
  assigned: '{title} {no} waits for your approval', approved: '{title} {no} was approved', rejected: '{title} {no} was rejected',
  returned: '{title} {no} was returned to you', delegated: '{title} {no} was delegated to you'
}
const TEXTS: Record<NoticeKind, string> = {
  assigned: '{sender} sent {title} {no} for your approval.', approved: 'Your {title} {no} has been approved.', rejected: '{sender} rejected your {title} {no}.',
  returned: '{sender} returned your {title} {no} to you.', delegated: '{sender} asks you to decide on {title} {no}.'
}

export interface NoticeCase { kind: NoticeKind; type: CompiledType; record: StoredRecord; to: string[]; reason?: string | undefined }

/** Tells each of the people (employee numbers) who has an account. */
export async function notify(tx: Tx, command: CommandContext, { kind, type, record, to, reason }: NoticeCase): Promise<void> {
  const { session, services, engine, now } = command
  const company = session.company.code
  const contacts = await contactsOf(tx, company, [...new Set(to)])
  const values: Record<string, string> = { title: titleFor(type, session), no: record.key, sender: session.actor.name }
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const text = [fill(TEXTS[kind]), ...(reason === undefined || reason === '' ? [] : [`Reason: ${reason}`])].join('\n\n')
  const isTheirsToDecide = kind === 'assigned' || kind === 'delegated'
  const { id } = type.manifest
  await deliver(
    tx, { company, kind, at: now, publicUrl: services.config.publicUrl, document: { type: id, key: record.key } },
    [...contacts.values()].map((contact) => ({
      to: contact, title: fill(SUBJECTS[kind]), text,
      path: isTheirsToDecide ? linkTo(engine.catalogue, id, record.key, contact.employee) : cardPath(engine.catalogue.pages, id, record.key)
    }))
  )
}
