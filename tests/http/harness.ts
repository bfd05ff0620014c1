/** A whole application on a database of its own in memory, with the demo organisation, and a clock that stands still. */
import path from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp } from '../../src/server/app.ts'
import { createMovableClock } from '../../src/server/clock.ts'
import type { MovableClock } from '../../src/server/clock.ts'
import { readConfig } from '../../src/server/config.ts'
import { DEMO_PASSWORD, readDemo } from '../../src/server/demo/demo-file.ts'
import { loadDemo } from '../../src/server/demo/load-demo.ts'
import { createLog } from '../../src/server/log.ts'
import { createEngineProvider } from '../../src/server/manifests/engine-provider.ts'
import type { ManagedEngines } from '../../src/server/manifests/engine-provider.ts'
import { createPrinter } from '../../src/server/print/printer.ts'
import type { Services } from '../../src/server/services.ts'
import { IN_MEMORY, createDatabase } from '../../src/server/store/database.ts'
import { migrate } from '../../src/server/store/migrations.ts'
import { saveSettings } from '../../src/server/store/settings.ts'
import type { Settings } from '../../src/core/index.ts'

export const ROOT = path.resolve(import.meta.dirname, '../..')
export const PASSWORD = DEMO_PASSWORD

export interface AppOptions {
  /** Folders of modules; the repository's when not said. */
  modules?: string[]
  /** Address of a PostgreSQL database, which is filled when it is empty; otherwise one in memory. */
  database?: string
  /** Settings by company, over the demo's. */
  settings?: Record<string, Settings>
  /** Where the clock stands at first. */
  now?: string
  /** Also the demo's documents, which take their time; masters and people are always there. */
  stories?: boolean
}

export interface Caller {
  token: string
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>
}

export interface TestApp {
  app: FastifyInstance
  services: Services
  engines: ManagedEngines
  clock: MovableClock
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
  signIn(email: string): Promise<Caller>
  stop(): Promise<void>
}

/** Starts an application; stop it after the tests. */
export async function startApp(options: AppOptions = {}): Promise<TestApp> {
  const modules = options.modules ?? [path.join(ROOT, 'modules')]
  const config = { ...readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }, { root: ROOT }), modules }
  const log = createLog('error', true)
  const clock = createMovableClock(options.now ?? '2026-06-15T09:00:00+03:00')
  const engines = await createEngineProvider({ folders: modules, root: ROOT, log })
  const database = await createDatabase({ dataDir: IN_MEMORY, ...(options.database !== undefined && { databaseUrl: options.database }) })
  await migrate(database, engines.base().catalogue)
  const services: Services = { config, database, engines, clock, log, printer: createPrinter(clock) }
  const demo = readDemo(modules)
  await loadDemo(services, options.stories === true ? demo : { ...demo, stories: [] })
  for (const [company, groups] of Object.entries(options.settings ?? {})) {
    for (const [group, values] of Object.entries(groups)) await saveSettings(database.kysely, company, group, values, 'test')
  }
  const app = await buildApp(services)
  return {
    app, services, engines, clock,
    inject: (request) => app.inject(request),
    signIn: (email) => signIn(app, email),
    async stop() {
      await app.close()
      await database.close()
    },
  }
}

async function signIn(app: FastifyInstance, email: string): Promise<Caller> {
  const answer = await app.inject({ method: 'POST', url: '/api/v1/hrmis/auth/login', payload: { email, password: PASSWORD, device_name: 'test' } })
  if (answer.statusCode !== 200) throw new Error(`${email} could not sign in: ${answer.body}`)
  const { token } = answer.json<{ data: { token: string } }>().data
  return {
    token,
    call: (method, url, body, headers = {}) =>
      app.inject({ method, url: `/api/v1/${url}`, headers: { authorization: `Bearer ${token}`, ...headers }, ...(body !== undefined && { payload: body }) }),
  }
}
