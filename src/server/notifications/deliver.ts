/** Notifies people of something: in the portal, and by mail; each way unless they turned it off. */
import { COMPANY_PARAMETER, type NotificationKind } from '../../contract/index.ts'
import type { Tx } from '../store/database.ts'
import { addNotifications } from '../store/notifications.ts'
import { queueNotices } from '../store/outbox.ts'
import type { Channel, Contact } from '../store/users.ts'

export interface Delivery {
  company: string
  kind: NotificationKind
  at: Date
  publicUrl: string
  /** The document that it is about. */
  document?: { type: string; key: string }
}

/** What one person is notified of. */
export interface PersonalNotice {
  /** As contactsOf gives them for the kind of the delivery. */
  to: Contact
  title: string
  text: string
  /** Path of the screen that shows it; the mail links to the portal's first screen where there is none. */
  path: string | null
  /** Said in the mail alone, and forgotten once it is mailed: a link for this person only. */
  secret?: string | undefined
}

/** Writes notifications and mails in the transaction of what they are about. */
export async function deliver(tx: Tx, { company, kind, at, publicUrl, document }: Delivery, tellings: PersonalNotice[]): Promise<void> {
  const wants = (channel: Channel) => ({ to }: PersonalNotice): boolean => !to.muted.includes(channel)
  await addNotifications(tx, tellings.filter(wants('in-app')).map(({ to, title, text, path }) => (
    { company, userId: to.id, kind, title, text, path, type: document?.type ?? null, key: document?.key ?? null, at }
  )))
  await queueNotices(tx, tellings.filter(wants('mail')).map(({ to, title, text, path, secret }) => (
    { company, recipient: to.email, subject: title, text: [`Dear ${to.name},`, text, deepLink(publicUrl, path, company), ...(secret === undefined ? [] : [secret])].join('\n\n'), isSecret: secret !== undefined }
  )))
}

/** The address of a screen in one company: who is in another is asked to change first. */
export function deepLink(publicUrl: string, path: string | null, company: string): string {
  if (path === null) return publicUrl
  return `${publicUrl}${path}${path.includes('?') ? '&' : '?'}${COMPANY_PARAMETER}=${encodeURIComponent(company)}`
}
