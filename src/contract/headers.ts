/** The API prefix, header names and link parameters shared by portal and server. */
export const API_PREFIX = '/api/v1'

export const IDEMPOTENCY_KEY = 'idempotency-key'
/** The company that the client believes it is in. The server responds with 409 if the session is in another one. */
export const COMPANY_HEADER = 'x-company'

/**
 * Sent as `1` with calls that the user did not trigger (polling, refetching after a live event): they do not reset the session's idle
 * timeout.
 */
export const BACKGROUND_HEADER = 'x-background'

/**
 * Query parameter of links in mails: the company that the screen belongs to. A portal in another company offers to switch before it opens
 * the screen.
 */
export const COMPANY_PARAMETER = 'company'
