/** Runs the test projects, fast ones first, with a PostgreSQL of our own beside the embedded database. `node dist/tools/run-tests.js http browser` runs these alone. */
import { spawnSync } from 'node:child_process'
import { startPostgres } from './postgres.ts'

const projects = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'http', 'browser']
// Who stops the tests at the keyboard stops vitest too, and what PostgreSQL has written is removed as at any other end.
process.on('SIGINT', () => undefined)
const postgres = await startPostgres({ isForgetful: true })
try {
  const { status } = spawnSync('npx', ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])], { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url } })
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
}
