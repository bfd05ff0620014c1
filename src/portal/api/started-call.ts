import { callAddress, FIRST_CALL } from '../../contract/index.ts'
import type { QueryValues, StartedCalls } from '../../contract/index.ts'
import type { Session } from './session.ts'

declare global {
  interface Window { dirishaStarted?: StartedCalls }
}

/** A record that nobody took until then is older than a screen may show; nothing is shown before the first call is answered. */
const KEPT_MS = 30_000

/**
 * The answer to the call if the page began it for this session (public/start.js); null otherwise. Given once: a later call must not get an
 * old one.
 */
export async function takeStarted(session: Session | null, path: string, query?: QueryValues): Promise<unknown> {
  const started = window.dirishaStarted
  const address = callAddress(path, query)
  const answer = started?.answers[address]
  if (started === undefined || answer === undefined) return null
  delete started.answers[address]
  const isTheirs = session !== null && started.token === session.token && started.company === session.user.default_company
  return isTheirs && (path === FIRST_CALL || performance.now() - started.at < KEPT_MS) ? answer : null
}
