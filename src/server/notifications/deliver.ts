/** Notifies people in the portal and by mail, except through channels they have muted. */
import { COMPANY_PARAMETER, type NotificationKind } from '../../contract/index.ts'
import { t, textLanguage } from '../../core/index.ts'
import { inLanguageOf } from '../languages/of-request.ts'
import type { Services } from '../services.ts'
import { PORTAL_ITSELF } from '../sign-in/portal-itself.ts'
import type { Tx } from '../store/connection/database.ts'
import { addNotifications, type Asked } from '../store/delivery/notifications.ts'
import { queueNotices, type QueuedNotice } from '../store/delivery/outbox.ts'
import type { Channel, Contact } from '../store/users/contacts.ts'
import { takeMail } from './mail-share.ts'

export interface Delivery {
  company: string
  kind: NotificationKind
  at: Date
  services: Pick<Services, 'config' | 'translations'>
  /** The id of the actor whose action it reports. A person's mails to one recipient are limited, those of the portal itself are not. */
  by: string
  /** The document the notification refers to. */
  document?: { type: string; key: string }
}

/** What one person is told. */
export interface PersonalNotice {
  title: string
  text: string
  /** Path of the screen that shows it. If null, the mail links to the portal's first screen. */
  path: string | null
  /** Included in the mail only and erased once it is sent: a link for this person alone. */
  secret?: string | undefined
  /** It is marked as read once nobody can do that any longer. */
  asks?: Asked | undefined
}

/**
 * Writes notifications and mails in the caller's transaction. `contacts` are those of contactsOf for the notification kind of the delivery;
 * `write` is called for each of them, and its texts are in their language.
 */
export async function deliver(tx: Tx, { company, kind, at, services, by, document }: Delivery, contacts: Iterable<Contact>, write: (to: Contact) => PersonalNotice): Promise<void> {
  const { publicUrl } = services.config
  const written = [...contacts].map((to) => inLanguageOf(services, to, () => {
    const notice = write(to)
    const { title, text, path, secret } = notice
    const mail = [t('Dear {name},', { name: to.name }), text, deepLink(publicUrl, path, company), ...(secret === undefined ? [] : [secret])].join('\n\n')
    return { to, notice, mail: { company, recipient: to.email, subject: title, text: mail, language: textLanguage(), holds: secret === undefined ? undefined : 'decision' as const } }
  }))
  const wants = (channel: Channel) => ({ to }: { to: Contact }): boolean => !to.muted.includes(channel)
  await addNotifications(tx, written.filter(wants('in-app')).map(({ to, notice: { title, text, path, asks } }) => (
    { company, userId: to.id, kind, title, text, path, type: document?.type ?? null, key: document?.key ?? null, at, asks }
  )))
  await queueNotices(tx, written.filter(wants('mail')).flatMap(({ to, mail }) => withinShare(services, { by, to }, mail)))
}

/** The mail if the person may send the recipient another one now; the last one for the hour says so. */
function withinShare(services: Delivery['services'], { by, to }: { by: string; to: Contact }, mail: QueuedNotice): QueuedNotice[] {
  const left = by === PORTAL_ITSELF ? 'one' : takeMail(services.config, by, to.id)
  if (left === 'none') return []
  return [left === 'one' ? mail : { ...mail, text: `${mail.text}\n\n${inLanguageOf(services, to, () => t('There have been many mails like this. For about an hour, further ones are shown in the portal only.'))}` }]
}

/** The URL of a screen in one company. A person signed in to another company is asked to switch first. */
export function deepLink(publicUrl: string, path: string | null, company: string): string {
  if (path === null) return publicUrl
  return `${publicUrl}${path}${path.includes('?') ? '&' : '?'}${COMPANY_PARAMETER}=${encodeURIComponent(company)}`
}
