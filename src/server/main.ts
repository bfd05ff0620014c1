/** Entry point of the server process: reads the settings, handles signals and reports startup failures. */
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

// By default V8 lets the heap grow to four times its live size before it collects the old generation. With this flag it collects when the
// heap has grown by half. The size of the young generation and the number of V8's worker threads for garbage
// collection and compilation (one instead of four saves 10 MB) can only be set when Node starts: see the start script in package.json.
setFlagsFromString('--heap-growing-percent=50')

// A full disk or a closed pipe behind the log must not stop the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

async function start(config: Config, secrets: string[]): Promise<void> {
  const tracing = await startTracing(config, { onExport: (why) => (why === undefined ? log.info({}, 'traces are exported again') : log.warn({ err: why }, 'traces cannot be exported')) })
  const log = createLog(config.logLevel, { secrets, ...(tracing && { context: () => tracing.ids() }) })
  // An uncaught exception ends the process and is logged like any other error.
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'the server failed')
    process.exit(1)
  })
  // Installed first: the first process of a container ignores a signal for which it has no handler.
  let stop = (): Promise<void> => Promise.resolve()
  onSignal(() => stop(), config, log)
  const server = await runServer(config, log, { tracing, onDatabaseExchanged: () => process.exit(1) })
  stop = () => server.stop()
  if (server.signIns !== '') process.stdout.write(`\n${server.signIns}\n\n`)
}

/** Calls `stop` on a signal and exits the process. A server that has not started yet has nothing to finish. */
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
