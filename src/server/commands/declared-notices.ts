/** Notices that a manifest declares: of an action or approval (`notifies`), and reminders. */
import { cardPath, type CompiledType, type Doc, type Recipient, type ResolvedNotice, type ResolvedReminder, type RuleContext, type StoredRecord } from '../../core/index.ts'
import { runSliced } from '../in-pieces.ts'
import { deliver } from '../notifications/deliver.ts'
import { listEntries } from '../store/approvals/approval-entries.ts'
import { withOrganisation } from '../store/approvals/organisation.ts'
import type { Tx } from '../store/connection/database.ts'
import { contactsOf } from '../store/users/contacts.ts'
import { messageFor, type CommandContext } from './context.ts'
import { docForOthers } from './doc-for-others.ts'

/** `record` as it is stored now; its document, and the context in which the notice's expressions are evaluated. */
interface About { type: CompiledType; record: StoredRecord; doc: Doc; ctx: RuleContext }

/** Stores the notice for each recipient who has an account, with its texts as this person sees the record; nothing if its condition does not hold. */
export async function sendNotice(tx: Tx, command: CommandContext, { to, when, subject, text, states }: ResolvedNotice & Pick<ResolvedReminder, 'states'>, about: About): Promise<void> {
  const { type, record, doc, ctx } = about
  if (when !== undefined && !(await runSliced(type.testing(when, doc, ctx)))) return
  const { session, engine, services, now } = command
  const company = session.company.code
  const people = await recipientsOf(tx, command, to, about)
  const contacts = [...(await contactsOf(tx, engine.catalogue.organisation, company, people, 'notice')).values()]
  const docFor = await docForOthers(tx, command, type, record, contacts.map(({ id }) => id))
  const { id } = type.manifest
  await deliver(tx, { company, kind: 'notice', at: now, services, by: session.actor.id, document: { type: id, key: record.key } }, contacts, (contact) => ({
    title: messageFor(type, session, subject, docFor(contact.id)), text: messageFor(type, session, text, docFor(contact.id)),
    path: cardPath(engine.catalogue.pages, id, record.key), ...(states && { asks: { states } }),
  }))
}

/** The employee numbers of the recipients, each once. */
async function recipientsOf(tx: Tx, { engine, session }: CommandContext, to: readonly Recipient[], { type, record: { key, owner }, doc, ctx }: About): Promise<string[]> {
  const open = to.includes('approvers') ? await listEntries(tx, engine.catalogue.organisation, { company: session.company.code, type: type.manifest.id, key, statuses: ['Open'] }) : []
  const named = await runSliced(type.findingValues(Object.fromEntries(to.flatMap((one, index) => (typeof one === 'string' ? [] : [[String(index), one.employee]]))), doc, ctx))
  const people = await withOrganisation(tx, engine.catalogue, session.company.code, (organisation) => to.flatMap((who, index) => {
    if (typeof who !== 'string') return named[String(index)] ?? []
    if (who === 'owner') return owner ?? []
    if (who === 'supervisor') return owner === undefined ? [] : [organisation.manager(owner) ?? []].flat()
    if (who === 'approvers') return open.map(({ approver }) => approver)
    return organisation.withRole(who)
  }))
  return [...new Set(people.filter((one): one is string => typeof one === 'string' && one !== ''))]
}
