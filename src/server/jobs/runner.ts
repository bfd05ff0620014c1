/** Runs background work: sends outbox mails and runs jobs. Any number of processes may run it on one database. */
import type { JsonObject } from '../../core/index.ts'
import { whyUnsent, type Mailer } from '../mail/mailer.ts'
import { toHtml } from '../mail/to-html.ts'
import type { Services } from '../services.ts'
import { claimJob, failJob, finishJob, FIRST_WAIT_S, MAX_WAIT_S, repeatJob } from '../store/delivery/jobs.ts'
import { claimOutbox, markSent, markUnsent } from '../store/delivery/outbox.ts'
import { isUnavailable } from '../store/connection/unavailable.ts'

/** Does a job, or a part of it: `again` if there is more to do, which other work may come before. */
export type JobHandler = (services: Services, payload: JsonObject) => Promise<void | 'again'>

export interface RunnerOptions {
  /** Absent: messages stay in the outbox. */
  mailer?: Mailer
  handlers?: Record<string, JobHandler>
  /**
   * Functions that each ensure a recurring job is scheduled. Called at startup and every minute, so that a job scheduled by a wrong clock,
   * or one that failed too often, is not lost for good.
   */
  timetable?: ((services: Services) => Promise<void>)[]
}

export interface Runner {
  start(): void
  /** Resolves when the current round has ended. */
  stop(): Promise<void>
  /** Runs everything that is due now. Returns the number of messages and jobs processed. */
  runOnce(): Promise<number>
}

const INTERVAL_MS = 1_000
/** Few, so that a code that somebody waits for is not behind many notices. */
const BATCH = 5
/** A job claimed by a process that died stays locked this long. */
const HELD_SECONDS = 120
const TIMETABLE_EVERY_MS = 60_000

/** Creates a runner; it does nothing until started. */
export function createRunner(services: Services, options: RunnerOptions): Runner {
  const { log } = services
  let timer: NodeJS.Timeout | undefined
  let round: Promise<number> | undefined
  let isStopped = true
  /** Whether the last round failed because the database was unavailable or full. */
  let isWaiting = false
  let timetableAt = -Infinity

  /** Uses a monotonic timer rather than the clock: this repairs what a wrong clock caused. */
  async function keepTimetable(): Promise<void> {
    if (performance.now() - timetableAt < TIMETABLE_EVERY_MS) return
    timetableAt = performance.now()
    for (const see of options.timetable ?? []) await see(services)
  }

  async function runOnce(): Promise<number> {
    await keepTimetable()
    const sent = options.mailer === undefined ? 0 : await sendMessages(services, options.mailer)
    return sent + (await runJob(services, options.handlers ?? {}))
  }

  /** Logs an unavailable or full database only once although it fails every second: a full disk may be the one that holds the log. */
  function logFailure(error: unknown): void {
    if (!isUnavailable(error)) log.error({ err: error }, 'waiting work could not be read')
    else if (!isWaiting) log.warn({ err: error }, 'waiting work has to wait for the database')
    isWaiting = isUnavailable(error)
  }

  function next(waitMs: number): void {
    if (isStopped) return
    timer = setTimeout(() => {
      round = runOnce().then(
        (done) => {
          isWaiting = false
          return done
        },
        (error: unknown) => {
          logFailure(error)
          return 0
        },
      )
      // While there is work, it goes on without a pause.
      void round.then((done) => { next(done > 0 ? 0 : INTERVAL_MS) })
    }, waitMs)
    timer.unref()
  }

  return {
    runOnce,
    start() {
      isStopped = false
      next(INTERVAL_MS)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await round
    },
  }
}

/** Sends the mails that are due. Returns their number. */
async function sendMessages({ database, clock, log, config }: Services, mailer: Mailer): Promise<number> {
  const messages = await claimOutbox(database.kysely, BATCH, clock.now())
  for (const message of messages) {
    try {
      await mailer.send({ ...message, html: message.html ?? toHtml(message, config.publicUrl) })
      await markSent(database.kysely, message.id, clock.now())
    } catch (error) {
      const why = whyUnsent(error, message)
      log.warn({ why, message: message.id, attempts: message.attempts }, 'a message could not be mailed')
      await markUnsent(database.kysely, message.id, why)
    }
  }
  return messages.length
}

/** Runs one job that is due. Returns the number of jobs processed: 0 or 1. */
async function runJob(services: Services, handlers: Record<string, JobHandler>): Promise<number> {
  const { database, clock, log } = services
  const job = await claimJob(database.kysely, clock.now(), HELD_SECONDS)
  if (job === undefined) return 0
  try {
    const handler = Object.hasOwn(handlers, job.kind) ? handlers[job.kind] : undefined
    if (handler === undefined) throw new Error(`Nothing here does jobs of the kind "${job.kind}".`)
    const more = await handler(services, job.payload)
    await (more === 'again' ? repeatJob : finishJob)(database.kysely, job.id, clock.now())
  } catch (error) {
    log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed')
    await failJob(database.kysely, job.id, textOf(error), new Date(clock.now().getTime() + waitAfter(job.attempts)))
  }
  return 1
}

/** 10 s, 20 s, 40 s …, at most an hour. */
export function waitAfter(attempts: number): number {
  return 1_000 * Math.min(MAX_WAIT_S, FIRST_WAIT_S * 2 ** Math.max(0, attempts - 1))
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
