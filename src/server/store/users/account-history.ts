/** The history of one account, from the audit trail: changes to the account and what its user did. */
import type { JsonObject } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { writeGathered } from '../connection/before-commit.ts'
import { MAX_COUNTED } from '../sql/max-counted.ts'
import { Statement } from '../sql/statement.ts'

/** The key in a session event's `changes` that holds the id of the administrator who performed it. */
export const DONE_BY = 'by'
/** Used instead of that id for anyone who can run commands on the server. */
export const OPERATOR = 'the operator of the server'

export interface RecordedAccountEvent {
  id: number
  at: Date
  kind: string
  /** Who performed it; null for the user themselves. */
  by: string | null
  /** Who handed out the link that the user used; null if it was mailed. */
  given_by: string | null
  ip: string | null
  device: string | null
  reason: string | null
  changes: JsonObject | null
}

export interface AccountEventCriteria { userId: string; companies: string[] }

/** Ids of accounts whose IP addresses and devices are withheld from the caller. */
export type Hidden = readonly string[]

/** One page, newest first; `before` is the id of the last event on the previous page. */
export async function listAccountEvents(
  db: Db, criteria: AccountEventCriteria, { before, limit, hidden }: { before: number | undefined; limit: number; hidden: Hidden },
): Promise<RecordedAccountEvent[]> {
  const s = new Statement()
  const max = s.value(limit, 'integer')
  const older = before === undefined ? '' : `and e.id < ${s.value(before, 'bigint')}`
  const each = sources(s, criteria).map((where) => `(select e.* from events e where ${where} ${older} order by e.id desc limit ${max})`)
  return s.run<RecordedAccountEvent>(
    db,
    `select e.id, e.at, e.kind, case when e.type = 'user' then coalesce(u.name, e.actor) when e.kind <> 'link-used' then ${ACTING_NAME_SQL} end as by,
       case when e.type = 'session' and e.kind = 'link-used' then ${ACTING_NAME_SQL} end as given_by, ${columnsOf(arrivalSql(s, hidden))}, e.changes
     from (${each.join(' union all ')}) e left join users u on u.id::text = e.actor ${ACTING_USER_JOIN} order by e.id desc limit ${max}`
  )
}

/** The number of events, counted up to 10,001. */
export async function countAccountEvents(db: Db, criteria: AccountEventCriteria): Promise<number> {
  const s = new Statement()
  const each = sources(s, criteria).map((where) => `(select 1 from events e where ${where} limit ${MAX_COUNTED + 1})`)
  const all = each.join(' union all ')
  const rows = await s.run<{ count: number }>(db, `select count(*)::integer as count from (select 1 from (${all}) found limit ${MAX_COUNTED + 1}) counted`)
  return rows[0]?.count ?? 0
}

/**
 * The name of the person who acted on behalf of another: `b` is their account, if they have one. An id without an account is never shown.
 */
export const ACTING_NAME_SQL = `coalesce(b.name, case when (e.changes->>'${DONE_BY}') !~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$' then e.changes->>'${DONE_BY}' when e.changes->>'${DONE_BY}' is not null then 'an administrator' end)`
export const ACTING_USER_JOIN = `left join users b on e.type = 'session' and b.id::text = e.changes->>'${DONE_BY}'`

/** The account that an event's IP address belongs to: that of whoever performed it. */
const ARRIVED = `case when e.type = 'session' and e.kind <> 'link-used' then coalesce(e.changes->>'${DONE_BY}', e.actor) else e.actor end`

/** The columns that reveal where an event came from; null for the hidden accounts. */
export function arrivalSql(s: Statement, hidden: Hidden): { ip: string; device: string; reason: string } {
  if (hidden.length === 0) return { ip: 'e.ip', device: 'e.device', reason: 'e.reason' }
  const isHidden = `= any(${s.value(hidden, 'text[]')})`
  return {
    ip: `case when not ${ARRIVED} ${isHidden} then e.ip end`,
    // If someone else performed the action, the column holds no device but who that was.
    device: `case when not (e.actor ${isHidden} and ${ARRIVED} = e.actor) then e.device end`,
    // The end of a single session is described by its device.
    reason: `case when not (e.kind in ('session-ended', 'sessions-ended') and case when e.type = 'user' then e.document_key else e.actor end ${isHidden}) then e.reason end`,
  }
}

/** Renders the columns as SQL, with their names as aliases. */
export function columnsOf(columns: Record<string, string>): string {
  return Object.entries(columns).map(([name, expression]) => `${expression} as ${name}`).join(', ')
}

/**
 * One condition per index. An administrator's actions are also in the sign-in log, where they are left out here. Actions of the server's
 * operator are recorded only there, as is the use of a link, whoever handed it out.
 */
function sources(s: Statement, { userId, companies }: AccountEventCriteria): string[] {
  const user = s.value(userId)
  const within = `e.company = any(${s.value(companies, 'text[]')})`
  return [
    `${within} and e.type = 'user' and e.document_key = ${user}`,
    `${within} and e.type = 'session' and e.actor = ${user}
       and (e.changes->>'${DONE_BY}' is null or e.kind = 'link-used' or e.changes->>'${DONE_BY}' = ${s.value(OPERATOR)}) and not ${WITHOUT_MARK}`,
  ]
}

/**
 * Administrator actions from before DONE_BY was recorded: the device says who acted, and the account's own event, written at the same
 * moment from the same address, confirms it. The device alone is no proof, because a user can name their own device like that.
 */
const WITHOUT_MARK = `(e.kind in ('link-sent', 'session-ended') and e.device like 'by %' and exists (
  select 1 from events t where t.company in (select code from companies) and t.type = 'user' and t.document_key = e.actor
    and t.at between e.at - interval '5 seconds' and e.at + interval '5 seconds' and t.ip is not distinct from e.ip
    and (t.kind = 'created' and e.kind = 'link-sent'
      or t.kind = case e.kind when 'link-sent' then 'link-sent' else 'sessions-ended' end and t.reason is not distinct from e.reason)))`

/** Kinds of events by which an administrator could have got hold of a way to sign in as the person. */
const TOUCHING = ['updated', 'link-sent', 'authenticator-removed'] as const

/**
 * Whether an administrator changed how the person signs in, or had a link in their hands, since the sign-in was last reset; `kinds` limits it
 * to some of these ways.
 */
export async function wasSignInChanged(tx: Db, userId: string, kinds: readonly (typeof TOUCHING)[number][] = TOUCHING): Promise<boolean> {
  await writeGathered(tx)
  const s = new Statement()
  const key = s.value(userId)
  const rows = await s.run(
    tx,
    `select 1 from events e where e.type = 'user' and e.document_key = ${key} and e.kind = any(${s.value([...kinds], 'text[]')})
       and case e.kind when 'updated' then e.changes ?| array['email', 'username'] when 'link-sent' then e.reason like '%handed out' else true end
       and e.id > coalesce((select max(r.id) from events r where r.type = 'user' and r.document_key = ${key} and r.kind = 'sign-in-reset'), 0) limit 1`
  )
  return rows.length > 0
}
