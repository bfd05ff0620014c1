/** Notices that the database has been exchanged beneath the running server, as by a restore that is not ours. */
import type { Services } from '../services.ts'
import { isDemoLoaded } from './load-demo.ts'

const LOOK_EVERY_MS = 10_000

/**
 * Whether the database holds the demo decides at the start who is served, and what the outbox shows. Calls `onChange` when it holds the demo
 * and did not, or the reverse: the server must not go on then. Returns a function that stops watching.
 */
export function watchDemo({ database, log }: Pick<Services, 'database' | 'log'>, heldDemo: boolean, onChange: () => void, everyMs = LOOK_EVERY_MS): () => void {
  let hasEnded = false
  const stop = (): void => {
    hasEnded = true
    clearInterval(timer)
  }
  const look = async (): Promise<void> => {
    // A slow look may end after the next has begun, or after the server was stopped.
    if ((await isDemoLoaded(database)) === heldDemo || hasEnded) return
    stop()
    log.error({}, heldDemo ? 'The database no longer holds the demo, so it is another than at the start. The server ends: start it again.' : 'The database now holds the demo, whose passwords are public, and did not at the start. The server ends: start it again.')
    onChange()
  }
  // While the database cannot be read, nobody can sign in to it either.
  const timer = setInterval(() => { look().catch(() => undefined) }, everyMs)
  timer.unref()
  return stop
}
