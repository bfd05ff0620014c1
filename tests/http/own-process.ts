/** A server in a separate process, as in production, on a copy of the demo organisation; and users signed in to it. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hashToken, newToken } from '../../src/server/sign-in/tokens.ts'
import { createSession } from '../../src/server/store/sign-in/sessions.ts'
import { findUserByEmail } from '../../src/server/store/users/users.ts'
import { freePort } from '../../tools/postgres.ts'
import { ONE_KIND, ROOT, startApp, type AppOptions, type TestApp } from './harness.ts'

const MAIN = 'dist/src/server/main.js'
const READY_WITHIN_MS = 100_000
const HOUR = 3_600_000

export interface OwnProcess {
  url: string
  /** All its output so far, from both streams. */
  written(): string
  /** Makes a call as the user with the e-mail. */
  call(email: string, method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response>
  /** The token of the user's session. */
  tokenOf(email: string): string
  /** Sends the signal; resolves to the exit code and the milliseconds until the end. */
  end(signal?: NodeJS.Signals): Promise<{ code: number | null; milliseconds: number }>
  /** Ends it, and removes all its data. */
  stop(): Promise<void>
}

export interface OwnOptions extends AppOptions {
  /** The users signed in from the start, by e-mail. */
  people?: string[]
  /** The process's environment, over that of the tests; given the database's URL for PostgreSQL. */
  environmentOf?: (databaseUrl: string | undefined) => Record<string, string>
  /** The root of the build; by default this repository. */
  root?: string
  /** Prepares its database before it starts. */
  prepare?: (app: TestApp) => Promise<void>
}

/** Starts the built server. @throws if it does not start */
export async function startOwnProcess({ people = [], environmentOf, prepare, root = ROOT, ...options }: OwnOptions): Promise<OwnProcess> {
  const main = path.join(root, MAIN)
  if (!existsSync(main)) throw new Error('The server is not built, and it is the built one that is run here: run `npm run build:server` first.')
  const kind = ONE_KIND[0] ?? 'pglite'
  const folder = mkdtempSync(path.join(tmpdir(), 'dirisha-own-'))
  const prepared = await startApp({ ...options, kind, folder })
  // Before the sessions: by the tests' clock they would be in the future, and a clock that goes back ends them soon.
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
  // Only one process can use an embedded database; one on a server is dropped when the application stops.
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
