import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { KINDS, ROOT } from './support.ts'

const TABLES = ['list', 'get', 'create', 'send', 'first page p50 ms', 'resident MB']

// It needs PostgreSQL's programs and the compiled server, which `npm test` provides; figures of so short a run mean nothing.
it.runIf(KINDS.includes('postgres'))('the benchmark runs: both servers answer alike and every figure is there', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(ROOT, 'dist/tools/bench/main.js'), '--quick'], { cwd: ROOT })
  for (const name of TABLES) expect(stdout).toContain(name)
  expect(stdout).not.toMatch(/NaN|undefined|Infinity/)
}, 600_000)
