/** What happened to one account, and what its person did with it: out of the audit trail. */
import type { JsonObject } from '../../core/index.ts'
import type { Db } from './database.ts'
import { MAX_COUNTED } from './max-counted.ts'
import { Statement } from './statement.ts'

/** Under this name the changes of a session event keep the id of the administrator who did it. */
export const DONE_BY = 'by'
/** In the place of that id: whoever can run commands on the server. */
export const OPERATOR = 'the operator of the server'

export interface RecordedAccountEvent {
  id: number
  at: Date
  kind: string
  /** Who did it; null for the person. */
  by: string | null
  /** Who handed out the link that the person used; null where it was mailed. */
  given_by: string | null
  ip: string | null
  device: string | null
  reason: string | null
  changes: JsonObject | null
}

export interface AccountQuestion { userId: string; companies: string[] }

/** Ids of accounts whose addresses and devices are not told to who asks. */
export type Hidden = readonly string[]

/** One page, newest first; `before` the number of the last on the page before. */
export async function listAccountEvents(
  db: Db, question: AccountQuestion, { before, limit, hidden }: { before: number | undefined; limit: number; hidden: Hidden },
): Promise<RecordedAccountEvent[]> {
  const s = new Statement()
  const max = s.value(limit, 'integer')
  const older = before === undefined ? '' : `and e.id < ${s.value(before, 'bigint')}`
  const each = sources(s, question).map((where) => `(select e.* from events e where ${where} ${older} order by e.id desc limit ${max})`)
  return s.run<RecordedAccountEvent>(
    db,
    `select e.id, e.at, e.kind, case when e.type = 'user' then coalesce(u.name, e.actor) when e.kind <> 'link-used' then ${NAMED} end as by,
       case when e.type = 'session' and e.kind = 'link-used' then ${NAMED} end as given_by, ${columnsOf(arrivalSql(s, hidden))}, e.changes
     from (${each.join(' union all ')}) e left join users u on u.id::text = e.actor ${JOINED} order by e.id desc limit ${max}`
  )
}

/** How many there are, counted up to 10,001. */
export async function countAccountEvents(db: Db, question: AccountQuestion): Promise<number> {
  const s = new Statement()
  const each = sources(s, question).map((where) => `(select 1 from events e where ${where} limit ${MAX_COUNTED + 1})`)
  const all = each.join(' union all ')
  const rows = await s.run<{ count: number }>(db, `select count(*)::integer as count from (select 1 from (${all}) found limit ${MAX_COUNTED + 1}) told`)
  return rows[0]?.count ?? 0
}

/** Who did what stands there as another's: `b` is the account, where it is one. An id without an account is nobody's to read. */
export const NAMED = `coalesce(b.name, case when (e.changes->>'${DONE_BY}') !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then e.changes->>'${DONE_BY}' when e.changes->>'${DONE_BY}' is not null then 'an administrator' end)`
export const JOINED = `left join users b on e.type = 'session' and b.id::text = e.changes->>'${DONE_BY}'`

/** Whose address an event has: that of who did it. */
const ARRIVED = `case when e.type = 'session' and e.kind <> 'link-used' then coalesce(e.changes->>'${DONE_BY}', e.actor) else e.actor end`

/** What tells of an event from where it came: null of the hidden accounts. */
export function arrivalSql(s: Statement, hidden: Hidden): { ip: string; device: string; reason: string } {
  if (hidden.length === 0) return { ip: 'e.ip', device: 'e.device', reason: 'e.reason' }
  const isHidden = `= any(${s.value(hidden, 'text[]')})`
  return {
    ip: `case when not ${ARRIVED} ${isHidden} then e.ip end`,
    // What was done in somebody's place has no device there, but by whom.
    device: `case when not (e.actor ${isHidden} and ${ARRIVED} = e.actor) then e.device end`,
    // One session that was ended is told by its device.
    reason: `case when not (e.kind in ('session-ended', 'sessions-ended') and case when e.type = 'user' then e.document_key else e.actor end ${isHidden}) then e.reason end`,
  }
}

/** The columns by their names. */
export function columnsOf(columns: Record<string, string>): string {
  return Object.entries(columns).map(([name, expression]) => `${expression} as ${name}`).join(', ')
}

/**
 * Each has an index of its own. What an administrator did stands in the sign-in log as well: there it is left out. Whoever runs
 * commands on the server is told of there alone, as is a link that the person used, whoever handed it out.
 */
function sources(s: Statement, { userId, companies }: AccountQuestion): string[] {
  const user = s.value(userId)
  const within = `e.company = any(${s.value(companies, 'text[]')})`
  return [
    `${within} and e.type = 'user' and e.document_key = ${user}`,
    `${within} and e.type = 'session' and e.actor = ${user}
       and (e.changes->>'${DONE_BY}' is null or e.kind = 'link-used' or e.changes->>'${DONE_BY}' = ${s.value(OPERATOR)}) and not ${WITHOUT_MARK}`,
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
