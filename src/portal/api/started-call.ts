import type { StartedCall } from '../../contract/index.ts'
import type { Session } from './session.ts'

declare global {
  interface Window { dirishaStarted?: StartedCall }
}

/** The first call's answer if the page began that call for this session (public/start.js). Given once: a later call must not get an old one. */
export async function takeStarted(session: Session | null): Promise<unknown> {
  const started = window.dirishaStarted
  delete window.dirishaStarted
  return started && session && started.token === session.token && started.company === session.user.default_company ? started.answer : null
}
