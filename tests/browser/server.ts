/** A real server on a new embedded database. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/postgres.ts'

/** Where a portal answers. */
export interface Site { url: string }

export interface Portal extends Site { stop(): Promise<void>; process: ChildProcess }

/** Starts the built server (`npm run build` first) and waits until it is ready. */
export async function startPortal(environment: Record<string, string> = {}): Promise<Portal> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'dirisha-portal-'))
  const child = spawn('node', ['dist/src/server/main.js'], {
    env: { ...process.env, DATABASE_URL: '', PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const url = `http://127.0.0.1:${String(port)}`
  for (let attempt = 0; attempt < 750; attempt++) {
    if (child.exitCode !== null) throw new Error(`the server stopped: ${errors}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return { url, process: child, stop: () => stopPortal(child, folder) }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not ready within 150 seconds: ${errors}`)
}

async function stopPortal(child: ChildProcess, folder: string): Promise<void> {
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
  })
  rmSync(folder, { recursive: true, force: true })
}
