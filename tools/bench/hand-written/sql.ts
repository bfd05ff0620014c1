/** The statements of the hand-written server, all prepared: the same row conditions, locks and writes as the engine's. */
import type { ClientBase, Pool } from 'pg'

type Connection = Pool | ClientBase

const RECORD = 'd.key, d.state, d.owner, d.rev, d.data'
const HERE = `d.company = $1 and d.type = 'petty-cash'`
const ASSIGNED = `select a.document_key from approval_entries a where a.company = $1 and a.type = 'petty-cash'`
const READABLE = `(d.owner = $3 or $4 or d.key in (${ASSIGNED} and a.approver = $3 union all ${ASSIGNED} and a.original_approver = $3))`
const HAS_OPEN = `exists (select 1 from approval_entries o where o.company = $1 and o.type = 'petty-cash' and o.document_key = d.key and o.approver = $2 and o.status = 'Open') as has_open`

export const STATEMENTS = {
  session: `select u.id, u.name, u.employee, u.roles, u.is_approver, s.company, c.time_zone, s.seen_at,
      coalesce((select (g.values->>'pettycash_request_ceiling')::float8 from settings g where g.company = s.company and g.group_name = 'cashmgt_settings'), 10000) as request_ceiling,
      coalesce((select (g.values->>'pettycash_daily_ceiling')::float8 from settings g where g.company = s.company and g.group_name = 'cashmgt_settings'), 20000) as daily_ceiling
    from sessions s join users u on u.id = s.user_id join companies c on c.code = s.company
    where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and u.active`,
  touch: `update sessions set seen_at = $2 where token_hash = $1`,
  listOwn: `select ${RECORD}, ${HAS_OPEN} from documents d where ${HERE} and d.owner = $2 order by d.key desc limit $3`,
  listOwnAfter: `select ${RECORD}, ${HAS_OPEN} from documents d where ${HERE} and d.owner = $2 and d.key < $4 collate "C" order by d.key desc limit $3`,
  listAll: `select ${RECORD}, ${HAS_OPEN} from documents d where ${HERE} order by d.key desc limit $3`,
  listAllAfter: `select ${RECORD}, ${HAS_OPEN} from documents d where ${HERE} and d.key < $4 collate "C" order by d.key desc limit $3`,
  countOwn: `select count(*)::int as count from (select d.key from documents d where ${HERE} and d.owner = $2 limit 10001) c`,
  countAll: `select count(*)::int as count from (select d.key from documents d where ${HERE} limit 10001) c`,
  get: `select ${RECORD} from documents d where ${HERE} and d.key = $2 and ${READABLE}`,
  lock: `select ${RECORD} from documents d where ${HERE} and d.key = $2 and ${READABLE} for update of d`,
  files: `select id, name, media_type, size from files where company = $1 and type = 'petty-cash' and document_key = $2 order by created_at`,
  entries: `select a.*, a.entry_no::int as entry_no, p.data->>'search_name' as approver_name, p.data->>'email' as approver_email, s.data->>'search_name' as sender_name from approval_entries a
    left join documents p on p.company = a.company and p.type = 'employee' and p.key = a.approver
    left join documents s on s.company = a.company and s.type = 'employee' and s.key = a.sender
    where a.company = $1 and a.type = 'petty-cash' and a.document_key = $2 order by a.round, a.sequence, a.entry_no`,
  masters: `select d.type, d.key, d.data from unnest($2::text[], $3::text[]) as r(type, key) join documents d on d.company = $1 and d.type = r.type and d.key = r.key`,
  dimensions: `select d.data from documents d where d.company = $1 and d.type = 'dimension' order by d.key`,
  sentThatDay: `select coalesce(sum((d.data->>'amountLCY')::numeric), 0)::float8 as figure from documents d where ${HERE} and d.owner = $2
    and d.data->>'posting_date' = $3 and d.state in ('Pending Approval', 'Released', 'Paid')`,
  sentToday: `select coalesce(sum((d.data->>'amountLCY')::numeric), 0)::float8 as figure from documents d where ${HERE} and d.owner = $2
    and d.data->>'sentOn' = $3 and d.state in ('Pending Approval', 'Released', 'Paid')`,
  // Counted: "exists" would have PostgreSQL expect a match early, and read the whole table when there is none.
  invoiceElsewhere: `select (select count(*) from unnest($2::text[]) k, documents d where ${HERE} and d.data->'invoiceKeys' @> to_jsonb(k) and d.key <> $3 and d.state in ('Pending Approval', 'Released', 'Paid'))
    + (select count(*) from unnest($2::text[]) k, documents i where i.company = $1 and i.type = 'imprest' and i.owner = $4 and i.data->'receiptNumbers' @> to_jsonb(k) and i.state in ('Issued', 'Liquidation Rejected', 'Pending Liquidation', 'Accounted')) > 0 as found`,
  claim: `insert into idempotency (user_id, key, request_hash, status, body) values ($1, $2, $3, 0, '') on conflict do nothing returning 1 as one`,
  kept: `select request_hash, status, body from idempotency where user_id = $1 and key = $2`,
  keep: `update idempotency set status = $3, body = $4 where user_id = $1 and key = $2`,
  draw: `select nextval(sequence::regclass)::int as number from number_series where company = $1 and type = 'petty-cash' and period = $2`,
  insert: `insert into documents (company, type, key, state, owner, manifest_hash, data, created_at, created_by, updated_at, updated_by)
    values ($1, 'petty-cash', $2, 'Open', $3, 'hand', $4, $5, $6, $5, $6)`,
  update: `update documents d set state = $3, data = $4, rev = d.rev + 1, updated_at = $5, updated_by = $6 where ${HERE} and d.key = $2 and d.rev = $7 returning d.rev`,
  event: `insert into events (company, type, document_key, kind, actor, from_state, to_state, changes, ip, at) values ($1, 'petty-cash', $2, $3, $4, $5, $6, $7, $8, $9)`,
  supervisor: `select e.data->>'supervisor' as supervisor, s.data->>'search_name' as name, u.email, u.name as user_name from documents e
    left join documents s on s.company = e.company and s.type = 'employee' and s.key = e.data->>'supervisor' and (s.data->>'active')::boolean is not false
    left join users u on u.employee = s.key and u.active and $1 = any(u.companies)
    where e.company = $1 and e.type = 'employee' and e.key = $2`,
  lastRound: `select coalesce(max(round), 0)::int as round from approval_entries where company = $1 and type = 'petty-cash' and document_key = $2`,
  openRound: `insert into approval_entries (company, type, document_key, round, sequence, step, step_title, mode, approver, sender, status, sent_at, due_at)
    values ($1, 'petty-cash', $2, $3, 1, 'supervisor', 'Supervisor', 'any', $4, $5, 'Open', $6, $7)`,
  outbox: `insert into outbox (company, recipient, subject, text) values ($1, $2, $3, $4)`
}

/** Runs a statement by its name, prepared once per connection. */
export async function run<Row extends object>(db: Connection, name: keyof typeof STATEMENTS, values: unknown[]): Promise<Row[]> {
  const { rows } = await db.query<Row>({ name, text: STATEMENTS[name], values })
  return rows
}
