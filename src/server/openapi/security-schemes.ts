/** How a call authenticates: with a bearer token or, where configured, with the portal's cookie and a CSRF token. */
import { CSRF_HEADER, SESSION_HEADER, SESSION_IN_COOKIE } from '../../contract/index.ts'
import type { JsonObject } from '../../core/index.ts'
import type { Config } from '../config.ts'
import { cookieName } from '../sign-in/session-cookie.ts'

type SessionTransport = Pick<Config, 'publicUrl' | 'isSessionInCookie'>

const BEARER: JsonObject = { type: 'http', scheme: 'bearer', description: 'The token returned by signing in.' }

/** The security schemes by name, and the combinations that a call accepts. */
export function securityOf(config: SessionTransport): { schemes: JsonObject; wanted: JsonObject[] } {
  if (!config.isSessionInCookie) return { schemes: { bearer: BEARER }, wanted: [{ bearer: [] }] }
  const cookie: JsonObject = { type: 'apiKey', in: 'cookie', name: cookieName(config), description: `Set by a sign-in with the header ${SESSION_HEADER}: ${SESSION_IN_COOKIE}. It gives no access without the proof, nor to a page of another origin.` }
  const proof: JsonObject = { type: 'apiKey', in: 'header', name: CSRF_HEADER, description: 'The proof (CSRF token) that such a sign-in returns instead of the bearer token.' }
  return { schemes: { bearer: BEARER, cookie, proof }, wanted: [{ bearer: [] }, { cookie: [], proof: [] }] }
}
