/**
 * Benchmark of jobs: a month's accrual and a year close of leave for 20,000 people, on PostgreSQL and on the embedded database. The accrual's
 * server is ended with `kill -9` on the way, and another one goes on.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { createEngineProvider } from '../../src/server/manifests/engine-provider.ts'
import { createDatabase, type Database } from '../../src/server/store/connection/database.ts'
import { prepareDatabase } from '../../src/server/store/schema/prepare-database.ts'
import { createLog } from '../../src/server/log.ts'
import { startEngine, type RunningServer } from './processes.ts'

const COMPANY = 'BEN'
const TOKEN = 'bench-human-resources-1'
const ROOT = resolve(import.meta.dirname, '../../..')
/** How much of the accrual is done when its server is killed. */
const KILLED_AT = 0.3
const POLL_MS = 200
const GIVEN_UP_MS = 3_600_000

interface Run { status: string; total: number; done: number; posted: number; failed: number }
export interface JobFigures { kind: string; people: number; accrual: { items: number; seconds: number; resumedAfter: number }; close: { items: number; entries: number; seconds: number }; entriesOnce: boolean }

/** Measures on a new database; `target` is where it is. @throws if an entry is missing or written twice */
export async function measureJobs(kind: 'PostgreSQL' | 'PGlite', people: number, target: { databaseUrl: string } | 'embedded'): Promise<JobFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-jobs-'))
  const environment: Record<string, string> = target === 'embedded' ? { DATA_DIR: folder, DEMO: '0' } : { DATABASE_URL: target.databaseUrl, DEMO: '0' }
  const open = (): Promise<Database> => createDatabase({ dataDir: folder, ...(target !== 'embedded' && { databaseUrl: target.databaseUrl }) })
  let server: RunningServer | undefined
  try {
    await prepare(await open(), people)
    server = await startEngine('engine', environment)
    const accrual = await begin(server, 'leave-accrual', { monthEnd: '2026-01-31' })
    const began = performance.now()
    await until(server, accrual, ({ done, total }) => done >= total * KILLED_AT)
    await server.kill()
    const killed = performance.now()
    const done = await doneIn(open, 'leave-accrual')
    server = await startEngine('engine', environment)
    await until(server, accrual, (run) => run.done > done || run.status === 'Done')
    const resumed = performance.now()
    const ended = await until(server, accrual, ({ status }) => status === 'Done')
    const accrualSeconds = (performance.now() - began - (resumed - killed)) / 1_000
    const close = await begin(server, 'leave-close', { period: '2025' })
    const closing = performance.now()
    const closed = await until(server, close, ({ status }) => status === 'Done')
    const closeSeconds = (performance.now() - closing) / 1_000
    await server.stop()
    server = undefined
    const entries = await countEntries(await open())
    const expected: Record<string, number> = { Accrual: people, Expiry: people * 3, 'Carried forward': people, 'Brought forward': people, Entitlement: people * 3 }
    const isOnce = Object.entries(expected).every(([name, count]) => entries[name]?.count === count && entries[name].accounts === count)
    if (!isOnce || ended.failed + closed.failed > 0) throw new Error(`Entries are missing or there twice: ${JSON.stringify({ entries, expected, ended, closed })}`)
    return {
      kind, people, accrual: { items: ended.total, seconds: accrualSeconds, resumedAfter: (resumed - killed) / 1_000 },
      close: { items: closed.total, entries: Object.entries(entries).reduce((sum, [name, found]) => sum + (name === 'Accrual' ? 0 : found?.count ?? 0), 0), seconds: closeSeconds }, entriesOnce: isOnce,
    }
  } finally {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The figures as text. */
export function jobLines({ kind, people, accrual, close }: JobFigures): string {
  const rate = (items: number, seconds: number): string => `${Math.round(items / seconds)} a second`
  return [
    `  ${kind}, ${people} people:`,
    `    accrual of a month: ${accrual.items} items in ${accrual.seconds.toFixed(1)} s (${rate(accrual.items, accrual.seconds)}), killed on the way and resumed after ${accrual.resumedAfter.toFixed(1)} s, each entry once`,
    `    year close: ${close.items} items, ${close.entries} entries in ${close.seconds.toFixed(1)} s (${rate(close.items, close.seconds)})`,
  ].join('\n')
}

/** Tables, one company, its leave types and periods, and people who have days left of the period that is closed. */
async function prepare(database: Database, people: number): Promise<void> {
  const log = createLog('error', { isForPeople: true })
  const engines = await createEngineProvider({ folders: [join(ROOT, 'modules')], root: ROOT, log })
  try {
    await prepareDatabase(database, engines, log)
    const run = (text: string): Promise<unknown> => sql.raw(text).execute(database.kysely)
    await run(`insert into companies (code, name, display_name, currency, time_zone, position, windows_auth) values ('${COMPANY}', 'Bench', 'Bench', 'KES', 'Africa/Nairobi', 0, false)`)
    const add = (type: string, key: string, data: string, from = ''): Promise<unknown> => run(`insert into documents (company, type, key, state, owner, manifest_hash, data, created_by, updated_by) select '${COMPANY}', '${type}', ${key}, '', null, 'bench', ${data}, 'bench', 'bench' ${from}`)
    const types = [{ code: 'ANNUAL', entitlement: 21, accrues: true, carry_forward: true, max_carry_forward_days: 10 }, { code: 'SICK', entitlement: 45 }, { code: 'STUDY', entitlement: 10 }]
    for (const one of types) await add('leave-type', `'${one.code}'`, `'${JSON.stringify({ description: one.code, hasBalance: true, gender: 'Both', rounding: '0.25', frequency: 'Monthly', lessForPartTime: true, ...one })}'::jsonb`)
    for (const year of [2025, 2026]) await add('leave-period', `'${year}'`, `'${JSON.stringify({ code: String(year), name: String(year), start: `${year}-01-01`, end: `${year}-12-31`, isClosed: year === 2025 })}'::jsonb`)
    const number = `'BEN-' || lpad(g::text, 6, '0')`
    await add('employee', number, `jsonb_build_object('number', ${number}, 'first_name', 'Bench', 'search_name', 'Bench Person ' || g, 'active', true, 'employment_date', '2020-01-01')`, `from generate_series(1, ${people}) g`)
    await add('leave-ledger', `'OPENING-' || t.code || g`, `jsonb_build_object('entryNo', 'OPENING-' || t.code || g, 'kind', 'Adjustment', 'posting_date', '2025-01-01', 'employee_no', ${number}, 'employee_name', 'Bench Person ' || g, 'leave_code', t.code, 'period', '2025', 'account', t.code || ' 2025', 'days', 12.5)`, `from generate_series(1, ${people}) g cross join (values ('ANNUAL'), ('SICK'), ('STUDY')) t(code)`)
    await run(`insert into users (email, name, default_company, companies, roles, is_approver) values ('hr@bench.example', 'Human Resources', '${COMPANY}', array['${COMPANY}'], array['hr'], false)`)
    await run(`insert into sessions (token_hash, user_id, company, expires_at) select '${createHash('sha256').update(TOKEN).digest('hex')}', id, '${COMPANY}', now() + interval '1 day' from users where email = 'hr@bench.example'`)
    await run('analyze documents')
  } finally {
    await database.close()
  }
}

interface Started { type: string; no: string }

async function call<T>({ url }: RunningServer, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}/api/v1/${path}`, { method, headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const read = (await answer.json()) as { data: T }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read)}`)
  return read.data
}

