/** A server in a process of its own, as it is started for real, on a copy of the demo organisation; and people who are signed in to it. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashToken, newToken } from '../../src/server/sign-in/tokens.ts'
import { createSession } from '../../src/server/store/sessions.ts'
import { findUserByEmail } from '../../src/server/store/users.ts'
import { freePort } from '../../tools/postgres.ts'
import { ONE_KIND, ROOT, startApp, type AppOptions, type TestApp } from './harness.ts'

const MAIN = 'dist/src/server/main.js'
const READY_WITHIN_MS = 100_000
const HOUR = 3_600_000

export interface OwnProcess {
  url: string
  /** All that it has written so far, to both streams. */
  written(): string
  /** What the person of the address is answered. */
  call(email: string, method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response>
  /** The token of the person's session. */
  tokenOf(email: string): string
  /** Sends the signal; answers with what it ended and after how many milliseconds. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; milliseconds: number }>
  /** Ends it, and removes all that it had. */
  stop(): Promise<void>
}

export interface OwnOptions extends AppOptions {
  /** Who is signed in from the start, by e-mail. */
  people?: string[]
  /** The process's environment, over that of the tests; of a PostgreSQL its address is known. */
  environmentOf?: (databaseUrl: string | undefined) => Record<string, string>
  /** Where it is built and lies; this repository unless told. */
  root?: string
  /** What is done to its database before it starts. */
  prepare?: (app: TestApp) => Promise<void>
}

/** Starts it, once it is built. Throws where it does not come up. */
export async function startOwnProcess({ people = [], environmentOf, prepare, root = ROOT, ...options }: OwnOptions): Promise<OwnProcess> {
  const main = path.join(root, MAIN)
  if (!existsSync(main)) throw new Error('The server is not built, and it is the built one that is run here: run `npm run build:server` first.')
  const kind = ONE_KIND[0] ?? 'pglite'
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-own-'))
  const prepared = await startApp({ ...options, kind, folder })
  // Before the sessions: by the clock of the tests they would be of the future, and a clock that went back ends them soon.
  await prepare?.(prepared)
  const tokens = new Map<string, string>()
  for (const email of people) {
    const user = await findUserByEmail(prepared.services.database.kysely, email)
    if (user === undefined) throw new Error(`Nobody has the e-mail ${email}.`)
    const token = newToken()
    const now = new Date()
    await createSession(prepared.services.database.kysely, { tokenHash: hashToken(token), userId: user.id, company: user.default_company, device: 'test', ip: null, now, provedAt: now, expiresAt: new Date(now.getTime() + HOUR) })
    tokens.set(email, token)
  }
  // Only one process may have an embedded database; one of a server goes when the application stops.
  if (kind === 'pglite') await prepared.stop()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'info', DATABASE_URL: prepared.databaseUrl ?? '', ...environmentOf?.(prepared.databaseUrl) },
  })
  let text = ''
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (part: string) => { text += part })
  const ended = new Promise<number | null>((resolve) => { server.once('exit', resolve) })
  const tokenOf = (email: string): string => tokens.get(email) ?? ''
  const own: OwnProcess = {
    url,
    tokenOf,
    written: () => text,
    call: (email, method, called, body, headers = {}) => fetch(`${url}/api/v1/${called}`, {
      method, headers: { authorization: `Bearer ${tokenOf(email)}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers }, ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    async end(signal = 'SIGTERM') {
      const began = performance.now()
      if (server.exitCode === null && server.signalCode === null) server.kill(signal)
      return { code: await ended, milliseconds: performance.now() - began }
    },
    async stop() {
      await own.end('SIGKILL')
      if (kind === 'postgres') await prepared.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await ready(url, () => server.exitCode)
  } catch (error) {
    await own.stop()
    throw new Error(`${String(error)}\n${text}`, { cause: error })
  }
  return own
}

async function ready(url: string, exitCode: () => number | null): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS
  while (!(await fetch(`${url}/readyz`).then((answer) => answer.ok, () => false))) {
    if (exitCode() !== null) throw new Error(`The server ended with ${exitCode()}.`)
    if (Date.now() > until) throw new Error('The server was not ready in time.')
    await new Promise((resolve) => { setTimeout(resolve, 50) })
  }
}
