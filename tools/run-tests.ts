/** Runs the test projects, fast ones first, with a PostgreSQL of our own beside the embedded database. `node dist/tools/run-tests.js http browser` runs these alone. */
import { spawnSync } from 'node:child_process'
import { startPostgres } from './postgres.ts'

const projects = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'http', 'browser']
const postgres = await startPostgres({ isForgetful: true })
try {
  const { status } = spawnSync('npx', ['vitest', 'run', ...projects.flatMap((project) => ['--project', project])], { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url } })
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
}
