/**
 * The data on which both servers are measured: a company of 400 people in teams of ten, and petty cash requests of two lines each with
 * their approval entries, receipts and events. The same parameters give the same rows, so that runs can be compared.
 */
import type pg from 'pg'

export const PEOPLE = 400
export const COMPANY = 'MRT'
const FINANCE_OFFICER = 'mutua@mazingira.example'
/** The first team: ten people who create and send at the same time. */
export const TEAM = 10

export interface Batch {
  /** Prefix of the document numbers. */
  prefix: string
  /** The number of people who own the requests, in rotation. */
  people: number
  /** How many of a person's every twenty requests are open, so that there is something to send. */
  open: number
}

const OF_EVERYBODY: Batch = { prefix: 'PC-2024-', people: PEOPLE, open: 2 }
/** The requests that one team has to send. */
export const OF_THE_TEAM: Batch = { prefix: 'PC-2023-', people: TEAM, open: 20 }

/** The bearer token of a person of the dataset; numbers start at 1. */
export function tokenOf(person: number): string {
  return `bench-person-${String(person).padStart(8, '0')}`
}

/** The bearer token of the finance officer, who sees everyone's requests. */
export const FINANCE_TOKEN = 'bench-finance-officer-0'

/** Adds the people with their employee records and sessions to a database that contains the demo organisation. */
export async function addPeople(client: pg.Client): Promise<void> {
  await client.query(`
    insert into documents (company, type, key, state, owner, manifest_hash, data, created_by, updated_by)
    select '${COMPANY}', 'employee', 'BEN-' || lpad(g::text, 4, '0'), '', null, 'bench', jsonb_build_object(
      'number', 'BEN-' || lpad(g::text, 4, '0'), 'first_name', 'Bench', 'last_name', g::text, 'search_name', 'Bench Person ' || g,
      'department', 'CLIMATE', 'email', 'bench' || g || '@mazingira.example', 'active', true,
      'supervisor', case when g % 10 = 1 then 'MRT-005' else 'BEN-' || lpad(((g - 1) / 10 * 10 + 1)::text, 4, '0') end), 'bench', 'bench'
    from generate_series(1, ${PEOPLE}) g`)
  await client.query(`
    insert into users (email, name, employee, default_company, companies, is_approver)
    select 'bench' || g || '@mazingira.example', 'Bench Person ' || g, 'BEN-' || lpad(g::text, 4, '0'), '${COMPANY}', array['${COMPANY}'], true
    from generate_series(1, ${PEOPLE}) g`)
  await client.query(`
    insert into sessions (token_hash, user_id, company, expires_at)
    select encode(sha256(convert_to('bench-person-' || lpad(substr(u.employee, 5), 8, '0'), 'UTF8')), 'hex'), u.id, '${COMPANY}', now() + interval '1 day'
    from users u where u.employee like 'BEN-%'
    union all
    select encode(sha256(convert_to('${FINANCE_TOKEN}', 'UTF8')), 'hex'), u.id, '${COMPANY}', now() + interval '1 day'
    from users u where u.email = '${FINANCE_OFFICER}'`)
  // What one person sends while it is measured is more than anybody sends in a day: the ceiling is asked about and never reached.
  await client.query(`
    insert into settings (company, group_name, values, updated_by) values ('${COMPANY}', 'cashmgt_settings', '{"pettycash_daily_ceiling": 100000000}', 'bench')
    on conflict (company, group_name) do update set values = settings.values || excluded.values`)
}

