/**
 * Runs the hostile tests at length on both databases and reports figures. They cover every route without a session and with forged calls,
 * other people's records, closed fields in every state, random requests, and texts that try to run as code on every screen. They also cover
 * PostgreSQL and servers ended under load, full disks, and how long any request holds the server. Exits with 1 if a test fails, a row is
 * missing for a database or a figure is not as expected.
 * `npm run attack -- 2000` sends 2000 random requests to each database instead of 100,000.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { problemsOf, tableOf, type ReportRow } from './attack-figures.ts'
import { startPostgres } from './postgres.ts'

const FILES = ['strangers', 'session-cookie', 'harm-sessions', 'harm-doors', 'others-records', 'closed-fields', 'fuzz', 'restart', 'kill', 'disk-full']
/** These measure times, so they run one after another once the others have ended. */
const MEASURING = ['longest-hold', 'live-many']
const WILD = 100_000

const runs = Number(process.argv[2] ?? WILD)
if (!Number.isInteger(runs) || runs < 1) throw new Error('npm run attack -- <wild requests>')

const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-attack-'))
const report = path.join(folder, 'report.jsonl')
const postgres = await startPostgres()
try {
  const run = (files: string[], { project = 'http', more = [] as string[] } = {}): boolean => spawnSync(
    'npx', ['vitest', 'run', '--project', project, ...more, ...files.map((name) => `tests/${project}/${name}.test.ts`)],
    { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url, ATTACK_REPORT: report, ATTACK_RUNS: String(runs), CLOSED_PEOPLE: 'all' } },
  ).status === 0
  const succeeded = [run(FILES), run(['harm'], { project: 'browser' }), run(MEASURING, { more: ['--no-file-parallelism'] })]
  const rows = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as ReportRow) : []
  const complaints = [...(succeeded.every(Boolean) ? [] : ['Tests failed: see above.']), ...problemsOf(rows)]
  console.log(`\nWhat was tried:\n${tableOf(rows)}\n\n${complaints.length === 0 ? 'Nothing succeeded, nothing was lost, and nothing held the server for long.' : `FAILED:\n  ${complaints.join('\n  ')}`}`)
  process.exitCode = complaints.length === 0 ? 0 : 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
