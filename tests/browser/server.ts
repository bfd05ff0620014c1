/** A real server on a database of its own: a new one, or a copy of one that holds the demo organisation already. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/postgres.ts'
import { SERVER, createServerDatabase } from '../store/server-database.ts'

/** Where a portal answers. */
export interface Site { url: string }

export interface Portal extends Site { stop(): Promise<void>; process: ChildProcess }

/** What a server left that made the demo organisation and stopped: a database of the test server, or the folder of an embedded one where there is no server. */
export type PreparedDemo = { template: string } | { folder: string }

const LOOK_AGAIN_AFTER_MS = 50
const READY_WITHIN_MS = 150_000
const STOPPED_WITHIN_MS = 5_000

/** Makes the demo organisation once: a portal on a copy of it is ready in a third of the time. Answers how to remove it when no more copies are made. */
export async function prepareDemo(): Promise<{ prepared: PreparedDemo; remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'dirisha-demo-'))
  const database = SERVER === undefined ? undefined : await createServerDatabase()
  await start({ DATA_DIR: join(folder, 'data'), DATABASE_URL: database?.url ?? '' }).then((portal) => portal.stop())
  const prepared = database === undefined ? { folder } : { template: new URL(database.url).pathname.slice(1) }
  return {
    prepared,
    async remove() {
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the built server (`npm run build` first) on a copy of what prepareDemo answered and waits until it is ready. */
export async function startPortal(environment: Record<string, string>, prepared: PreparedDemo): Promise<Portal> {
  const folder = mkdtempSync(join(tmpdir(), 'dirisha-portal-'))
  const database = 'template' in prepared ? await createServerDatabase(prepared.template) : undefined
  if ('folder' in prepared) cpSync(join(prepared.folder, 'data'), join(folder, 'data'), { recursive: true })
  const portal = await start({ DATA_DIR: join(folder, 'data'), DATABASE_URL: database?.url ?? '', ...environment })
  return {
    ...portal,
    async stop() {
      await portal.stop()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function start(environment: Record<string, string>): Promise<Portal> {
  const port = await freePort()
  const child = spawn('node', ['dist/src/server/main.js'], { env: { ...process.env, DEMO: '1', PORT: String(port), LOG_LEVEL: 'warn', ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const url = `http://127.0.0.1:${String(port)}`
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until;) {
    if (child.exitCode !== null) throw new Error(`the server stopped: ${errors}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return { url, process: child, stop: () => stopProcess(child) }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER_MS))
  }
  child.kill('SIGKILL')
  throw new Error(`the server was not ready within ${String(READY_WITHIN_MS / 1000)} seconds: ${errors}`)
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS).unref()
  })
}
