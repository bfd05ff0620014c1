/** A complete application on its own database, with the demo organisation and a clock that does not advance by itself. */
import path from 'node:path'
import { hash } from '@node-rs/argon2'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse, RouteOptions } from 'fastify'
import { buildApp } from '../../src/server/app.ts'
import { createMovableClock } from '../../src/server/clock.ts'
import type { MovableClock } from '../../src/server/clock.ts'
import { readConfig } from '../../src/server/config.ts'
import { DEMO_PASSWORD, readDemo } from '../../src/server/demo/demo-file.ts'
import { liveStories } from '../../src/server/demo/live-stories.ts'
import { loadDemo } from '../../src/server/demo/load-demo.ts'
import { COST_NAMES } from '../../src/server/limits/cost-classes.ts'
import type { RequestTimeouts } from '../../src/server/limits/request-timeouts.ts'
import { createLog } from '../../src/server/log.ts'
import { createEngineProvider } from '../../src/server/manifests/engine-provider.ts'
import type { ManagedEngines } from '../../src/server/manifests/engine-provider.ts'
import type {  } from '../../src/server/plugins/session.ts'
import { createPrinter } from '../../src/server/print/printer.ts'
import { translationsOf } from '../../src/server/languages/read-translations.ts'
import type { Services } from '../../src/server/services.ts'
import { IN_MEMORY, createDatabase, type Database } from '../../src/server/store/connection/database.ts'
import { migrate } from '../../src/server/store/schema/migrations.ts'
import { outsideTransaction } from '../../src/server/store/sql/inside-transaction.ts'
import { saveSettings } from '../../src/server/store/settings/settings.ts'
import type { Settings } from '../../src/core/index.ts'
import { KINDS, ONE_KIND, engineWarnings, enginesOfModules, migrated } from '../store/support.ts'
import { copyPrepared, openEmpty, type Kind, type PreparedDatabase } from '../store/prepared-database.ts'

export { KINDS, ONE_KIND }

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const PASSWORD = DEMO_PASSWORD

/** No company asks for a code: administrators of several need not enter each of them first. */
export const NO_CODES: Record<string, Settings> = { USC: { minor_settings: { '2fa': false } } }

/** For tests that send more requests than people do. */
export const NO_LIMITS = Object.fromEntries(COST_NAMES.map((name) => [`LIMIT_${name.toUpperCase()}`, 'off']))

export interface AppOptions {
  /** Folders of modules; by default the repository's. */
  modules?: string[]
  /**
   * `postgres`: a separate database on the test server, dropped at the end; `pglite`: one in memory. By default the server, if there is
   * one.
   */
  kind?: Kind
  /** URL of an existing PostgreSQL database, for a second application beside a first; filled if it is empty. */
  database?: string
  /** Settings by company, over the demo's. */
  settings?: Record<string, Settings>
  /** Environment variables in addition to those of tests. */
  environment?: Record<string, string>
  /** The initial time of the clock. */
  now?: string
  /** Whether its people are fictitious, as in the demo; by default they are. */
  isDemo?: boolean
  /** Whether the demo's stories have been played too, if the clock has its default time: played once for all files of a run, and copied. */
  isLived?: boolean
  /**
   * The folder of an embedded database, for a server that is started on it after this application has stopped; otherwise it is in memory.
   */
  folder?: string
  /** How long it waits for slow senders; by default as in production. May be changed while the application runs. */
  patience?: RequestTimeouts
}

