/** Notifications that accompany a change of a document: that it waits for someone's decision, or that it came back to its owner. */
import { approvalAt, cardPath, mayDecideFor, decidesInRound, type CompiledType, type StoredRecord, t, texts } from '../../core/index.ts'
import type { NotificationKind } from '../../contract/index.ts'
import { deliver } from '../notifications/deliver.ts'
import { linkTo } from '../presenters/approval-entry.ts'
import { reachesPeople } from '../mail/reaches-people.ts'
import { decidesByMail, makeDecisionLink, whoMustHaveAuthenticator } from '../approvals/mail-links.ts'
import { type OpenEntry, readRound } from '../store/approvals/approval-entries.ts'
import { type Contact, contactsOf } from '../store/users/contacts.ts'
import { asksProofOfAmount, requiresStepUp } from '../sign-in/step-up.ts'
import type { Tx } from '../store/connection/database.ts'
import { contactsWithDelegates, delegationsOn, type ContactWithRoles } from '../store/users/delegates.ts'
import { amountOf } from './approval-round.ts'
import { titleFor, type CommandContext } from './context.ts'

export type NoticeKind = Exclude<NotificationKind, 'notice'>

const SUBJECTS: Record<NoticeKind, string> = texts({
  assigned: '{title} {no} waits for your approval', approved: '{title} {no} was approved', rejected: '{title} {no} was rejected',
  returned: '{title} {no} was returned to you', delegated: '{title} {no} was delegated to you'
})
const TEXTS: Record<NoticeKind, string> = texts({
  assigned: '{sender} sent {title} {no} for your approval.', approved: 'Your {title} {no} has been approved.', rejected: '{sender} rejected your {title} {no}.',
  returned: '{sender} returned your {title} {no} to you.', delegated: '{sender} asks you to decide on {title} {no}.'
})

export interface NoticeCase {
  kind: NoticeKind; type: CompiledType; record: StoredRecord; to: string[]; reason?: string | undefined
  /** The entries that are now open: their mails carry a link to decide with. */
  open?: OpenEntry[]
}

/** Notifies each of the people (employee numbers) who has an account. */
export async function notify(tx: Tx, command: CommandContext, { kind, type, record, to, reason, open = [] }: NoticeCase): Promise<void> {
  const { session, services, engine, now } = command
  const company = session.company.code
  const isTheirsToDecide = kind === 'assigned' || kind === 'delegated'
  const { contacts, entriesOf } = isTheirsToDecide ? await deciders(tx, command, { type, record, to, open, kind }) : { contacts: await contactsOf(tx, engine.catalogue.organisation, company, to, kind), entriesOf: () => undefined }
  const { id } = type.manifest
  const ways = isTheirsToDecide && mayDecideByMail(type, record, session) && reachesPeople(services) ? await decisionLinks(tx, command, record, open, contacts) : new Map<string, string>()
  await deliver(
    tx, { company, kind, at: now, services, by: session.actor.id, document: { type: id, key: record.key } }, contacts.values(),
    (contact) => {
      const { employee } = contact
      const values = { title: titleFor(type, session), no: record.key, sender: session.actor.name }
      const link = ways.get(employee)
      return {
        title: t(SUBJECTS[kind], values), text: [t(TEXTS[kind], values), ...(reason === undefined || reason === '' ? [] : [t('Reason: {reason}', { reason })])].join('\n\n'),
        ...(link !== undefined && { secret: `${t('To approve or reject without signing in, once and within 72 hours (do not forward this link):')}\n${link}` }),
        asks: entriesOf(contact),
        path: isTheirsToDecide ? linkTo(engine.catalogue, id, record.key, employee) : cardPath(engine.catalogue.pages, id, record.key)
      }
    }
  )
}

/** Whether a mail may carry a link to approve: not if approving requires a confirmation of identity. */
function mayDecideByMail({ manifest }: CompiledType, record: StoredRecord, { settings }: CommandContext['session']): boolean {
  const approval = approvalAt(manifest, record.state)
  return decidesByMail(settings) && !requiresStepUp(manifest.actions['approve']) && !asksProofOfAmount(settings, approval === undefined ? null : amountOf(approval, record.data))
}

/**
 * The links for deciding without signing in, by employee number. Only for the approver of an open entry, and not for people who have, or
 * must have, an authenticator.
 */
async function decisionLinks(tx: Tx, command: CommandContext, record: StoredRecord, open: OpenEntry[], contacts: Map<string, Contact>): Promise<Map<string, string>> {
  const ways = new Map<string, string>()
  const ids = open.flatMap(({ approver }) => contacts.get(approver)?.id ?? [])
  const barred = await whoMustHaveAuthenticator(tx, command, ids)
  for (const { entryNo, approver, rev } of open) {
    const contact = contacts.get(approver)
    if (contact === undefined || contact.hasAuthenticator || barred.has(contact.id)) continue
    const link = await makeDecisionLink(tx, command, { userId: contact.id, entryNo, entryRev: rev, recordRev: record.rev })
    ways.set(approver, link)
  }
  return ways
}

interface Deciders { contacts: Map<string, ContactWithRoles>; /** The entries that this contact is asked to decide. */ entriesOf: (contact: Contact) => { entries: number[] } }

/**
 * The contacts of these people and of the delegates who may decide on this document: nobody is notified of a decision that they would be
 * refused.
 */
async function deciders(
  tx: Tx, { session, engine }: CommandContext, { type: { manifest }, record, to: people, open, kind }: Required<Pick<NoticeCase, 'type' | 'record' | 'to' | 'open' | 'kind'>>
): Promise<Deciders> {
  const company = session.company.code
  const { contacts, standing } = await contactsWithDelegates(tx, engine.catalogue.organisation, company, people, kind, session.today)
  const asked = open.filter(({ approver }) => people.includes(approver))
  const ownOf = ({ employee }: Contact): number[] => asked.filter(({ approver }) => approver === employee).map(({ entryNo }) => entryNo)
  if (standing.length === 0) return { contacts, entriesOf: (contact) => ({ entries: ownOf(contact) }) }
  const round = await readRound(tx, { company, type: manifest.id, key: record.key })
  const taking = round.filter(decidesInRound).map(({ approver }) => approver)
  const waiting = round.filter(({ approver }) => people.includes(approver)).map((entry) => ({ ...entry, deciders: taking }))
  const asDelegate = ({ employee, roles }: ContactWithRoles): number[] => {
    const delegations = delegationsOn(session.today, standing.filter(({ delegate }) => delegate === employee))
    return waiting.filter((entry) => mayDecideFor(delegations, entry, employee, roles)).map(({ entry_no: entryNo }) => entryNo)
  }
  const entries = new Map([...contacts].map(([number, contact]) => [number, [...ownOf(contact), ...asDelegate(contact)]]))
  return {
    contacts: new Map([...contacts].filter(([number]) => people.includes(number) || (entries.get(number) ?? []).length > 0)),
    entriesOf: ({ employee }) => ({ entries: entries.get(employee) ?? [] }),
  }
}
