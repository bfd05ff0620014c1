/**
 * Runs the benchmark once, quickly, and compares every recorded response. Then repeats, for 30 minutes or the given number, the randomised
 * tests that `npm test` runs for one: every state machine at random on both databases, each round with another seed; figures and overlays
 * at random; servers killed with -9; two servers that decide on the same entries. `npm run soak -- 60` runs for an hour; a failure prints
 * the seed that reproduces it.
 */
import { spawnSync } from 'node:child_process'
import { startPostgres } from './postgres.ts'

const MINUTE_MS = 60_000
const minutes = Number(process.argv[2] ?? 30)
if (!Number.isFinite(minutes) || minutes <= 0) throw new Error('npm run soak -- <minutes>')

const ROUND: { name: string; files: string[]; project?: string; more?: (seed: number) => Record<string, string> }[] = [
  { name: 'state machines', files: ['tests/http/state-machines.test.ts'], more: (seed) => ({ STATE_SEED: String(seed), STATE_WALKS: '4', STATE_STEPS: '40', STATE_KINDS: 'all' }) },
  { name: 'decided by many at once', files: ['tests/http/contention.test.ts'], more: () => ({ CONTENTION_ENTRIES: '60' }) },
  { name: 'closed fields', files: ['tests/http/closed-fields.test.ts'], more: () => ({ CLOSED_PEOPLE: 'all' }) },
  { name: 'figures', files: ['tests/store/figures.test.ts'], more: (seed) => ({ FIGURE_SEED: String(seed), FIGURE_RUNS: '40' }) },
  { name: 'overlays', files: ['tests/manifests/incremental.test.ts'], project: 'unit', more: (seed) => ({ OVERLAY_SEED: String(seed), OVERLAY_RUNS: '24' }) },
  { name: 'killed', files: ['tests/store/kill.test.ts', 'tests/http/kill.test.ts'], more: () => ({ KILL_KINDS: 'all' }) },
]

// Checks that the benchmark runs and both its servers send the same responses; figures of so short a run mean nothing.
const failures: string[] = spawnSync(process.execPath, ['dist/tools/bench/main.js', '--quick'], { stdio: 'inherit' }).status === 0 ? [] : ['the quick benchmark']

const until = Date.now() + minutes * MINUTE_MS
const postgres = await startPostgres()
const succeeds = (files: string[], more: Record<string, string>, project = 'http'): boolean => spawnSync('npx', ['vitest', 'run', '--project', project, ...files], { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url, ...more } }).status === 0
try {
  // Deterministic: one run is enough.
  if (!succeeds(['tests/wire/wire.test.ts'], { WIRE_ALL: '1' })) failures.push('the recorded answers')
  for (let round = 1; Date.now() < until; round += 1) {
    const seed = Math.floor(Math.random() * 1_000_000_000)
    for (const { name, files, project, more } of ROUND) {
      console.log(`\n== round ${round}, seed ${seed}: ${name}`)
      if (!succeeds(files, more?.(seed) ?? {}, project)) failures.push(`round ${round}, seed ${seed}: ${name}`)
    }
  }
} finally {
  await postgres.stop()
}
console.log(failures.length === 0 ? '\nNothing failed.' : `\nFailed:\n${failures.join('\n')}`)
process.exitCode = failures.length === 0 ? 0 : 1
