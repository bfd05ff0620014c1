/** Counts the requests of each person and company, and gives them their places in the queues of their classes. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Counter } from 'prom-client'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { bucketOf, countHit } from '../store/requests/throttles.ts'
import { COST_CLASSES, COST_NAMES, type CostClass, type CostName, type Rate, type Rates } from './cost-classes.ts'
import { FairTurns, LINE_MOVES_S, type Place, type Requester } from './fair-turns.ts'
import { Occupancy } from './occupancy.ts'
import { TokenBuckets } from './token-buckets.ts'

type Limited = 'person' | 'company'
/** Who shares a turn and a rate; `user` is for the log. */
interface Whose extends Requester { user: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A person or company that is refused repeatedly is logged at most this often. */
const LOG_INTERVAL_MS = MINUTE

/** Counts the use of each person and company. */
export class Meter {
  readonly #services: Services
  readonly #rates: Rates
  readonly #buckets = new TokenBuckets()
  readonly #turns = new Map<CostName, FairTurns>(COST_NAMES.map((name) => [name, new FairTurns(COST_CLASSES[name])]))
  readonly #occupancy = new Occupancy()
  readonly #refused: Counter<'costs' | 'whose'>
  readonly #logged = new Map<string, number>()

  constructor({ services, figures }: FastifyInstance) {
    this.#services = services
    this.#rates = services.config.limits
    this.#refused = figures.costlyRefused
  }

  /**
   * Counts the request and admits it; undefined if the class is not limited. @throws AppError if the person or the company has used up its
   * share
   */
  async enter(name: CostName, { session }: FastifyRequest): Promise<Place | undefined> {
    const rate = this.#rates[name] ?? COST_CLASSES[name].rate
    if (rate === 'off') return undefined
    const { isPerSession }: CostClass = COST_CLASSES[name]
    const user = session.actor.id
    const whose: Whose = { company: session.company.code, person: isPerSession === true ? session.tokenHash : user, user }
    const place = this.#turns.get(name)?.enter(whose) ?? 'person'
    if (typeof place === 'string') throw this.#refusal(name, whose, place, LINE_MOVES_S)
    try {
      await (name === 'mail' ? this.#countMail(whose, rate) : this.#count(name, whose, rate))
      return place
    } catch (error) {
      place.abandon()
      throw error
    }
  }

  /** Counts what the person's request occupied. */
  took({ session }: FastifyRequest, ms: number): void {
    this.#occupancy.add(session.actor.id, ms)
  }

  /** A place in the class `busy` if the request is of a person who occupies the server while others want to be served. */
  laneOf(request: FastifyRequest): Promise<Place | undefined> | undefined {
    return this.#occupancy.givesWay(request.session.actor.id) ? this.enter('busy', request) : undefined
  }

  #count(name: CostName, whose: Whose, rate: Rate): void {
    const asked = [['person', `${name} ${whose.person}`], ['company', `${name} of ${whose.company}`]] as const
    for (const [limited, bucket] of asked) {
      const wait = this.#buckets.wait(bucket, rate[limited])
      if (wait > 0) throw this.#refusal(name, whose, limited, Math.ceil(wait / 1000))
    }
    for (const [limited, bucket] of asked) this.#buckets.take(bucket, rate[limited])
  }

  async #countMail(whose: Whose, rate: Rate): Promise<void> {
    const { database, clock } = this.#services
    for (const [limited, value] of [['person', whose.person], ['company', whose.company]] as const) {
      const isWithin = await countHit(database.kysely, bucketOf(`mail-${limited}`, value), { max: rate[limited], windowMs: HOUR }, clock.now())
      if (!isWithin) throw this.#refusal('mail', whose, limited, HOUR / 1000)
    }
  }

  #refusal(name: CostName, whose: Whose, limited: Limited, seconds: number): AppError {
    this.#refused.inc({ costs: name, whose: limited })
    this.#logLimited(name, whose, limited)
    const { what }: CostClass = COST_CLASSES[name]
    return new AppError(limited === 'person' ? 'asks-too-much' : 'company-asks-too-much', { what, wait: waitOf(seconds), seconds })
  }

  #logLimited(name: CostName, whose: Whose, limited: Limited): void {
    const key = `${name} ${limited} ${limited === 'person' ? whose.user : whose.company}`
    const now = performance.now()
    if (now - (this.#logged.get(key) ?? -Infinity) < LOG_INTERVAL_MS) return
    for (const [known, at] of this.#logged) if (now - at >= LOG_INTERVAL_MS) this.#logged.delete(known)
    this.#logged.set(key, now)
    this.#services.log.warn({ costs: name, limited, user: whose.user, company: whose.company }, 'rate limit exceeded')
  }
}

function waitOf(seconds: number): string {
  if (seconds >= HOUR / 1000) return 'in an hour'
  return seconds <= 1 ? 'in a moment' : `in ${seconds} seconds`
}
