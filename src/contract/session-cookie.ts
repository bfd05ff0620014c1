/**
 * A session that the browser keeps in a cookie which no script can read (SESSION_COOKIE=1). A client that requests one with SESSION_HEADER
 * gets the cookie and, in place of the token, a proof, which it sends back with every call as CSRF_HEADER. Neither the cookie nor the proof
 * opens anything without the other. A call with a bearer token is identified by the token alone. Without the setting, all of this is
 * ignored.
 */

/** Sent as SESSION_IN_COOKIE with a call that may begin a session. */
export const SESSION_HEADER = 'x-session'
export const SESSION_IN_COOKIE = 'cookie'

/** Carries the proof. A page of another origin can neither send this header nor know the proof. */
export const CSRF_HEADER = 'x-csrf-token'
/** Prefix of a proof. Tokens contain no full stop, so that neither is ever mistaken for the other. */
export const CSRF_PREFIX = 'csrf.'

/** Name of the `meta` element that tells the portal how to keep its session; without it the portal keeps the token itself. */
export const SESSION_META = 'dirisha-session'
