/** The server's process: settings from the environment, what stops it, and what it says when it cannot start. */
import { setFlagsFromString } from 'node:v8'
import { readConfig } from './config.ts'
import type { Config } from './config.ts'
import { findRoot } from './find-root.ts'
import { secretsOf } from './hide-secrets.ts'
import { createLog } from './log.ts'
import { runServer } from './run.ts'
import type { Log } from './services.ts'
import { startTracing } from './telemetry/tracing.ts'
import { describeFailure } from './describe-failure.ts'

const STOP_WITHIN_MS = 10_000

// V8 lets garbage grow to four times of what lives before it collects the old generation. With this it collects when the heap has
// grown by half. How far the young generation grows can only be said as Node starts: package.json, script start.
setFlagsFromString('--heap-growing-percent=50')

// A log on a full disk, or whose reader has gone, keeps nobody from being served.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

async function start(config: Config, secrets: string[]): Promise<void> {
  const tracing = await startTracing(config, { onExport: (why) => (why === undefined ? log.info({}, 'traces are exported again') : log.warn({ err: why }, 'traces cannot be exported')) })
  const log = createLog(config.logLevel, { secrets, ...(tracing && { context: () => tracing.ids() }) })
  // What nobody caught ends the process, reported as everything else is.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'the server failed')
    process.exit(1)
  })
  // From the beginning: the first process of a container is not ended by a signal that it does not listen to.
  let stop = (): Promise<void> => Promise.resolve()
  onSignal(() => stop(), config, log)
  const server = await runServer(config, log, { tracing })
  stop = () => server.stop()
  if (server.signIns !== '') process.stdout.write(`\n${server.signIns}\n\n`)
}

/** Ends the process by `stop`; one that is not up yet has nothing to finish. */
function onSignal(stop: () => Promise<void>, config: Config, log: Log): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(1), config.drainSeconds * 1000 + STOP_WITHIN_MS).unref()
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

let secrets: string[] = []
try {
  const config = readConfig(process.env, { root: findRoot() })
  secrets = secretsOf(config)
  await start(config, secrets)
} catch (error) {
  process.stderr.write(`${describeFailure(error, secrets)}\n`)
  process.exit(1)
}
