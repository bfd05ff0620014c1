/** Runs the test projects, fast ones first, with a PostgreSQL of our own beside the embedded database. */
import { spawnSync } from 'node:child_process'
import { startPostgres } from './postgres.ts'

const projects = process.argv.length > 2 ? process.argv.slice(2) : ['unit', 'http', 'browser', 'timed']
const postgres = await startPostgres({ isForgetful: true })
let failed = false
try {
  for (const project of projects) {
    console.log(`\n== ${project} tests`)
    const run = spawnSync('npx', ['vitest', 'run', '--project', project], { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url } })
    if (run.status !== 0) failed = true
  }
} finally {
  await postgres.stop()
}
process.exitCode = failed ? 1 : 0