export interface Caller {
  token: string
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

export interface TestApp {
  app: FastifyInstance
  /** Every route, as registered. */
  routes: RouteOptions[]
  /** URL of the PostgreSQL database, if there is one. */
  databaseUrl: string | undefined
  services: Services
  engines: ManagedEngines
  clock: MovableClock
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
  signIn(email: string): Promise<Caller>
  stop(): Promise<void>
}

/** A text without its random ids, in which any digits may appear. */
export const withoutIds = (text: string): string => text.replaceAll(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, '')

/** Starts an application; stop it after the tests. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  const modules = options.modules ?? [path.join(ROOT, 'modules')]
  const config = { ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', ...options.environment }, { root: ROOT }), modules }
  const log = createLog('error', { isForPeople: true })
  const clock = createMovableClock(options.now ?? '2026-06-15T09:00:00+03:00')
  const engines = await (options.modules === undefined ? enginesOfModules() : createEngineProvider({ folders: modules, root: ROOT, log }))
  const demo = readDemo(modules)
  const stopping = new AbortController()
  const services = (database: Database): Services => ({ config, database, engines, clock, log, printer: createPrinter(clock), translations: translationsOf(config), isDemo: options.isDemo ?? true, stopping: stopping.signal })
  const quietly = async <T>(database: Database, work: (services: Services) => Promise<T>): Promise<T> => {
    const logged: object[] = []
    const keep = (details: object, message?: string): void => { logged.push({ message, ...details }) }
    const before = engineWarnings.length
    const result = await work({ ...services(database), log: { ...log, warn: keep, error: keep } })
    logged.push(...engineWarnings.slice(before))
    if (logged.length > 0) throw new Error(`The first start with the demo warns of something: ${JSON.stringify(logged)}`)
    return result
  }
  const fill = async (database: Database): Promise<void> => {
    await migrate(database, engines.base().catalogue, engines.hiddenByOverlays)
    if (await quietly(database, (running) => loadDemo(running, { ...demo, stories: [] }))) await hashCheaply(database)
  }
  const live = (database: Database): Promise<void> => quietly(database, (running) => liveStories(running, demo))
  const { database, url, drop } = await openDatabase(options, options.modules === undefined || isRepositorys(modules) ? { fill, live } : undefined)
  // A copy is complete, unless there are more types than it was created with. Existing data is left unchanged.
  if (options.modules !== undefined || options.database !== undefined) await fill(database)
  for (const [company, groups] of Object.entries(options.settings ?? {})) {
    for (const [group, values] of Object.entries(groups)) await saveSettings(database.kysely, company, group, values, 'test')
  }
  const routes: RouteOptions[] = []
  const started = services(database)
  const app = await buildApp(started, { onRoute: (route) => routes.push(route), ...(options.patience !== undefined && { patience: options.patience }) })
  return {
    app, routes, databaseUrl: url, services: started, engines, clock,
    inject: (request) => outsideTransaction(() => app.inject(request)),
    signIn: (email) => signIn(app, started, email),
    async stop() {
      await app.close()
      await started.printer.close()
      await database.close()
      await drop()
    },
  }
}

/** A second application opens the first one's; the demo organisation without its documents is copied from a prepared one. */
async function openDatabase({ database: url, folder, isLived = false, kind = folder === undefined ? (ONE_KIND[0] ?? 'pglite') : 'pglite' }: AppOptions, prepare: Record<'fill' | 'live', (database: Database) => Promise<void>> | undefined): Promise<PreparedDatabase> {
  if (url !== undefined) return { database: await createDatabase({ dataDir: IN_MEMORY, databaseUrl: url }), url, drop: () => Promise.resolve() }
  if (prepare === undefined) return openEmpty(kind)
  const demo = { name: 'demo', fill: prepare.fill, after: await migrated() }
  return copyPrepared(kind, isLived ? { name: 'lived', fill: prepare.live, after: demo } : demo, folder)
}

/**
 * The cost of hashing does not matter to most tests, and they sign in hundreds of times; verifying a password costs what its hash
 * specifies.
 */
async function hashCheaply(database: Database): Promise<void> {
  const password_hash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  await database.kysely.updateTable('users').set({ password_hash }).where('password_hash', 'is not', null).execute()
}

/** Whether the modules contain exactly the repository's demo. */
function isRepositorys(modules: string[]): boolean {
  return JSON.stringify(readDemo(modules)) === JSON.stringify(readDemo([path.join(ROOT, 'modules')]))
}

async function signIn(app: FastifyInstance, services: Services, email: string): Promise<Caller> {
  // A user with a Windows account signs in with its name.
  const { username } = await services.database.kysely.selectFrom('users').select('username').where('email', '=', email.toLowerCase()).executeTakeFirst() ?? { username: null }
  const [way, name] = username === null ? ['login', { email }] : ['windows/login', { username }]
  const answer = await app.inject({ method: 'POST', url: `/api/v1/hrmis/auth/${way}`, payload: { ...name, password: PASSWORD, device_name: 'test' } })
  if (answer.statusCode !== 200) throw new Error(`${email} could not sign in: ${answer.body}`)
  const first = answer.json<{ data: { token?: string; challenge?: string } }>().data
  const token = first.token ?? (await verify(app, services, email, first.challenge ?? ''))
  return {
    token,
    call: (method, url, body, headers = {}) =>
      outsideTransaction(() => app.inject({ method, url: `/api/v1/${url}`, headers: { authorization: `Bearer ${token}`, ...headers }, ...(body !== undefined && { payload: body }) })),
  }
}

/** The second step, with the code that was mailed last. */
async function verify(app: FastifyInstance, services: Services, email: string, challenge: string): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/hrmis/auth/2fa/verify', payload: { challenge, code: await mailedCode(services, email) } })
  if (answer.statusCode !== 200) throw new Error(`${email} could not enter the code: ${answer.body}`)
  return answer.json<{ data: { token: string } }>().data.token
}

/** A response without its request id and date, for comparison. */
export function comparable({ statusCode, body, headers }: LightMyRequestResponse): { status: number; body: string; headers: object } {
  const { date: _date, 'x-request-id': _id, ...others } = headers
  return { status: statusCode, body: body.replace(/,"requestId":"[0-9a-f-]{36}"/, ''), headers: others }
}

/** The code in the newest message to the user. */
export async function mailedCode(services: Services, email: string): Promise<string> {
  const message = await services.database.kysely.selectFrom('outbox').select('text').where('recipient', '=', email).orderBy('id', 'desc').executeTakeFirst()
  return /\b\d{6}\b/.exec(message?.text ?? '')?.[0] ?? ''
}
