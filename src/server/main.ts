/** Starts the server: settings, manifests, database, demo, routes, waiting work; and stops it in the opposite order. */
import path from 'node:path'
import { existsSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { buildApp } from './app.ts'
import { systemClock } from './clock.ts'
import { ConfigError, readConfig } from './config.ts'
import type { Config } from './config.ts'
import { loadDemo } from './demo/load-demo.ts'
import { readDemo } from './demo/demo-file.ts'
import { signInsTable } from './demo/sign-ins.ts'
import { createRunner } from './jobs/runner.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail/mailer.ts'
import { ManifestError, createEngineProvider } from './manifests/engine-provider.ts'
import { followPublished } from './manifests/published-overlays.ts'
import { watchManifests } from './manifests/watch-manifests.ts'
import { NOTIFICATION_JOBS, schedulePurge } from './notifications/purge.ts'
import { createPrinter } from './print/printer.ts'
import { createReloadingServer } from './reloading-server.ts'
import { REMINDER_JOBS, scheduleReminders } from './reminders/send-reminders.ts'
import { plantSeeds } from './seed/plant-seeds.ts'
import type { Services } from './services.ts'
import { SIGN_IN_JOBS } from './sign-in/sign-in-jobs.ts'
import { DirectoryInUseError } from './store/directory-lock.ts'
import { createDatabase } from './store/database.ts'
import { hasEvent } from './store/events.ts'
import { migrate } from './store/migrations.ts'

const STOP_WITHIN_MS = 10_000

// V8 lets garbage grow to four times of what lives before it collects the old generation. With this it collects when the heap has
// grown by half. How far the young generation grows can only be said as Node starts: package.json, script start.
setFlagsFromString('--heap-growing-percent=50')

/** The folder that holds schemas/ and package.json, seen from the compiled or the source file. */
function findRoot(): string {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, 'schemas')) && path.dirname(folder) !== folder) folder = path.dirname(folder)
  return folder
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  const engines = await createEngineProvider({ folders: config.modules, root: config.root, log, ...(config.client !== undefined && { client: config.client }) })
  const database = await createDatabase({
    dataDir: config.dataDir, ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }),
    onConnectionLost: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
  })
  await migrate(database, engines.base().catalogue)
  const services: Services = { config, database, engines, clock: systemClock, log, printer: createPrinter(systemClock) }
  const unfollow = await followPublished(services)
  const signIns = await prepareDemo(services)
  await plantSeeds(services)
  const server = await startServer(services)
  const mailer = config.smtpUrl === undefined ? undefined : createMailer(config.smtpUrl, `Dirisha <no-reply@${new URL(config.publicUrl).hostname}>`)
  const runner = createRunner(services, { handlers: { ...SIGN_IN_JOBS, ...NOTIFICATION_JOBS, ...REMINDER_JOBS }, ...(mailer && { mailer }) })
  await schedulePurge(services)
  await scheduleReminders(services)
  runner.start()
  const unwatch = server.renew && watchManifests(config.modules, engines, log, async () => {
    await migrate(database, engines.base().catalogue)
    await server.renew?.()
  })
  log.info({}, `Dirisha is ready at ${config.publicUrl}`)
  if (signIns !== '') process.stdout.write(`\n${signIns}\n\n`)

  onSignal(async () => {
    unwatch?.()
    unfollow()
    await server.close()
    await runner.stop()
    mailer?.close()
    await database.close()
  }, log)
}

/** Listens. In development the routes can be made anew, so that a new document type needs no restart. */
async function startServer(services: Services): Promise<{ close(): Promise<unknown>; renew?(): Promise<void> }> {
  const { host, port, mode } = services.config
  if (mode === 'development') {
    const server = await createReloadingServer(services)
    await server.listen({ host, port })
    return server
  }
  const app = await buildApp(services)
  await app.listen({ host, port })
  return app
}

/** Loads the demo where it is wanted. Answers what to print about it; empty when there is no demo. */
async function prepareDemo(services: Services): Promise<string> {
  const { config, database, log } = services
  const isWanted = config.demo ?? database.kind === 'pglite'
  if (!isWanted) return ''
  const demo = readDemo(config.modules)
  const began = performance.now()
  if (await loadDemo(services, demo)) log.info({ milliseconds: Math.round(performance.now() - began) }, 'the demo organisation was set up')
  return (await hasEvent(database.kysely, 'demo', 'loaded')) ? signInsTable(demo) : ''
}

function onSignal(stop: () => Promise<void>, log: Services['log']): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stopping failed')
          process.exit(1)
        },
      )
    })
  }
}

/** What a person can mend is told without a stack. */
function tell(error: unknown): void {
  const isExpected = error instanceof ConfigError || error instanceof ManifestError || error instanceof DirectoryInUseError
  const whole = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${isExpected ? error.message : whole}\n`)
  process.exit(1)
}

try {
  await start(readConfig(process.env, { root: findRoot() }))
} catch (error) {
  tell(error)
}
