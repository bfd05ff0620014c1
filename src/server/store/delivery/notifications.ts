/** Notifications in the portal, and the kinds that users turned off. */
import { sql, type Selectable } from 'kysely'
import type { ReadRequest } from '../../../contract/index.ts'
import { countOpenEntries } from '../approvals/approval-entries.ts'
import type { Holder } from '../users/delegates.ts'
import type { Db } from '../connection/database.ts'
import { notifyLater } from '../connection/hints.ts'
import { insertAtCommit } from '../connection/before-commit.ts'
import { Statement } from '../sql/statement.ts'
import type { NotificationsTable } from '../sql/tables.ts'
import type { Channel } from '../users/contacts.ts'

export type Notification = Selectable<NotificationsTable>
export interface NewNotification { company: string; userId: string; kind: string; title: string; text: string; path: string | null; type: string | null; key: string | null; at: Date; asks?: Asked | undefined }
/** What a notice asks for: a decision on one of these approval entries, or a step of the document, which is due in these states. */
export type Asked = { entries: number[] } | { states: readonly string[] }
export interface Inbox { company: string; userId: string }

const MAX_COUNTED = 1_000

/** Stores the notifications, in the transaction of the change that they report. */
export async function addNotifications(db: Db, notifications: NewNotification[]): Promise<void> {
  await insertAtCommit(db, notifications.map(({ userId, key, company, kind, title, text, path, type, at, asks }) => ({
    into: 'notifications' as const, row: { company, user_id: userId, kind, title, text, path, type, document_key: key, at, ...asks },
    returning: { columns: ['id'], receive: ({ id }: Record<string, unknown>) => notifyLater(db, { kind: 'notification', company, user: userId, id: Number(id), of: kind }) }
  })))
}

/** Newest first; `before` is the id of the last one on the previous page. */
export async function listNotifications(db: Db, { company, userId }: Inbox, criteria: { unread: boolean; before: number | undefined; limit: number }): Promise<Notification[]> {
  let query = db.selectFrom('notifications').selectAll().where('user_id', '=', userId).where('company', '=', company)
  if (criteria.unread) query = query.where('read_at', 'is', null)
  if (criteria.before !== undefined) query = query.where('id', '<', criteria.before)
  return query.orderBy('id', 'desc').limit(criteria.limit).execute()
}

/** The number of notifications, counted to at most one above `max`. */
export async function countNotifications(db: Db, { company, userId }: Inbox, { unread, max }: { unread: boolean; max: number }): Promise<number> {
  const s = new Statement()
  const where = `user_id = ${s.value(userId, 'uuid')} and company = ${s.value(company)}${unread ? ' and read_at is null' : ''}`
  const [row] = await s.run<{ count: number }>(db, `select count(*)::integer as count from (select 1 from notifications where ${where} limit ${max + 1}) found`)
  return row?.count ?? 0
}

/** The number of unread ones, at most 1,000. */
export async function countUnread(db: Db, inbox: Inbox): Promise<number> {
  return Math.min(MAX_COUNTED, await countNotifications(db, inbox, { unread: true, max: MAX_COUNTED }))
}

/** Marks the user's own notifications as read: those with the ids, all up to an id, or all of a document. */
export async function markRead(db: Db, { company, userId }: Inbox, which: ReadRequest, now: Date): Promise<void> {
  const unread = db.updateTable('notifications').set({ read_at: now }).where('user_id', '=', userId).where('company', '=', company).where('read_at', 'is', null)
  if ('ids' in which && which.ids.length === 0) return
  const { numUpdatedRows } = await unread.where((eb) => {
    if ('ids' in which) return eb('id', 'in', which.ids)
    if ('upTo' in which) return eb('id', '<=', which.upTo)
    return eb.and({ type: which.documentType, document_key: which.documentNo })
  }).executeTakeFirst()
  if (numUpdatedRows > 0n) notifyLater(db, { kind: 'read', company, user: userId })
}

