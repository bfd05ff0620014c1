/** Reports overdue approvals every night to the approver, their manager and the sender. Escalates them if the company is configured to. */
import { handOver, localDateAndTime, readableDate, type CompiledType, type Settings, t } from '../../core/index.ts'
import { toState, writeRound } from '../commands/approval-round.ts'
import { titleFor, type CommandContext } from '../commands/context.ts'
import { notify } from '../commands/notify.ts'
import { eligibleApprovers } from '../commands/take-over.ts'
import { deliver } from '../notifications/deliver.ts'
import { linkTo } from '../presenters/approval-entry.ts'
import { type EntryRow, markEscalated, markOverdue, overdueEntries, readRound } from '../store/approvals/approval-entries.ts'
import { delegationNote, holdersBefore } from '../store/approvals/delegated-entries.ts'
import { lockDocument, updateDocument } from '../store/documents/documents.ts'
import { appendEvent, trailOf } from '../store/audit/events.ts'
import type { Tx } from '../store/connection/database.ts'
import { withOrganisation } from '../store/approvals/organisation.ts'
import { contactsOf } from '../store/users/contacts.ts'
import { ALWAYS, cardPath, type StoredRecord } from '../../core/index.ts'

const DAY_MS = 24 * 60 * 60_000
const AGAIN_AFTER_DAYS = 3
const MAX_PER_NIGHT = 5_000

/** Sends notices about the company's overdue entries, each in its own transaction. Returns how many entries it notified about. */
export async function notifyOverdue(command: CommandContext): Promise<number> {
  const { services, session } = command
  const { kysely } = services.database
  const late = await overdueEntries(kysely, { company: session.company.code, dueBefore: startOf(session.today), notifiedBefore: lastNotified(command), limit: MAX_PER_NIGHT })
  let notified = 0
  for (const { entryNo, type, key } of late) {
    if (!command.engine.has(type)) continue
    if (await services.database.transaction((tx) => notifyOf(tx, command, command.engine.type(type), key, entryNo))) notified += 1
  }
  return notified
}

/** Entries notified about after this time are not notified about again. */
function lastNotified({ session, now }: CommandContext): Date {
  // An hour less, so that a run that starts slightly earlier than the last one does not postpone the notice by a day.
  return new Date(now.getTime() - days(session.settings, 'overdue_repeat_days', AGAIN_AFTER_DAYS) * DAY_MS + 60 * 60_000)
}

