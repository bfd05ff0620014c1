/**
 * Classes of requests, and how many of each a person and a company may make. An expensive route declares its class in its config as
 * `costs`; the others are plain reads and writes.
 */
import type { FastifyRequest } from 'fastify'

/** Requests per person and per company: per minute, or per hour for mails. */
export interface Rate { person: number; company: number }

export interface CostClass {
  /** The requests as a plural noun for messages: "more prints than …". */
  what: string
  rate: Rate
  /** How many requests one server handles concurrently; the others wait for their turn. */
  atOnce: { server: number; company: number; person: number }
  /** How many requests may wait for their turn. Further ones are rejected. */
  waiting: { company: number; person: number }
  /**
   * After each request, the class (at most half a second) or only the person of the request (at most five seconds) pauses for as long as
   * it took, so that others are served.
   */
  rests?: 'all' | 'person'
  /** While its person occupies the server (occupancy.ts), it takes a turn of the class `busy` first. */
  givesWay?: true
  /** Each of a person's sessions has a share of its own, so that none of them keeps the others from something. */
  isPerSession?: true
  /** Expensive as soon as its body arrives: it takes its turn before the body is read. */
  hasLargeBody?: true
}

/**
 * The defaults are far above normal use: thirty vouchers printed in a minute, a word typed into a search, a gallery of files opened at
 * once. Prints are prepared here and rendered in a separate thread, one at a time. Previews are computed on the server's main thread, also
 * one at a time, with a pause in which other requests are served, as are checks of forms and saves of many lines. Database work leaves connections for everybody else.
 * Lists take turns because a page of large documents is a megabyte to read and write, some 50 milliseconds of the main thread. Whatever it
 * is that a person asks for, if it occupies the server for long, they go on one at a time with pauses.
 */
export const COST_CLASSES = {
  print: { what: 'prints', rate: { person: 60, company: 240 }, atOnce: { server: 1, company: 1, person: 1 }, waiting: { company: 60, person: 15 }, givesWay: true },
  search: { what: 'searches', rate: { person: 120, company: 1200 }, atOnce: { server: 4, company: 3, person: 2 }, waiting: { company: 200, person: 15 }, givesWay: true },
  list: { what: 'lists', rate: { person: 1200, company: 12_000 }, atOnce: { server: 4, company: 3, person: 2 }, waiting: { company: 200, person: 30 }, givesWay: true },
  export: { what: 'exports', rate: { person: 20, company: 120 }, atOnce: { server: 2, company: 2, person: 1 }, waiting: { company: 20, person: 2 }, givesWay: true },
  figures: { what: 'figures', rate: { person: 240, company: 2400 }, atOnce: { server: 4, company: 3, person: 2 }, waiting: { company: 200, person: 15 }, givesWay: true },
  file: { what: 'files', rate: { person: 240, company: 2400 }, atOnce: { server: 8, company: 6, person: 4 }, waiting: { company: 200, person: 30 }, givesWay: true },
  read: { what: 'requests', rate: { person: 6000, company: 60_000 }, atOnce: { server: 32, company: 24, person: 6 }, waiting: { company: 4000, person: 200 }, givesWay: true },
  // Each holds a connection of the database while it checks a document: a person alone must not hold them all.
  write: { what: 'saves', rate: { person: 3000, company: 30_000 }, atOnce: { server: 8, company: 6, person: 2 }, waiting: { company: 4000, person: 60 }, givesWay: true },
  // Checking two hundred lines takes half a second of the main thread and, on the embedded database, its only connection.
  form: { what: 'forms', rate: { person: 240, company: 2400 }, atOnce: { server: 2, company: 1, person: 1 }, waiting: { company: 200, person: 15 }, rests: 'all', givesWay: true },
  busy: { what: 'requests at once', rate: { person: 6000, company: 60_000 }, atOnce: { server: 32, company: 24, person: 1 }, waiting: { company: 4000, person: 200 }, rests: 'person' },
  // A session that floods the server must not delay the calls by which its owner ends it.
  session: { what: 'changes to your sessions', rate: { person: 60, company: 6000 }, atOnce: { server: 8, company: 6, person: 2 }, waiting: { company: 600, person: 10 }, isPerSession: true },
  upload: { what: 'uploads', rate: { person: 60, company: 600 }, atOnce: { server: 8, company: 6, person: 2 }, waiting: { company: 60, person: 6 }, hasLargeBody: true, givesWay: true },
  bulk: { what: 'bulk approvals', rate: { person: 20, company: 120 }, atOnce: { server: 4, company: 2, person: 1 }, waiting: { company: 20, person: 3 }, givesWay: true },
  preview: { what: 'overlay previews', rate: { person: 120, company: 240 }, atOnce: { server: 1, company: 1, person: 1 }, waiting: { company: 20, person: 6 }, rests: 'all', givesWay: true },
  // Counted in the database: a mail counts once, whichever server sends it.
  mail: { what: 'mails', rate: { person: 200, company: 1000 }, atOnce: { server: 8, company: 6, person: 4 }, waiting: { company: 60, person: 30 } },
} as const satisfies Record<string, CostClass>

export type CostName = keyof typeof COST_CLASSES
export const COST_NAMES = Object.keys(COST_CLASSES) as CostName[]

/** Rates that an installation overrides; `off` removes the limit on both rate and concurrency. */
export type Rates = Partial<Record<CostName, Rate | 'off'>>

/**
 * The cost class of a route, fixed or depending on the request. `counted`: the handler counts itself: in the database, by name and address
 * (sign-in/limits.ts) or by requests to an external service (sources/suggestions.ts), or its open streams (live/live-hub.ts).
 */
export type Costs = CostName | 'counted' | ((request: FastifyRequest) => CostName | undefined)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by routes that are expensive for the server; without it, a request is a plain read or write. */
    costs?: Costs
  }
}

/** The class of a request whose route names none. */
export const plainClass = ({ method }: FastifyRequest): CostName => (method === 'GET' || method === 'HEAD' ? 'read' : 'write')

/** For short lists: searching for text is expensive, paging is not. */
export const whenSearching = ({ query }: FastifyRequest): CostName | undefined => {
  const { search } = (query ?? {}) as { search?: unknown }
  return search === undefined || search === '' ? undefined : 'search'
}

/** Rows of a page that a screen shows; integrations ask for more. */
const SHORT_PAGE = 50

/** For lists of whole documents, a long page of which may be a megabyte; `usual` is the number of rows without a `limit`. */
export function whenLong(usual: number): (request: FastifyRequest) => CostName | undefined {
  return (request) => {
    const { limit = usual } = (request.query ?? {}) as { limit?: unknown }
    return whenSearching(request) ?? (Number(limit) <= SHORT_PAGE ? undefined : 'list')
  }
}

/** Larger than a document's fields; a body without a declared length may have any size. */
const LARGE_BYTES = 64_000

/** For saves that may include files: counts only if the body is large enough to hold one. */
export const whenLarge = ({ headers }: FastifyRequest): CostName | undefined => {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? undefined : 'upload'
  return Number(length) > LARGE_BYTES ? 'upload' : undefined
}

/** Saves of more lines take their turn with the checks of forms. */
const MOST_LINES = 40

/** Whether a body brings so many lines that checking them delays others. */
export function hasManyLines(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const lines = Object.values(body).reduce<number>((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0)
  return lines > MOST_LINES
}
