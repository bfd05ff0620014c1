/**
 * Benchmark of approvals: an inbox of thousands compared with one of fifty, many approvals in one call, and fifty people on two servers who
 * decide on the same documents.
 */
import pg from 'pg'
import { COMPANY, tokenOf } from './dataset.ts'
import { load, median } from './load.ts'
import type { RunningServer } from './processes.ts'

const FEW = 50
const MANY = 5_000
const BULK = 200
const PEOPLE_DECIDING = 50
const FIRST_OF_LONG_INBOX = 399
const LONG_INBOX = 400
const MAX_RATIO = 1.5

export interface ApprovalFigures {
  inbox: { few: number; many: number; /** Time of the long inbox's first page divided by the short one's. */ ratio: number }
  bulk: { documents: number; seconds: number }
  contention: { documents: number; attempts: number; engine: number; hand: number; /** Decisions per second of the engine divided by those of the hand-written server. */ ratio: number }
}

/**
 * Measures on a database that contains the people. `more` is a second server on the same database. @throws if a document was not decided
 * exactly once
 */
export async function measureApprovals(client: pg.Client, url: string, [engine, more]: [RunningServer, RunningServer], { seconds, contended }: { seconds: number; contended: number }): Promise<ApprovalFigures> {
  await addWaiting(client, { prefix: 'PC-2021-', count: FEW, approvers: [FIRST_OF_LONG_INBOX] })
  await addWaiting(client, { prefix: 'PC-2022-', count: MANY, approvers: [LONG_INBOX] })
  const inbox = await measureInbox(engine, seconds)
  const bulk = await measureBulk(client, engine)
  const everybody = Array.from({ length: PEOPLE_DECIDING }, (_, index) => index + 1)
  await addWaiting(client, { prefix: 'PC-2019-', count: contended, approvers: everybody })
  await addWaiting(client, { prefix: 'PC-2020-', count: contended, approvers: everybody })
  const attempts = contended * PEOPLE_DECIDING
  const hand = await contend(client, 'PC-2019-', contended, handWritten(new pg.Pool({ connectionString: url, max: 20 })))
  const ours = await contend(client, 'PC-2020-', contended, bothServers([engine, more]))
  return { inbox, bulk, contention: { documents: contended, attempts, engine: ours, hand, ratio: ours / hand } }
}

/** Adds pending documents, each with an entry for every approver, any one of whom may decide. */
async function addWaiting(client: pg.Client, { prefix, count, approvers }: { prefix: string; count: number; approvers: number[] }): Promise<void> {
  await client.query(`
    insert into documents (company, type, key, state, owner, rev, manifest_hash, data, created_by, updated_by)
    select '${COMPANY}', 'petty-cash', $1 || lpad(g::text, 5, '0'), 'Pending Approval', 'BEN-0200', 1, 'bench', jsonb_build_object(
      'no', $1 || lpad(g::text, 5, '0'), 'status', 'Pending Approval', 'employee_no', 'BEN-0200', 'employee_name', 'Bench Person 200', 'payee_name', 'Bench Person 200',
      'description', 'Courier to Kisumu ' || g, 'posting_date', '2024-02-01', 'total_amount', 500 + g, 'exchangeRate', 1, 'amountLCY', 500 + g, 'shortcutDimension1Code', 'CLIMATE',
      'pettyCashLinesAPI', jsonb_build_array(jsonb_build_object('line_no', 10000, 'expense_code', 'AIRTIME', 'description', 'Data bundles', 'amount', 500 + g))), 'bench', 'bench'
    from generate_series(1, $2::int) g`, [prefix, count])
  await client.query(`
    insert into approval_entries (company, type, document_key, round, sequence, step, step_title, mode, approver, sender, status, due_at, amount)
    select '${COMPANY}', 'petty-cash', $1 || lpad(g::text, 5, '0'), 1, 1, 'supervisor', 'Supervisor', 'any', 'BEN-' || lpad(p::text, 4, '0'), 'BEN-0200', 'Open', now() + interval '3 days', 500 + g
    from generate_series(1, $2::int) g cross join unnest($3::int[]) p`, [prefix, count, approvers])
  for (const table of ['documents', 'approval_entries']) await client.query(`vacuum analyze ${table}`)
}

async function measureInbox(engine: RunningServer, seconds: number): Promise<ApprovalFigures['inbox']> {
  const page = (person: number) => (): Parameters<typeof load>[1] extends () => infer C ? C : never => ({ method: 'GET', path: `/api/v1/approvals/approvalEntries?scope=mine&limit=${FEW}`, token: tokenOf(person) })
  const rounds: { few: number[]; many: number[] } = { few: [], many: [] }
  for (let round = 0; round < 4; round += 1) {
    const [few, many] = [await load(engine.url, page(FIRST_OF_LONG_INBOX), { seconds }), await load(engine.url, page(LONG_INBOX), { seconds })]
    if (few.failed + many.failed > 0) throw new Error('An inbox could not be read.')
    // The first round is a warm-up.
    if (round > 0) {
      rounds.few.push(few.p50)
      rounds.many.push(many.p50)
    }
  }
  const [few, many] = [median(rounds.few), median(rounds.many)]
  return { few, many, ratio: many / few }
}

async function measureBulk(client: pg.Client, engine: RunningServer): Promise<ApprovalFigures['bulk']> {
  const { rows } = await client.query<{ entry_no: string }>(`select entry_no from approval_entries where approver = 'BEN-0400' and status = 'Open' order by entry_no limit ${BULK}`)
  const began = performance.now()
  const response = await fetch(`${engine.url}/api/v1/approvals/bulk`, {
    method: 'POST', headers: { authorization: `Bearer ${tokenOf(LONG_INBOX)}`, 'content-type': 'application/json' }, body: JSON.stringify({ entries: rows.map((row) => ({ entryNo: Number(row.entry_no) })) })
  })
  const answer = (await response.json()) as { data?: { done: number }; message: string }
  if (answer.data?.done !== BULK) throw new Error(`Of ${BULK} documents not all were approved: ${answer.message}`)
  return { documents: BULK, seconds: (performance.now() - began) / 1000 }
}

