/** The address and the headers of the wire, and what links carry. */
export const API_PREFIX = '/api/v1'

export const IDEMPOTENCY_KEY = 'idempotency-key'
/** The company a client believes it is in; another than the session's answers 409. */
export const COMPANY_HEADER = 'x-company'

/** Sent as `1` with calls that nobody asked for (polling, fetching again after a live event): they do not keep the session from idling. */
export const BACKGROUND_HEADER = 'x-background'

/** Query parameter of links in mails: the company that the screen belongs to. A portal in another company offers to change before it opens the screen. */
export const COMPANY_PARAMETER = 'company'
