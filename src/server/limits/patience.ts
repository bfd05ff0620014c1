/** How long the server waits for those who keep something that others wait for. */
export interface Patience {
  /** Somebody whose turn does not come for so long is refused, instead of being kept. */
  turnMs: number
  /** Of a body that is being read in a turn at least so many bytes come in each span: what comes slower keeps the turn from others. */
  minBytesInSpan: number
  spanMs: number
  /** However a body comes, it is whole by then. */
  bodyMs: number
  /** What is left of a request that was answered before it was whole may come for so long, for its sender to read the answer. */
  lingerMs: number
}

/** A phone on a slow network may send 2 kB a second; a photograph of 5 MB is whole in time at 60. */
export const PATIENCE: Readonly<Patience> = { turnMs: 30_000, minBytesInSpan: 20_000, spanMs: 10_000, bodyMs: 120_000, lingerMs: 5_000 }
