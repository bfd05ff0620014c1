/**
 * Benchmark of jobs: leave is granted, accrues, is carried into the next year and expires, for 20,000 people, on PostgreSQL and on the embedded
 * database. The servers of the accrual and of the close are ended with `kill -9` on the way, and others go on.
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
const POLL_MS = 200
const READ_EVERY_MS = 50
const IDLE_MS = 3_000
const GIVEN_UP_MS = 3_600_000

/** What is expected of every job: 20,000 items within three minutes. */
const ITEMS_A_SECOND = 20_000 / 180

interface Run { status: string; total: number; done: number; posted: number; failed: number }
interface Waits { reads: number; longest: number; p99: number }
interface RunFigures { name: string; items: number; entries: number; seconds: number; /** Seconds from the end of the killed server until the next one had gone on. */ resumedAfter?: number; /** How often the figures of the run were seen to have grown. */ steps: number; waits: Waits }
export interface JobFigures { kind: string; people: number; idle: Waits; runs: RunFigures[] }

interface Job { name: string; type: string; values: object; /** How much is done when its server is killed. */ killedAt?: number }

/** In this order: the close grants what was not granted, and brings forward what expires. */
const JOBS: Job[] = [
  { name: 'grant', type: 'leave-grant', values: { on: '2026-01-01' } },
  { name: 'accrual of a month', type: 'leave-accrual', values: { monthEnd: '2026-01-31' }, killedAt: 0.3 },
  { name: 'year close', type: 'leave-close', values: { period: '2025' }, killedAt: 0.5 },
  { name: 'expiry of carried days', type: 'leave-expiry', values: { until: '2026-03-31' } },
]