/** Adds the requests numbered `from` to `to`; the indexes that the manifest implies are rebuilt once at the end. */
export async function addRequests(client: pg.Client, from: number, to: number, { prefix, people, open }: Batch = OF_EVERYBODY): Promise<void> {
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where indexname like 'dt\\_petty-cash\\_%'`
  )
  await client.query(`set maintenance_work_mem = '512MB'`)
  for (const { indexname } of indexes) await client.query(`drop index "${indexname}"`)
  await client.query(`
    with request as (
      select g, '${prefix}' || lpad(g::text, 7, '0') as no, 'BEN-' || lpad((g % ${people} + 1)::text, 4, '0') as owner, g % ${people} + 1 as person,
        to_char(current_date - 1 - (g / ${people}) % 360, 'YYYY-MM-DD') as day, 500 + g % 97 * 10 as first, 100 + g % 53 * 10 as second,
        (array['Taxi and lunch, county hearing', 'Airtime for the field team', 'Stationery for the workshop', 'Courier to Kisumu'])[g % 4 + 1] || ' ' || g as text,
        case when g / ${people} % 20 < ${open} then 'Open' when g / ${people} % 20 < 4 then 'Pending Approval' when g / ${people} % 20 < 15 then 'Released'
          when g / ${people} % 20 = 15 then 'Rejected' else 'Paid' end as state
      from generate_series($1::int, $2::int) g)
    insert into documents (company, type, key, state, owner, rev, manifest_hash, data, created_at, created_by, updated_at, updated_by)
    select '${COMPANY}', 'petty-cash', no, state, owner, 1, 'bench', jsonb_build_object(
      'no', no, 'status', state, 'employee_no', owner, 'employee_name', 'Bench Person ' || person, 'payee_name', 'Bench Person ' || person,
      'document_type', 'Petty Cash Expenditure', 'description', text, 'posting_date', day, 'total_amount', first + second, 'exchangeRate', 1, 'amountLCY', first + second,
      'invoiceKeys', jsonb_build_array(lower('${prefix}TX-' || g), lower('${prefix}REST-' || g)), 'shortcutDimension1Code', 'CLIMATE', 'pettyCashLinesAPI', jsonb_build_array(
        jsonb_build_object('line_no', 10000, 'document_type', 'Petty Cash Expenditure', 'expense_code', 'AIRTIME', 'description', 'Data bundles', 'amount', first,
          'invoiceRef', '${prefix}TX-' || g, 'allocationCode', 'A-100', 'posting_date', day, 'shortcutDimension1Code', 'CLIMATE'),
        jsonb_build_object('line_no', 20000, 'document_type', 'Petty Cash Expenditure', 'expense_code', 'MEALS', 'description', 'Lunch with two ward officers', 'amount', second,
          'invoiceRef', '${prefix}REST-' || g, 'allocationCode', 'A-100', 'posting_date', day, 'shortcutDimension1Code', 'CLIMATE'))),
      day::timestamptz, 'bench', day::timestamptz, 'bench'
    from request`, [from, to])
  await addSurroundings(client, from, to, prefix)
  for (const { indexdef } of indexes) await client.query(indexdef)
  for (const table of ['documents', 'approval_entries', 'files', 'events', 'sessions', 'users']) await client.query(`vacuum analyze ${table}`)
  await client.query('checkpoint')
}

/** Adds the rows related to the requests: an entry for each that was sent, a receipt for each that is open, an event for each. */
async function addSurroundings(client: pg.Client, from: number, to: number, prefix: string): Promise<void> {
  const added = `d.company = '${COMPANY}' and d.type = 'petty-cash' and d.key between '${prefix}' || lpad($1::text, 7, '0') and '${prefix}' || lpad($2::text, 7, '0')`
  await client.query(`
    insert into approval_entries (company, type, document_key, round, sequence, step, step_title, mode, approver, sender, status, due_at, decided_at, sent_at)
    select d.company, d.type, d.key, 1, 1, 'supervisor', 'Supervisor', 'any', e.data->>'supervisor', d.owner,
      case d.state when 'Pending Approval' then 'Open' when 'Rejected' then 'Rejected' else 'Approved' end,
      -- Ahead for what is open, or the server would remind hundreds of people while it is measured.
      case when d.state = 'Pending Approval' then now() else d.created_at end + interval '3 days',
      case when d.state <> 'Pending Approval' then d.created_at + interval '1 day' end, d.created_at
    from documents d join documents e on e.company = d.company and e.type = 'employee' and e.key = d.owner where d.state <> 'Open' and ${added}`, [from, to])
  await client.query(`
    insert into files (company, type, document_key, field, name, media_type, size, sha256, content, created_by)
    select d.company, d.type, d.key, 'attachments', 'receipt.pdf', 'application/pdf', 9, 'bench', '%PDF-1.4', 'bench' from documents d where d.state = 'Open' and ${added}`, [from, to])
  await client.query(`insert into events (company, type, document_key, kind, actor, to_state) select d.company, d.type, d.key, 'created', 'bench', 'Open' from documents d where ${added}`, [from, to])
}

export interface RequestOf { person: number; no: string }

/** Requests that can be sent, at most `limit` for each person, alternating between the people. */
export async function openRequests(client: pg.Client, limit: number, { prefix }: Batch = OF_EVERYBODY): Promise<RequestOf[]> {
  const { rows } = await client.query<{ person: number; no: string }>(`
    select substr(owner, 5)::int as person, key as no from (
      select owner, key, row_number() over (partition by owner order by key) as turn from documents
      where company = '${COMPANY}' and type = 'petty-cash' and state = 'Open' and owner like 'BEN-%' and key like '${prefix}%') d
    where turn <= $1 order by turn, owner`, [limit])
  return rows
}

/** Requests that people may read, each their own, spread over all people. */
export async function ownRequests(client: pg.Client, count: number): Promise<RequestOf[]> {
  const { rows } = await client.query<{ person: number; no: string }>(`
    select substr(owner, 5)::int as person, key as no from documents
    where company = '${COMPANY}' and type = 'petty-cash' and state = 'Pending Approval' and owner like 'BEN-%' order by key limit $1`, [count])
  return rows
}
