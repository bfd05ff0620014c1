/** Starts a server from its configuration (manifests, database, demo, routes and background jobs), and stops it in reverse order. */
import { setTimeout } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { scheduleSeal, SEAL_JOBS } from './audit/seal-job.ts'
import { ConfigError, type Config } from './config.ts'
import { isDemoLoaded, loadDemo } from './demo/load-demo.ts'
import { readDemo } from './demo/demo-file.ts'
import { signInsTable } from './demo/sign-ins.ts'
import { watchDemo } from './demo/watch-demo.ts'
import { RUN_JOBS, scheduleRuns } from './jobs/run-jobs.ts'
import { VIEWS_JOBS } from './jobs/renew-views-job.ts'
import { createRunner } from './jobs/runner.ts'
import { listenAddress } from './listen-address.ts'
import { createMailer } from './mail/mailer.ts'
import { translationsOf } from './languages/read-translations.ts'
import { createEngineProvider } from './manifests/engine-provider.ts'
import type { ManagedEngines } from './manifests/engine-provider.ts'
import { followPublished } from './manifests/published-overlays.ts'
import { requireAllOverlays } from './manifests/strict-overlays.ts'
import { watchManifests } from './manifests/watch-manifests.ts'
import { NOTIFICATION_JOBS, schedulePurge } from './notifications/purge.ts'
import { createPrinter } from './print/printer.ts'
import { createReloadingServer } from './reloading-server.ts'
import { REMINDER_JOBS, scheduleReminders } from './reminders/send-reminders.ts'
import { createSeedRecords } from './seed/create-seed-records.ts'
import type { Log, Services } from './services.ts'
import { SIGN_IN_JOBS } from './sign-in/sign-in-jobs.ts'
import { createSteadyClock } from './steady-clock.ts'
import { createDatabase } from './store/connection/database.ts'
import { databaseTime } from './store/connection/database-time.ts'
import { releaseJobs } from './store/delivery/jobs.ts'
import { prepareDatabase } from './store/schema/prepare-database.ts'
import { requireUsable } from './store/connection/unusable.ts'
import type { Tracing } from './telemetry/tracing.ts'

export interface RunningServer {
  /** The demo's sign-ins as text to print; empty without a demo. */
  signIns: string
  /** Finishes current requests, then stops. */
  stop(): Promise<void>
}

function enginesOf(config: Config, log: Log): Promise<ManagedEngines> {
  return createEngineProvider({ folders: config.modules, root: config.root, log, ...(config.client !== undefined && { client: config.client }) })
}

export interface RunOptions {
  /** The engines for its settings, if already created. */
  engines?: ManagedEngines | undefined
  tracing?: Tracing | undefined
  /** Ends the process: the database is another than at the start. Unless given, only the log says so. */
  onDatabaseExchanged?: () => void
}

/**
 * Starts a server and resolves when it listens.
 * @throws ManifestError if the manifests contain an error
 * @throws OverlaysSetAside if strict overlays are configured and part of an overlay is set aside
 * @throws DirectoryInUseError if another process has the embedded database open
 * @throws UnusableDatabaseError if the database cannot be used
 */
export async function runServer(config: Config, log: Log, { engines: made, tracing, onDatabaseExchanged = () => undefined }: RunOptions = {}): Promise<RunningServer> {
  const engines = made ?? await enginesOf(config, log)
  const database = await createDatabase({
    dataDir: config.dataDir, ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }),
    onConnectionLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
    onWriting: (why) => (why === undefined ? log.info({}, 'the database can be written again') : log.warn({ err: why }, 'the database cannot be written')),
    onStatement: tracing?.statement,
  })
  try {
    await requireUsable(database)
    if (config.strictOverlays) await requireAllOverlays({ database, engines })
    await prepareDatabase(database, engines, log)
  } catch (error) {
    await database.close()
    throw error
  }
  const clock = await createSteadyClock({ read: () => databaseTime(database.kysely), log })
  clock.start()
  const stopping = new AbortController()
  const beforeDemo: Services = { config, database, engines, clock, log, tracing, printer: createPrinter(clock), translations: translationsOf(config), isDemo: false, stopping: stopping.signal }
  const unfollow = await followPublished(beforeDemo)
  const signIns = await prepareDemo(beforeDemo)
  const holdsDemo = await isDemoLoaded(database)
  // A database that still holds the demo, without DEMO=1: its people are no longer fictitious, and nobody reads their codes and links.
  const services: Services = { ...beforeDemo, isDemo: holdsDemo && isDemoWanted(beforeDemo) }
  await createSeedRecords(services)
  const server = await listen(services, holdsDemo)
  // Nobody else can have the embedded database open.
  if (database.kind === 'pglite') await releaseJobs(database.kysely)
  const mailer = config.smtpUrl === undefined ? undefined : createMailer(config.smtpUrl, `Dirisha <no-reply@${new URL(config.publicUrl).hostname}>`)
  const runner = createRunner(services, { handlers: { ...SIGN_IN_JOBS, ...NOTIFICATION_JOBS, ...REMINDER_JOBS, ...SEAL_JOBS, ...VIEWS_JOBS, ...RUN_JOBS }, timetable: [schedulePurge, scheduleReminders, scheduleSeal, scheduleRuns], ...(mailer && { mailer }) })
  runner.start()
  const unwatchDemo = database.kind === 'postgres' ? watchDemo(services, holdsDemo, onDatabaseExchanged) : undefined
  const unwatch = server.renew && watchManifests(config.modules, engines, log, async () => {
    await prepareDatabase(database, engines, log)
    await server.renew?.()
  })
  log.info({}, `Dirisha is ready at ${config.publicUrl}`)
  return {
    signIns,
    async stop() {
      stopping.abort()
      await setTimeout(config.drainSeconds * 1000)
      unwatch?.()
      unwatchDemo?.()
      unfollow()
      await server.close()
      await runner.stop()
      clock.stop()
      mailer?.close()
      await services.printer.close()
      await tracing?.stop()
      await database.close()
      log.info({}, 'Dirisha has stopped')
    },
  }
}

/** Starts listening. In development the routes can be rebuilt, so that a new document type needs no restart. */
async function listen(services: Services, holdsDemo: boolean): Promise<{ close(): Promise<unknown>; renew?(): Promise<void> }> {
  const { port, mode } = services.config
  const host = listenAddress({ ...services, holdsDemo })
  if (mode === 'development') {
    const server = await createReloadingServer(services)
    await server.listen({ host, port })
    return server
  }
  const app = await buildApp(services)
  await app.listen({ host, port }).catch((error: unknown) => { throw isUnknownHost(error) ? new ConfigError([{ name: 'HOST', seen: JSON.stringify(host), expected: 'an address or a name of this machine' }]) : error })
  return app
}

function isUnknownHost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(String(error.code))
}

/** On PostgreSQL only if it is set. */
function isDemoWanted({ config, database }: Pick<Services, 'config' | 'database'>): boolean {
  return config.demo ?? database.kind === 'pglite'
}

/** Loads the demo if configured. Returns the sign-ins to print; empty if there is no demo. */
async function prepareDemo(services: Services): Promise<string> {
  const { config, database, log } = services
  if (!isDemoWanted(services)) return ''
  const demo = readDemo(config.modules)
  const began = performance.now()
  if (!(await isDemoLoaded(database))) log.info({}, 'the demo organisation is being set up, which takes 20 seconds to two minutes')
  if (await loadDemo(services, demo)) log.info({ milliseconds: Math.round(performance.now() - began) }, 'the demo organisation was set up')
  return (await isDemoLoaded(database)) ? signInsTable(demo) : ''
}
