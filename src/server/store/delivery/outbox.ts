/** Messages to people, stored together with the change that caused them and sent afterwards. */
import { sql, type Selectable } from 'kysely'
import type { Notice } from '../../services.ts'
import type { Database, Db } from '../connection/database.ts'
import { insertAtCommit } from '../connection/before-commit.ts'
import type { OutboxTable } from '../sql/tables.ts'

export type OutboxMessage = Selectable<OutboxTable>

const FORGOTTEN = 'This message contained a code or a link for one person. It was removed when the message was mailed.'
const NOT_KEPT = 'This message contained a code or a link for one person, which backups do not keep.'

const ERASED_IF_SECRET = { text: sql<string>`case when is_secret then ${FORGOTTEN} else text end`, html: sql<string | null>`case when is_secret then null else html end` }

/**
 * What a message holds for its recipient alone: `sign-in`, a code or a link without which the person cannot sign in, and `decision`, a link
 * that decides an approval.
 */
export type Secret = 'sign-in' | 'decision'

const URGENCY: Record<Secret, number> = { 'sign-in': 2, decision: 1 }

/** A message to store. */
export type QueuedNotice = Notice & { html?: string; language?: string; holds?: Secret | undefined }

/** Stores the messages, in the transaction of the change that they report. */
export async function queueNotices(db: Db, notices: QueuedNotice[]): Promise<void> {
  await insertAtCommit(db, notices.map(({ company, recipient, subject, text, html = null, language = null, holds }) => (
    { into: 'outbox' as const, row: { company, recipient, subject, text, html, language, attempts: 0, is_secret: holds !== undefined, urgency: holds === undefined ? 0 : URGENCY[holds] } }
  )))
}

/**
 * Claims up to `limit` queued messages for sending, the most urgent first: somebody waits at the sign-in page for a code. No other process
 * gets them for at least five minutes. Each attempt doubles the wait before the next; after eight attempts the message is left for the
 * administrator.
 */
export async function claimOutbox(db: Db, limit: number, now: Date): Promise<OutboxMessage[]> {
  const { rows } = await sql<OutboxMessage>`
    update outbox o set attempts = o.attempts + 1, next_attempt_at = ${now.toISOString()}::timestamptz + interval '5 minutes' * power(2, o.attempts)
    where o.id in (select id from outbox where sent_at is null and attempts < 8
        and (next_attempt_at <= ${now.toISOString()}::timestamptz
          -- Later than any attempt could have put it: by a clock that was wrong.
          or next_attempt_at > ${now.toISOString()}::timestamptz + interval '1 minute' + interval '5 minutes' * power(2, attempts - 1))
      order by urgency desc, id limit ${limit} for update skip locked)
    returning o.*`.execute(db)
  return rows.sort((a, b) => b.urgency - a.urgency || a.id - b.id)
}

/** Marks the message as sent. If it held a code or a link, its text is erased, since anyone who reads the outbox could use it. */
export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('outbox').set({ sent_at: now, last_error: null, ...ERASED_IF_SECRET }).where('id', '=', id).execute()
}

/** Stores why a message could not be sent; it waits for its next attempt. */
export async function markUnsent(db: Db, id: number, error: string): Promise<void> {
  await db.updateTable('outbox').set({ last_error: error }).where('id', '=', id).execute()
}

/** The newest messages of the companies. */
export async function listOutbox(db: Db, companies: string[], limit: number): Promise<OutboxMessage[]> {
  return db.selectFrom('outbox').selectAll().where('company', 'in', companies).orderBy('id', 'desc').limit(limit).execute()
}

/** The number of messages that wait to be sent. */
export async function outboxSize(database: Database): Promise<number> {
  const row = await database.kysely.selectFrom('outbox').select((eb) => eb.fn.countAll<number>().as('count')).where('sent_at', 'is', null).executeTakeFirst()
  return row?.count ?? 0
}

/** Marks everything that was not mailed as past: messages from the demo's past, or of a backup, must not go out. Erases codes and links in them. */
export async function closeOutbox(db: Db): Promise<void> {
  await db.updateTable('outbox').set({ sent_at: sql<Date>`created_at`, attempts: 0, ...ERASED_IF_SECRET }).where('sent_at', 'is', null).execute()
}

/**
 * The row of a message, as a backup holds it: a message with a code or a link loses its text and is not mailed. Whoever reads the backup
 * could use what the recipient has not received yet; after a restore it would not work any more.
 */
export function withoutSecret(row: Record<string, unknown>): Record<string, unknown> {
  if (row.is_secret !== true) return row
  const closed = row.sent_at === null ? { sent_at: row.created_at, attempts: 0 } : {}
  return { ...row, ...closed, text: NOT_KEPT, html: null }
}
