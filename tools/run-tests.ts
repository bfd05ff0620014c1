/** Runs the test projects, fast ones first, with a PostgreSQL of our own beside the embedded database. `node dist/tools/run-tests.js http browser` runs these alone. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { forgetfulFolder, startPostgres } from './postgres.ts'

const projects = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'http', 'browser']
// Who stops the tests at the keyboard stops vitest too, and what PostgreSQL has written is removed as at any other end.
process.on('SIGINT', () => undefined)
const postgres = await startPostgres({ isForgetful: true })
// Where tests put their files, the embedded databases among them, each of whose commits would wait some milliseconds for a disk.
const temporary = mkdtempSync(join(forgetfulFolder(), 'dirisha-run-'))
// PostgreSQL has an account of its own.
chmodSync(temporary, 0o711)
try {
  const { status } = spawnSync('npx', ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])], { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url, TMPDIR: temporary } })
  process.exitCode = status ?? 1
} finally {
  rmSync(temporary, { recursive: true, force: true })
  await postgres.stop()
}
