/** How long the server waits for requests that hold a resource others are waiting for. */
export interface RequestTimeouts {
  /** A request that waits longer than this for its turn is rejected. */
  turnMs: number
  /** Fewest bytes that must arrive in each span while a body is read during its turn: a slower body would keep others waiting. */
  minBytesInSpan: number
  /** With fewer bytes than this in a span, a body keeps its pace without the turn: others take it meanwhile. */
  turnBytesInSpan: number
  spanMs: number
  /** By this time the whole body must have arrived, regardless of its rate. */
  bodyMs: number
  /** How long the rest of a request may keep arriving after an early response, so that the client can read that response. */
  lingerMs: number
}

/** Allows a slow phone connection of 2 kB a second; at 60 kB a second a 5 MB photograph arrives in time. */
export const REQUEST_TIMEOUTS: Readonly<RequestTimeouts> = { turnMs: 30_000, minBytesInSpan: 20_000, turnBytesInSpan: 500_000, spanMs: 10_000, bodyMs: 120_000, lingerMs: 5_000 }