/** Decides on an entry as one person. Returns whether this call made the decision. */
type Decide = (person: number, entryNo: number) => Promise<boolean>

/** All people go through all documents at the same time. Returns decisions per second. */
async function contend(client: pg.Client, prefix: string, documents: number, { decide, end }: { decide: Decide; end: () => Promise<void> }): Promise<number> {
  const { rows } = await client.query<{ entry_no: string; approver: string }>(`select entry_no, approver from approval_entries where document_key like $1 order by document_key, entry_no`, [`${prefix}%`])
  const mine = (person: number): number[] => rows.filter((row) => row.approver === `BEN-${String(person).padStart(4, '0')}`).map((row) => Number(row.entry_no))
  const people = Array.from({ length: PEOPLE_DECIDING }, (_, index) => ({ person: index + 1, entries: mine(index + 1) }))
  const began = performance.now()
  const won = await Promise.all(people.map(async ({ person, entries }) => {
    let count = 0
    for (const entryNo of entries) if (await decide(person, entryNo)) count += 1
    return count
  }))
  const seconds = (performance.now() - began) / 1000
  await end()
  const decided = won.reduce((sum, count) => sum + count, 0)
  const { rows: [stored] } = await client.query<{ once: string; events: string }>(`
    select (select count(*) from (select document_key from approval_entries where document_key like $1 group by document_key having count(*) filter (where status = 'Approved') = 1 and count(*) filter (where status = 'Open') = 0) d) as once,
      (select count(*) from events where document_key like $1 and kind = 'approved') as events`, [`${prefix}%`])
  if (decided !== documents || Number(stored?.once) !== documents || Number(stored?.events) !== documents) {
    throw new Error(`${documents} documents were to be decided once: ${decided} people were told that they did, ${stored?.once} stand so, with ${stored?.events} events.`)
  }
  return documents / seconds
}

function bothServers(servers: RunningServer[]): { decide: Decide; end: () => Promise<void> } {
  const decide: Decide = async (person, entryNo) => {
    const response = await fetch(`${servers[person % servers.length]?.url ?? ''}/api/v1/approvals/approve`, {
      method: 'POST', headers: { authorization: `Bearer ${tokenOf(person)}`, 'content-type': 'application/json' }, body: JSON.stringify({ entryNo })
    })
    const text = await response.text()
    if (response.status === 200) return true
    if (response.status === 409) return false
    throw new Error(`A decision was answered ${response.status}: ${text}`)
  }
  return { decide, end: () => Promise.resolve() }
}

/** The database statements of a decision, and nothing else. */
function handWritten(pool: pg.Pool): { decide: Decide; end: () => Promise<void> } {
  const decide: Decide = async (person, entryNo) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows: [entry] } = await client.query<{ document_key: string }>('select document_key from approval_entries where company = $1 and entry_no = $2', [COMPANY, entryNo])
      const key = entry?.document_key
      await client.query(`select data from documents where company = $1 and type = 'petty-cash' and key = $2 for update`, [COMPANY, key])
      const { rows } = await client.query<{ entry_no: string; status: string }>(`select * from approval_entries where company = $1 and type = 'petty-cash' and document_key = $2 order by sequence, entry_no for update`, [COMPANY, key])
      if (rows.find((row) => Number(row.entry_no) === entryNo)?.status !== 'Open') {
        await client.query('rollback')
        return false
      }
      await client.query(`update approval_entries set status = case when entry_no = $1 then 'Approved' else 'Canceled' end, decided_at = now(), rev = rev + 1 where company = $2 and type = 'petty-cash' and document_key = $3 and status = 'Open'`, [entryNo, COMPANY, key])
      await client.query(`update documents set state = 'Released', rev = rev + 1, data = jsonb_set(data, '{status}', '"Released"'), updated_at = now() where company = $1 and type = 'petty-cash' and key = $2`, [COMPANY, key])
      await client.query(`insert into events (company, type, document_key, kind, actor, from_state, to_state) values ($1, 'petty-cash', $2, 'approved', $3, 'Pending Approval', 'Released')`, [COMPANY, key, String(person)])
      await client.query(`insert into outbox (company, recipient, subject, text, attempts) values ($1, 'bench200@mazingira.example', 'approved', 'approved', 0)`, [COMPANY])
      await client.query('commit')
      return true
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return { decide, end: () => pool.end() }
}

/** The figures as lines of the report. */
export function approvalLines({ inbox, bulk, contention }: ApprovalFigures): string {
  return [
    `Inbox, first page: ${inbox.few.toFixed(1)} ms with ${FEW} open entries, ${inbox.many.toFixed(1)} ms with ${MANY}: ${inbox.ratio.toFixed(2)} times (at most ${MAX_RATIO})`,
    `Bulk approval: ${bulk.documents} documents in ${bulk.seconds.toFixed(1)} s, ${(bulk.documents / bulk.seconds).toFixed(0)} a second`,
    `${PEOPLE_DECIDING} people at two servers on ${contention.documents} documents (${contention.attempts} attempts): each decided once; ${contention.engine.toFixed(0)} decisions a second, by hand ${contention.hand.toFixed(0)}: ${contention.ratio.toFixed(2)}`
  ].join('\n')
}

/** Whether the figures of a full run are within the limits. */
export function areApprovalsFast({ inbox }: ApprovalFigures): boolean {
  return inbox.ratio <= MAX_RATIO
}
