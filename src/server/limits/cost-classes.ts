/** What costs the server much, and how much of it a person and a company may have. A route says its class in its config: `costs`. */
import type { FastifyRequest } from 'fastify'

/** How often, by person and by company: a minute, of what is mailed an hour. */
export interface Rate { person: number; company: number }

export interface CostClass {
  /** What is asked for, in a sentence: "more prints than …". */
  what: string
  rate: Rate
  /** How many one server works on at the same time; the others wait for their turn. */
  atOnce: { server: number; company: number; person: number }
  /** How many may wait for their turn. Further ones are refused. */
  waiting: { company: number; person: number }
  /** Is done in the server's own thread, which between two of them is left to everybody else for as long as the last one took. */
  rests?: true
  /** Costs from its body on: its turn comes before that is read. */
  hasLargeBody?: true
}

/**
 * The defaults are far above what people do: thirty vouchers printed in a minute, a word typed into a search, a gallery of files
 * opened at once. Prints are put together here and drawn in a thread of their own, one by one. What is worked out in the server's own (previews) is done
 * one by one, with a rest in which others are answered; what the database does leaves connections for everybody else.
 */
export const COST_CLASSES = {
  print: { what: 'prints', rate: { person: 60, company: 240 }, atOnce: { server: 1, company: 1, person: 1 }, waiting: { company: 60, person: 15 } },
  search: { what: 'searches', rate: { person: 120, company: 1200 }, atOnce: { server: 4, company: 3, person: 2 }, waiting: { company: 200, person: 15 } },
  figures: { what: 'figures', rate: { person: 240, company: 2400 }, atOnce: { server: 4, company: 3, person: 2 }, waiting: { company: 200, person: 15 } },
  file: { what: 'files', rate: { person: 240, company: 2400 }, atOnce: { server: 8, company: 6, person: 4 }, waiting: { company: 200, person: 30 } },
  upload: { what: 'uploads', rate: { person: 60, company: 600 }, atOnce: { server: 8, company: 6, person: 2 }, waiting: { company: 60, person: 6 }, hasLargeBody: true },
  bulk: { what: 'bulk approvals', rate: { person: 20, company: 120 }, atOnce: { server: 4, company: 2, person: 1 }, waiting: { company: 20, person: 3 } },
  preview: { what: 'looks at adjustments', rate: { person: 120, company: 240 }, atOnce: { server: 1, company: 1, person: 1 }, waiting: { company: 20, person: 6 }, rests: true },
  // Counted in the database: a mail is one whichever server it leaves.
  mail: { what: 'mails', rate: { person: 200, company: 1000 }, atOnce: { server: 8, company: 6, person: 4 }, waiting: { company: 60, person: 30 } },
} as const satisfies Record<string, CostClass>

export type CostName = keyof typeof COST_CLASSES
export const COST_NAMES = Object.keys(COST_CLASSES) as CostName[]

/** Rates that an installation has otherwise; `off`: no limit, of turns neither. */
export type Rates = Partial<Record<CostName, Rate | 'off'>>

/**
 * What a route costs: always, or by what a request asks for. `counted`: its handler counts in the database by itself, by name and
 * address (sign-in/limits.ts) or by what a service elsewhere is asked (sources/suggestions.ts).
 */
export type Costs = CostName | 'counted' | ((request: FastifyRequest) => CostName | undefined)

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What costs the server much says so. */
    costs?: Costs
  }
}

/** Of a list: looking for a text costs, turning its pages does not. */
export const whenSearching = ({ query }: FastifyRequest): CostName | undefined => {
  const { search } = (query ?? {}) as { search?: unknown }
  return search === undefined || search === '' ? undefined : 'search'
}

/** More than fields have; what does not say how long it is may be any length. */
const LARGE_BYTES = 64_000

/** Of a save that may bring files: only where it does. */
export const whenLarge = ({ headers }: FastifyRequest): CostName | undefined => {
  const length = headers['content-length']
  if (length === undefined) return headers['transfer-encoding'] === undefined ? undefined : 'upload'
  return Number(length) > LARGE_BYTES ? 'upload' : undefined
}
