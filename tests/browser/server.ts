/** A real server on an embedded database of its own: a new one, or a copy of one that holds the demo organisation already. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/postgres.ts'

/** Where a portal answers. */
export interface Site { url: string }

export interface Portal extends Site { stop(): Promise<void>; process: ChildProcess }

/** The data of a server that made the demo organisation and stopped: three times as quickly as making it, a copy of it is ready. Remove the folder when no more copies are made. */
export async function prepareDemo(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'dirisha-demo-'))
  const data = join(folder, 'data')
  const portal = await startPortal({ DEMO: '1', DATA_DIR: data })
  await portal.stop()
  return folder
}

/** Starts the built server (`npm run build` first) and waits until it is ready; `prepared` is what prepareDemo answered. */
export async function startPortal(environment: Record<string, string> = {}, prepared = ''): Promise<Portal> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'dirisha-portal-'))
  if (prepared !== '') cpSync(join(prepared, 'data'), join(folder, 'data'), { recursive: true })
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
