/** What happened to one account, and what its person did with it: out of the audit trail. */
import type { JsonObject } from '../../core/index.ts'
import type { Db } from './database.ts'
import { MOST_COUNTED } from './most-counted.ts'
import { Statement } from './statement.ts'

/** Under this name the changes of a session event keep the id of the administrator who did it. */
export const DONE_BY = 'by'

export interface RecordedAccountEvent {
  id: number
  at: Date
  kind: string
  /** Who did it; null for the person. */
  by: string | null
  ip: string | null
  device: string | null
  reason: string | null
  changes: JsonObject | null
}

export interface AccountQuestion { userId: string; companies: string[] }

/** One page, newest first; `before` the number of the last on the page before. */
export async function listAccountEvents(
  db: Db, question: AccountQuestion, { before, limit }: { before: number | undefined; limit: number },
): Promise<RecordedAccountEvent[]> {
  const s = new Statement()
  const most = s.value(limit, 'integer')
  const older = before === undefined ? '' : `and e.id < ${s.value(before, 'bigint')}`
  const each = sources(s, question).map((where) => `(select e.* from events e where ${where} ${older} order by e.id desc limit ${most})`)
  return s.run<RecordedAccountEvent>(
    db,
    `select e.id, e.at, e.kind, case when e.type = 'user' then coalesce(u.name, e.actor) end as by, e.ip, e.device, e.reason, e.changes
     from (${each.join(' union all ')}) e left join users u on u.id::text = e.actor order by e.id desc limit ${most}`
  )
}

/** How many there are, counted up to 10,001. */
export async function countAccountEvents(db: Db, question: AccountQuestion): Promise<number> {
  const s = new Statement()
  const each = sources(s, question).map((where) => `(select 1 from events e where ${where} limit ${MOST_COUNTED + 1})`)
  const all = each.join(' union all ')
  const rows = await s.run<{ count: number }>(db, `select count(*)::integer as count from (select 1 from (${all}) found limit ${MOST_COUNTED + 1}) told`)
  return rows[0]?.count ?? 0
}

/** Each has an index of its own. What an administrator did stands in the sign-in log as well: there it is left out. */
function sources(s: Statement, { userId, companies }: AccountQuestion): string[] {
  const user = s.value(userId)
  const within = `e.company = any(${s.value(companies, 'text[]')})`
  return [
    `${within} and e.type = 'user' and e.document_key = ${user}`,
    `${within} and e.type = 'session' and e.actor = ${user}
       and (e.changes->>'${DONE_BY}') is null and not ${WITHOUT_MARK}`,
  ]
}

/**
 * What an administrator did before there was the mark: the device says by whom, and the account's own event tells the same, written
 * in the same moment from the same address. The device alone is no proof, as whoever signs in may call theirs so.
 */
const WITHOUT_MARK = `(e.kind in ('link-sent', 'session-ended') and e.device like 'by %' and exists (
  select 1 from events t where t.company in (select code from companies) and t.type = 'user' and t.document_key = e.actor
    and t.at between e.at - interval '5 seconds' and e.at + interval '5 seconds' and t.ip is not distinct from e.ip
    and (t.kind = 'created' and e.kind = 'link-sent'
      or t.kind = case e.kind when 'link-sent' then 'link-sent' else 'sessions-ended' end and t.reason is not distinct from e.reason)))`