/** What a change of a document settled: these approval entries, or, with its new state, what was due in others; all of a deleted one. */
export type Settled = { entries: number[] } | { state: string } | 'deleted'

/** Marks as read, for all their recipients, the notices about a document that ask for what is settled now. */
export async function settleNotices(db: Db, document: { company: string; type: string; key: string }, settled: Settled, now: Date): Promise<void> {
  const s = new Statement()
  const asking = settled === 'deleted' ? '(entries is not null or states is not null)' : isSettledSql(settled, s)
  const read = await s.run<{ user_id: string }>(
    db,
    `update notifications set read_at = ${s.value(now, 'timestamptz')}
     where company = ${s.value(document.company)} and type = ${s.value(document.type)} and document_key = ${s.value(document.key)} and read_at is null and ${asking} returning user_id`
  )
  for (const user of new Set(read.map((row) => row.user_id))) notifyLater(db, { kind: 'read', company: document.company, user })
}

/** A notice about several entries asks until none of them is open. */
function isSettledSql(settled: Exclude<Settled, 'deleted'>, s: Statement): string {
  if ('state' in settled) return `states is not null and ${s.value(settled.state, 'text')} <> all(states)`
  const entries = s.value(settled.entries, 'bigint[]')
  return `entries && ${entries} and not exists (select 1 from approval_entries a where a.entry_no = any(entries) and a.entry_no <> all(${entries}) and a.status = 'Open')`
}

/** Marks notifications before the given moment as read at the time they were sent: for the demo's past. */
export async function closeNotifications(db: Db, before: Date): Promise<void> {
  await db.updateTable('notifications').set({ read_at: sql<Date>`at` }).where('at', '<', before).where('read_at', 'is', null).execute()
}

/** Deletes notifications older than the given moment, read or not. */
export async function purgeNotifications(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('notifications').where('at', '<', before).execute()
}

/** Everything that the user turned off in the company. */
export async function listMutes(db: Db, { company, userId }: Inbox): Promise<{ kind: string; channel: string }[]> {
  return db.selectFrom('notification_mutes').select(['kind', 'channel']).where('user_id', '=', userId).where('company', '=', company).execute()
}

/** Turns a kind of the company's notifications off or on for one user and channel. */
export async function setMute(db: Db, mute: Inbox & { kind: string; channel: Channel }, isMuted: boolean): Promise<void> {
  const { company, userId, kind, channel } = mute
  if (isMuted) await db.insertInto('notification_mutes').values({ user_id: userId, company, kind, channel }).onConflict((oc) => oc.doNothing()).execute()
  else await db.deleteFrom('notification_mutes').where('user_id', '=', userId).where('company', '=', company).where('kind', '=', kind).where('channel', '=', channel).execute()
}

export interface Counted { company: string; holder: Holder; userId: string }

/** The numbers of open approval entries and unread notifications of several users, in the same order. */
export async function liveCounts(db: Db, people: Counted[]): Promise<{ approvals: number; unread: number }[]> {
  if (people.length === 0) return []
  const list = (values: string[], type: string) => sql`${values}::${sql.raw(type)}[]`
  const { rows } = await sql<{ approvals: number; unread: number }>`
    select (select count(*)::integer from approval_entries a where a.company = p.company and a.approver = p.approver and a.status = 'Open') as approvals,
      (select count(*)::integer from (select 1 from notifications n where n.user_id = p.user_id and n.company = p.company and n.read_at is null limit ${MAX_COUNTED}) u) as unread
    from unnest(${list(people.map((one) => one.company), 'text')}, ${list(people.map((one) => one.holder.number), 'text')}, ${list(people.map((one) => one.userId), 'uuid')}) with ordinality p(company, approver, user_id, n) order by p.n`.execute(db)
  // Few users are delegates; the entries that wait for those are counted separately for each.
  return Promise.all(rows.map(async (row, index) => {
    const one = people[index]
    return one === undefined || one.holder.delegations.length === 0 ? row : { ...row, approvals: await countOpenEntries(db, one.company, one.holder) }
  }))
}
