/** Messages to people, kept with the change that caused them and sent afterwards. */
import { sql, type Selectable } from 'kysely'
import type { Notice } from '../services.ts'
import type { Database, Db } from './database.ts'
import { insertLast } from './before-commit.ts'
import type { OutboxTable } from './tables.ts'

export type OutboxMessage = Selectable<OutboxTable>

const FORGOTTEN = 'This message held a code or a link for one person. It was removed when the message was mailed.'

/** Keeps the messages; in the transaction of the change that they tell of. */
export async function queueNotices(db: Db, notices: (Notice & { html?: string; isSecret?: boolean })[]): Promise<void> {
  await insertLast(db, notices.map(({ company, recipient, subject, text, html = null, isSecret = false }) => (
    { into: 'outbox' as const, row: { company, recipient, subject, text, html, attempts: 0, is_secret: isSecret } }
  )))
}

/**
 * Takes up to `limit` waiting messages for sending: no other process gets them for five minutes. Each attempt postpones
 * the next; after eight the message is left for the administrator.
 */
export async function claimOutbox(db: Db, limit: number, now: Date): Promise<OutboxMessage[]> {
  const { rows } = await sql<OutboxMessage>`
    update outbox o set attempts = o.attempts + 1, next_attempt_at = ${now.toISOString()}::timestamptz + interval '5 minutes' * power(2, o.attempts)
    where o.id in (select id from outbox where sent_at is null and attempts < 8
        and (next_attempt_at <= ${now.toISOString()}::timestamptz
          -- Later than any attempt could have put it: by a clock that was wrong.
          or next_attempt_at > ${now.toISOString()}::timestamptz + interval '1 minute' + interval '5 minutes' * power(2, attempts - 1))
      order by id limit ${limit} for update skip locked)
    returning o.*`.execute(db)
  return rows.sort((a, b) => a.id - b.id)
}

/** Notes that the message was mailed. A code or a link is forgotten with that: who reads the outbox could use it. */
export async function markSent(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('outbox').set({ sent_at: now, last_error: null, text: sql<string>`case when is_secret then ${FORGOTTEN} else text end`, html: sql<string | null>`case when is_secret then null else html end` })
    .where('id', '=', id).execute()
}

/** Keeps why a message could not be mailed, cut to length; it waits for its next try. */
export async function markUnsent(db: Db, id: number, error: string): Promise<void> {
  await db.updateTable('outbox').set({ last_error: error.slice(0, 1_000) }).where('id', '=', id).execute()
}

/** The newest messages of the companies. */
export async function listOutbox(db: Db, companies: string[], limit: number): Promise<OutboxMessage[]> {
  return db.selectFrom('outbox').selectAll().where('company', 'in', companies).orderBy('id', 'desc').limit(limit).execute()
}

/** How many messages wait to be mailed. */
export async function outboxSize(database: Database): Promise<number> {
  const row = await database.kysely.selectFrom('outbox').select((eb) => eb.fn.countAll<number>().as('count')).where('sent_at', 'is', null).executeTakeFirst()
  return row?.count ?? 0
}

/** Everything written so far counts as sent: messages of the demo's past concern nobody. */
export async function closeOutbox(db: Db): Promise<void> {
  await db.updateTable('outbox').set({ sent_at: sql<Date>`created_at` }).where('sent_at', 'is', null).execute()
}
