/** The demo organisation, created once for all files by the built server; each file starts with a copy of it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../tools/postgres.ts'
import { SERVER, createServerDatabase } from '../store/server-database.ts'

/**
 * The database of a server that created the demo organisation and stopped: one on the test server, or the folder of an embedded one if
 * there is no server. The file `said` appears when it is done: empty, or with the error.
 */
export type PreparedDemo = { said: string } & ({ template: string } | { folder: string })

/** The default environment of the tests' portals. */
export const BY_DEFAULT = { DEMO: '1', LOG_LEVEL: 'warn' }
const LOOK_AGAIN_AFTER_MS = 50
const READY_WITHIN_MS = 150_000
const STOPPED_WITHIN_MS = 5_000

/**
 * Starts creating the demo organisation: a portal on a copy of it is ready in a third of the time. Returns a function that removes it once
 * no more copies are needed.
 */
export async function prepareDemo(): Promise<{ prepared: PreparedDemo; remove(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'dirisha-demo-'))
  const said = join(folder, 'said')
  const database = SERVER === undefined ? undefined : await createServerDatabase()
  const making = runOnce({ DATA_DIR: join(folder, 'data'), DATABASE_URL: database?.url ?? '' }).then(() => '', String).then((fault) => {
    writeFileSync(`${said}.whole`, fault)
    renameSync(`${said}.whole`, said)
  })
  return {
    prepared: { said, ...(database === undefined ? { folder: join(folder, 'data') } : { template: new URL(database.url).pathname.slice(1) }) },
    async remove() {
      await making
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resolves when the demo organisation is ready. @throws the server's error if it failed */
export async function demoIsMade({ said }: PreparedDemo): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  while (!existsSync(said)) {
    if (Date.now() > until) throw new Error('the demo organisation was not made in time')
    await pause()
  }
  const fault = readFileSync(said, 'utf8')
  if (fault !== '') throw new Error(fault)
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER_MS))

/** Starts the built server as `npm start` does, and stops it when it is ready. */
async function runOnce(environment: Record<string, string>): Promise<void> {
  const port = String(await freePort())
  const child = spawn('node', ['dist/src/server/main.js'], { env: { ...process.env, ...BY_DEFAULT, PORT: port, ...environment }, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until;) {
    if (child.exitCode !== null) throw new Error(`the server stopped: ${errors}`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return stopProcess(child)
    await pause()
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
