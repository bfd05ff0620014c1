/**
 * A session that the browser holds in a cookie which no script reads (SESSION_COOKIE=1). Who asks for one with SESSION_HEADER gets the
 * cookie, and in the place of the token a proof, which every call sends back as CSRF_HEADER: without the cookie it opens nothing, and
 * without it neither does the cookie. A call with a bearer token is told by that alone. Without the setting none of this is heard.
 */

/** Sent as SESSION_IN_COOKIE with a call that may begin a session. */
export const SESSION_HEADER = 'x-session'
export const SESSION_IN_COOKIE = 'cookie'

/** Carries the proof. A page of another origin cannot send it, and does not know it. */
export const CSRF_HEADER = 'x-csrf-token'
/** What a proof begins with. No token has a full stop in it, so that neither is ever taken for the other. */
export const CSRF_PREFIX = 'csrf.'

/** Name of the `meta` element by which the server tells the portal how it is to keep its session; without it the portal keeps the token itself. */
export const SESSION_META = 'dirisha-session'