function days(settings: Settings, name: string, otherwise: number): number {
  const value = settings['approval_settings']?.[name]
  return typeof value === 'number' ? value : otherwise
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

async function notifyOf(tx: Tx, command: CommandContext, type: CompiledType, key: string, entryNo: number): Promise<boolean> {
  const { session, now } = command
  const at = { company: session.company.code, type: type.manifest.id, key }
  const record = await lockDocument(tx, at, ALWAYS)
  const rows = await readRound(tx, at)
  const entry = rows.find((row) => row.entry_no === entryNo)
  // Decided meanwhile, or already handled by another process.
  if (record === undefined || entry?.status !== 'Open' || (entry.overdue_at !== null && entry.overdue_at > lastNotified(command))) return false
  await markOverdue(tx, entryNo, now)
  const after = days(session.settings, 'escalate_after_days', 0)
  const isDue = after > 0 && entry.escalated_at === null && startOf(session.today).getTime() - entry.due_at.getTime() >= after * DAY_MS
  // First, since it settles what was sent about the entry.
  const holder = (isDue ? await escalate(tx, command, { type, record, rows, entry }) : undefined) ?? entry.approver
  await send(tx, command, { type, record, entry, holder })
  return true
}

/** `holder`: whose approval the entry waits for, the approver unless it has been handed over. */
interface Late { type: CompiledType; record: StoredRecord; entry: EntryRow; holder: string }

/** Whoever holds the entry gets a link to the decision, the others a link to the document. */
async function send(tx: Tx, command: CommandContext, { type, record, entry, holder }: Late): Promise<void> {
  const { session, services, engine, now } = command
  const company = session.company.code
  const { id } = type.manifest
  const manager = await withOrganisation(tx, engine.catalogue, company, (organisation) => organisation.manager(entry.approver))
  const contacts = await contactsOf(tx, engine.catalogue.organisation, company, [...new Set([holder, entry.approver, entry.sender, ...(manager === undefined ? [] : [manager])])], 'notice')
  const name = contacts.get(holder)?.name ?? holder
  const dayDue = readableDate(entry.due_at.toISOString())
  const daySent = readableDate(localDateAndTime(entry.sent_at.toISOString(), session.company.timeZone)?.date ?? '')
  const delivery = { company, kind: 'notice' as const, at: now, services, by: session.actor.id, document: { type: id, key: record.key } }
  await deliver(tx, delivery, contacts.values(), (to) => {
    const what = `${titleFor(type, session)} ${record.key}`
    const isAsked = to.employee === holder
    const asking = (): string => (holder === entry.approver ? t('{what} has been waiting for your approval since {daySent}. It was due on {dayDue}.', { what, daySent, dayDue }) : t('{what} now waits for your approval. It was due on {dayDue}.', { what, dayDue }))
    const text = isAsked ? asking() : t('{what} is waiting for the approval of {name}. It was due on {dayDue}.', { what, name, dayDue })
    return { title: t('{what} is overdue for approval', { what }), text, asks: { entries: [entry.entry_no] }, path: isAsked ? linkTo(engine.catalogue, id, record.key, to.employee) : cardPath(engine.catalogue.pages, id, record.key) }
  })
}

interface Escalation { type: CompiledType; record: StoredRecord; rows: EntryRow[]; entry: EntryRow }

/**
 * Hands the entry to the nearest manager above its holder who may decide it, otherwise to the approval administrator, and returns who that
 * is. If nobody may, it stays.
 */
async function escalate(tx: Tx, command: CommandContext, { type, record, rows, entry }: Escalation): Promise<string | undefined> {
  const { session, engine, now } = command
  const at = { company: session.company.code, type: type.manifest.id, key: record.key }
  const heldBy = await holdersBefore(tx, trailOf(type.manifest, at), entry.entry_no)
  const states = rows.map((row) => ({ ...toState(type, row), ...(row.entry_no === entry.entry_no && { heldBy }) }))
  const ways = await withOrganisation(tx, engine.catalogue, at.company, (organisation) => {
    const above: string[] = []
    for (let next = organisation.manager(entry.approver); next !== undefined && !above.includes(next); next = organisation.manager(next)) above.push(next)
    return [...above, organisation.administrator].filter((number) => number !== '').map((number) => ({ number, outcome: handOver(states, entry.entry_no, { number, isActive: organisation.isActive(number) }) }))
  })
  const able = await eligibleApprovers(tx, command, { type, record, entry }, ways.map(({ number }) => number))
  const found = ways.find(({ number, outcome }) => outcome.ok && able.includes(number))
  await markEscalated(tx, entry.entry_no, now)
  if (found === undefined) return undefined
  const open = await writeRound(tx, command, rows, found.outcome)
  const written = await updateDocument(tx, type.manifest, at, record.rev, { state: record.state, owner: record.owner, data: record.data, by: session.actor.id, at: now })
  if (written === undefined) throw new Error(`${record.key} was changed while it was locked.`)
  await appendEvent(tx, {
    ...at, kind: 'escalated', actor: session.actor.id, onBehalfOf: entry.approver, from: record.state, to: record.state, reason: 'It was overdue.', ip: null, at: now,
    changes: delegationNote({ entryNo: entry.entry_no, from: entry.approver, to: found.number }),
  })
  await notify(tx, command, { kind: 'delegated', type, record: written, to: [found.number], open })
  return found.number
}