/** Measures on a new database; `target` is where it is. @throws if an entry is missing or written twice */
export async function measureJobs(kind: 'PostgreSQL' | 'PGlite', people: number, target: { databaseUrl: string } | 'embedded'): Promise<JobFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-jobs-'))
  const environment: Record<string, string> = target === 'embedded' ? { DATA_DIR: folder } : { DATABASE_URL: target.databaseUrl }
  const place: Place = { open: () => createDatabase({ dataDir: folder, ...(target !== 'embedded' && { databaseUrl: target.databaseUrl }) }), start: () => startEngine('engine', { ...environment, DEMO: '0', LIMIT_LIST: 'off' }), server: undefined }
  try {
    await prepare(await place.open(), people)
    place.server = await place.start()
    const idle = await waitsWhile(place.server, () => new Promise((done) => setTimeout(done, IDLE_MS)))
    const runs: RunFigures[] = []
    for (const job of JOBS) runs.push(await measureRun(place, job))
    await place.server.stop()
    place.server = undefined
    expectOnce(await countEntries(await place.open()), people)
    return { kind, people, idle: idle.waits, runs }
  } finally {
    await place.server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Place { open: () => Promise<Database>; start: () => Promise<RunningServer>; server: RunningServer | undefined }

/** Starts a run and follows it to its end, while somebody reads a list again and again. @throws if an item failed */
async function measureRun(place: Place, { name, type, values, killedAt }: Job): Promise<RunFigures> {
  let server = place.server!
  const run = await begin(server, type, values)
  const began = performance.now()
  const { result: first, waits } = await waitsWhile(server, () => until(server, run, ({ status, done, total }) => status === 'Done' || (killedAt !== undefined && done >= total * killedAt)))
  if (killedAt === undefined || first.run.status === 'Done') return figuresOf(name, first, (performance.now() - began) / 1_000, waits)
  await server.kill()
  const killed = performance.now()
  const done = await doneIn(place.open, type)
  server = place.server = await place.start()
  await until(server, run, (one) => one.done > done || one.status === 'Done')
  const resumed = performance.now()
  const second = await waitsWhile(server, () => until(server, run, ({ status }) => status === 'Done'))
  const seconds = (performance.now() - began - (resumed - killed)) / 1_000
  const merged = { reads: waits.reads + second.waits.reads, longest: Math.max(waits.longest, second.waits.longest), p99: Math.max(waits.p99, second.waits.p99) }
  return { ...figuresOf(name, { run: second.result.run, steps: first.steps + second.result.steps }, seconds, merged), resumedAfter: (resumed - killed) / 1_000 }
}

function figuresOf(name: string, { run, steps }: Followed, seconds: number, waits: Waits): RunFigures {
  if (run.failed > 0) throw new Error(`Items of the ${name} failed: ${JSON.stringify(run)}`)
  return { name, items: run.total, entries: run.posted, seconds, steps, waits }
}

/** Measures how long somebody waits for the first page of a list while the work is done. */
async function waitsWhile<T>(server: RunningServer, work: () => Promise<T>): Promise<{ result: T; waits: Waits }> {
  let isOver = false
  const taken: number[] = []
  const read = async (): Promise<void> => {
    while (!isOver) {
      const began = performance.now()
      await call(server, 'GET', 'documents/employee?limit=25')
      taken.push(performance.now() - began)
      await new Promise((done) => setTimeout(done, READ_EVERY_MS))
    }
  }
  const reading = read()
  const result = await work().finally(() => { isOver = true })
  await reading
  taken.sort((a, b) => a - b)
  return { result, waits: { reads: taken.length, longest: taken.at(-1) ?? 0, p99: taken[Math.floor(taken.length * 0.99)] ?? 0 } }
}

/** @throws if an entry is missing or there twice */
function expectOnce(entries: Awaited<ReturnType<typeof countEntries>>, people: number): void {
  const expected: Record<string, number> = { 'Entitlement 2026': people * 3, 'Accrual 2026': people, 'Expiry 2025': people * 3, 'Carried forward 2025': people, 'Brought forward 2026': people, 'Expiry 2026': people }
  const isOnce = Object.keys(entries).length === Object.keys(expected).length && Object.entries(expected).every(([name, count]) => entries[name]?.count === count && entries[name].accounts === count)
  if (!isOnce) throw new Error(`Entries are missing or there twice: ${JSON.stringify({ entries, expected })}`)
}

/** Whether each job did as many items a second as is expected. */
export function areJobsFast({ runs }: JobFigures): boolean {
  return runs.every(({ items, seconds }) => items / seconds >= ITEMS_A_SECOND)
}

/** The figures as text. */
export function jobLines({ kind, people, idle, runs }: JobFigures): string {
  const waited = ({ longest, p99, reads }: Waits): string => `longest ${longest.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${reads}`
  return [
    `  ${kind}, ${people} people, each entry once; a list read meanwhile (idle: ${waited(idle)}):`,
    ...runs.map(({ name, items, entries, seconds, resumedAfter, steps, waits }) => {
      const killed = resumedAfter === undefined ? '' : `, killed on the way and resumed after ${resumedAfter.toFixed(1)} s`
      return `    ${name}: ${items} items, ${entries} posted in ${seconds.toFixed(1)} s (${Math.round(items / seconds)} items a second)${killed}; progress seen ${steps} times; reader: ${waited(waits)}`
    }),
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
    const types = [{ code: 'ANNUAL', entitlement: 21, accrues: true, carry_forward: true, max_carry_forward_days: 10, carryExpiry: '03-31' }, { code: 'SICK', entitlement: 45 }, { code: 'STUDY', entitlement: 10 }]
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

interface Followed { run: Run; steps: number }

async function until(server: RunningServer, { type, no }: Started, isReached: (run: Run) => boolean): Promise<Followed> {
  const deadline = performance.now() + GIVEN_UP_MS
  let steps = 0
  let before = 0
  for (;;) {
    const run = await call<Run>(server, 'GET', `documents/${type}/${no}`)
    if (run.done > before) steps += 1
    before = run.done
    if (isReached(run)) return { run, steps }
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
      select data->>'kind' || ' ' || (data->>'period') as kind, count(*)::int as count, count(distinct (data->>'employee_no', data->>'leave_code', data->>'period'))::int as accounts
      from documents where company = ${COMPANY} and type = 'leave-ledger' and key not like 'OPENING%' group by 1`.execute(database.kysely)
    return Object.fromEntries(rows.map(({ kind, ...counts }) => [kind, counts]))
  } finally {
    await database.close()
  }
}