async function begin(server: RunningServer, type: string, values: object): Promise<Started> {
  const { no } = await call<{ no: string }>(server, 'POST', `documents/${type}`, values)
  await call(server, 'POST', `documents/${type}/${no}/actions/start`, {})
  return { type, no }
}

async function until(server: RunningServer, { type, no }: Started, isReached: (run: Run) => boolean): Promise<Run> {
  const deadline = performance.now() + GIVEN_UP_MS
  for (;;) {
    const run = await call<Run>(server, 'GET', `documents/${type}/${no}`)
    if (isReached(run)) return run
    if (performance.now() > deadline) throw new Error(`The run ${no} does not get on: ${JSON.stringify(run)}`)
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
}

/** How many items the killed server had committed. */
async function doneIn(open: () => Promise<Database>, type: string): Promise<number> {
  const database = await open()
  try {
    const { rows } = await sql<{ done: number }>`select (data->>'done')::int as done from documents where company = ${COMPANY} and type = ${type}`.execute(database.kysely)
    return rows[0]?.done ?? 0
  } finally {
    await database.close()
  }
}

async function countEntries(database: Database): Promise<Record<string, { count: number; accounts: number } | undefined>> {
  try {
    const { rows } = await sql<{ kind: string; count: number; accounts: number }>`
      select data->>'kind' as kind, count(*)::int as count, count(distinct (data->>'employee_no', data->>'leave_code', data->>'period'))::int as accounts
      from documents where company = ${COMPANY} and type = 'leave-ledger' and key not like 'OPENING%' group by 1`.execute(database.kysely)
    return Object.fromEntries(rows.map(({ kind, ...counts }) => [kind, counts]))
  } finally {
    await database.close()
  }
}
