/**
 * The hostile tests at length, with figures: every route in every form of address without a session, records of others, closed fields in
 * every state, wild requests on both databases, PostgreSQL and servers ended under load, disks that become full, and how long any one request holds the server.
 * `npm run attack -- 2000` sends so many wild requests to each database instead of 100,000.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from './postgres.ts'

const FILES = ['strangers', 'harm-sessions', 'harm-doors', 'closed-fields', 'fuzz', 'longest-hold', 'live-many', 'restart', 'kill', 'disk-full'].map((name) => `tests/http/${name}.test.ts`)
const WILD = 100_000

const runs = Number(process.argv[2] ?? WILD)
if (!Number.isInteger(runs) || runs < 1) throw new Error('npm run attack -- <wild requests>')

interface Figures { name: string; [figure: string]: number | string }

function table(rows: Figures[]): string {
  return rows.map(({ name, ...figures }) => `  ${name.padEnd(58)} ${Object.entries(figures).map(([what, value]) => `${what} ${value.toLocaleString('en-US')}`).join(', ')}`).join('\n')
}

const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-attack-'))
const told = path.join(folder, 'told.jsonl')
const postgres = await startPostgres()
try {
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'http', ...FILES], { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url, ATTACK_TOLD: told, ATTACK_RUNS: String(runs), CLOSED_PEOPLE: 'all' } })
  const rows = existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as Figures) : []
  console.log(`\nWhat was tried:\n${table(rows)}\n${status === 0 ? '\nNothing succeeded, nothing was lost.' : '\nFAILED: see above.'}`)
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
