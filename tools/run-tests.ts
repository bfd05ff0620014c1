/**
 * Runs the test projects, fast ones first, with a private PostgreSQL in addition to the embedded database. `node dist/tools/run-tests.js
 * http browser` runs only these.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { forgetfulFolder, startPostgres } from './postgres.ts'

const projects = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'http', 'browser']
// Ctrl+C ends vitest too, and the files of PostgreSQL are deleted as after any other end.
process.on('SIGINT', () => undefined)
const postgres = await startPostgres({ isForgetful: true })
// The tests' temporary folder, which also holds the embedded databases; on a disk, each commit would wait some milliseconds.
const temporary = mkdtempSync(join(forgetfulFolder(), 'dirisha-run-'))
// PostgreSQL runs under its own account.
chmodSync(temporary, 0o711)
try {
  const { status } = spawnSync('npx', ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])], { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url, TMPDIR: temporary } })
  process.exitCode = status ?? 1
} finally {
  rmSync(temporary, { recursive: true, force: true })
  await postgres.stop()
}
