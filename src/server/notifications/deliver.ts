/** Notifies people in the portal and by mail, except through channels they have muted. */
import { COMPANY_PARAMETER, type NotificationKind } from '../../contract/index.ts'
import type { Tx } from '../store/connection/database.ts'
import { addNotifications, type Asked } from '../store/delivery/notifications.ts'
import { queueNotices } from '../store/delivery/outbox.ts'
import type { Channel, Contact } from '../store/users/contacts.ts'

export interface Delivery {
  company: string
  kind: NotificationKind
  at: Date
  publicUrl: string
  /** The document the notification refers to. */
  document?: { type: string; key: string }
}

/** A notification for one person. */
export interface PersonalNotice {
  /** From contactsOf, for the notification kind of the delivery. */
  to: Contact
  title: string
  text: string
  /** Path of the screen that shows it. If null, the mail links to the portal's first screen. */
  path: string | null
  /** Included in the mail only and erased once it is sent: a link for this person alone. */
  secret?: string | undefined
  /** It is marked as read once nobody can do that any longer. */
  asks?: Asked | undefined
}

/** Writes notifications and mails in the caller's transaction. */
export async function deliver(tx: Tx, { company, kind, at, publicUrl, document }: Delivery, notices: PersonalNotice[]): Promise<void> {
  const wants = (channel: Channel) => ({ to }: PersonalNotice): boolean => !to.muted.includes(channel)
  await addNotifications(tx, notices.filter(wants('in-app')).map(({ to, title, text, path, asks }) => (
    { company, userId: to.id, kind, title, text, path, type: document?.type ?? null, key: document?.key ?? null, at, asks }
  )))
  await queueNotices(tx, notices.filter(wants('mail')).map(({ to, title, text, path, secret }) => (
    { company, recipient: to.email, subject: title, text: [`Dear ${to.name},`, text, deepLink(publicUrl, path, company), ...(secret === undefined ? [] : [secret])].join('\n\n'), isSecret: secret !== undefined }
  )))
}

/** The URL of a screen in one company. A person signed in to another company is asked to switch first. */
export function deepLink(publicUrl: string, path: string | null, company: string): string {
  if (path === null) return publicUrl
  return `${publicUrl}${path}${path.includes('?') ? '&' : '?'}${COMPANY_PARAMETER}=${encodeURIComponent(company)}`
}
