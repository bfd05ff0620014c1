/**
 * Limits for requests, per person and per company. The class of an expensive one is declared in the route's config; others share the
 * classes of plain reads and writes. Rates are checked before the body is read. A turn is taken before the handler runs or, if the body may
 * be large, before it is read. Each process counts by itself, since it is its own processor that is shared; mails are counted in the
 * database, for all processes together.
 */
import { Readable } from 'node:stream'
import plugin from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Counter } from 'prom-client'
import { AppError } from '../errors.ts'
import { COST_CLASSES, COST_NAMES, hasManyLines, plainClass, type CostClass, type CostName, type Costs, type Rate, type Rates } from '../limits/cost-classes.ts'
import { Abandoned, FairTurns, type Place, type Requester } from '../limits/fair-turns.ts'
import { Occupancy } from '../limits/occupancy.ts'
import type { RequestTimeouts } from '../limits/request-timeouts.ts'
import { TokenBuckets } from '../limits/token-buckets.ts'
import type { Services, Session } from '../services.ts'
import { bucketOf, countHit } from '../store/requests/throttles.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while its body is read during a turn that others wait for: gives the turn to them, until the body has arrived. */
    yieldTurn: (() => void) | undefined
  }
}

/** What a request occupies on the server until it is answered. */
interface Held { place: Place; /** What is requested, as worded in refusals. */ what: string; /** A plain write, or one with files. */ isSave: boolean; /** Of a class that gives way to others. */ givesWay: boolean; /** Ends its turn, if it was taken before the body was read. */ leave?: () => void; /** Called when the response is ready to be sent. */ isAnswered?: () => void; /** Answered or abandoned. */ isOver: boolean; /** A turn of another class that it takes within its own. */ within?: Held; /** Its place in the class `busy`, and what ends its turn there until the work begins. */ lane?: Place; leaveLane?: () => void }
/** What a request does in its turn. */
interface Work { /** How long it waits for a turn, in milliseconds. */ turnMs: number; handle: () => unknown; /** Called with the milliseconds that it occupied the server. */ took: (ms: number) => void; /** A place in the class `busy`, if its person is. */ whileBusy: () => Promise<Place | undefined> | undefined }
interface Limits { meter: Meter; held: WeakMap<FastifyRequest, Held>; patience: Readonly<RequestTimeouts> }
type Limited = 'person' | 'company'
/** Who shares a turn and a rate; `user` is for the log. */
interface Whose extends Requester { user: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The Retry-After of a request that finds the queue full. */
const LINE_MOVES_S = 5
/** A person or company that is refused repeatedly is logged at most this often. */
const LOG_INTERVAL_MS = MINUTE

/** Must be registered before the routes, because it modifies them as they are registered. */
export const costsPlugin = plugin<{ patience: Readonly<RequestTimeouts> }>(
  (app, { patience }, done) => {
    const meter = new Meter(app)
    const held = new WeakMap<FastifyRequest, Held>()
    app.decorateRequest('yieldTurn', undefined)
    app.addHook('onRoute', (route) => {
      const { costs } = route.config ?? {}
      if (costs !== 'counted') limitRoute(route, costs, { meter, held, patience })
    })
    done()
  },
  { name: 'costs', dependencies: ['session', 'metrics'], fastify: '5.x' },
)

/** Adds the limits before and around the route's handler. */
function limitRoute(route: RouteOptions, costs: Exclude<Costs, 'counted'> | undefined, { meter, held, patience }: Limits): void {
  const { handler } = route
  const large = new WeakSet<FastifyRequest>()
  route.onRequest = [...[route.onRequest ?? []].flat(), async (request: FastifyRequest, reply: FastifyReply) => {
    // On public routes, and where a session is optional.
    if ((request.session as Session | undefined) === undefined) return
    const name = (typeof costs === 'function' ? costs(request) : costs) ?? plainClass(request)
    const place = await meter.enter(name, request)
    if (place === undefined) return
    const { what, hasLargeBody, givesWay }: CostClass = COST_CLASSES[name]
    const mine: Held = { place, what, isSave: name === 'write' || name === 'upload', givesWay: givesWay === true, isOver: false }
    held.set(request, mine)
    onceOver(request, reply, () => release(mine))
    if (hasLargeBody === true) large.add(request)
  }]
  // After the route's own hooks, which may refuse the request.
  route.preParsing = [...[route.preParsing ?? []].flat(), async (request: FastifyRequest) => {
    const mine = held.get(request)
    if (mine === undefined || !large.has(request)) return
    mine.leave = await beginOrGiveWay(mine, { turnMs: patience.turnMs, whileBusy: () => meter.laneOf(mine, request) })
    // The request was abandoned at the moment its turn came.
    if (mine.isOver) mine.leave()
    request.yieldTurn = () => {
      // The handler has begun, or the request is over.
      if (mine.leave === undefined) return
      delete mine.leave
      mine.place.yield()
    }
  }]
  // Before compression turns every response into a stream.
  route.onSend = [async (request: FastifyRequest, _reply: FastifyReply, payload: unknown) => {
    const mine = held.get(request)
    if (mine !== undefined && !(payload instanceof Readable)) {
      mine.within?.isAnswered?.()
      mine.isAnswered?.()
      // A request refused before its handler ran no longer needs its turn.
      release(mine)
    }
    return payload
  }, ...[route.onSend ?? []].flat()]
  // Not async, which would make Fastify answer for handlers that send their response later, such as those of files (none has a session).
  route.handler = function (request, reply) {
    const mine = held.get(request)
    const handle = (): unknown => handler.call(this, request, reply)
    if (mine === undefined) return handle()
    const work: Work = {
      turnMs: patience.turnMs, handle, took: (ms) => meter.took(request, ms),
      whileBusy: () => meter.laneOf(mine, request),
    }
    return mine.isSave && hasManyLines(request.body) ? withOtherTurn(mine, 'form', { meter, request, work }) : inTurn(mine, work)
  }
}

/**
 * Runs the handler in a turn of another class, for which the request gives up its own, as others wait for that. A turn in which the body was
 * read is kept, because it limits how many large bodies are in memory.
 */
async function withOtherTurn(mine: Held, name: CostName, { meter, request, work }: { meter: Meter; request: FastifyRequest; work: Work }): Promise<unknown> {
  const place = await meter.enter(name, request)
  if (place === undefined) return inTurn(mine, work)
  const { what }: CostClass = COST_CLASSES[name]
  if (mine.leave !== undefined) {
    const inner: Held = { ...mine, place, what }
    delete inner.leave
    mine.within = inner
    if (inner.isOver) place.abandon()
    // Only the inner one counts what it took.
    return inTurn(mine, { ...work, handle: () => inTurn(inner, work), took: () => undefined })
  }
  mine.place.abandon()
  Object.assign(mine, { place, what })
  if (mine.isOver) place.abandon()
  return inTurn(mine, work)
}

/** Runs the handler in the turn of its request, which begins now unless it was taken before the body was read and is still held. */
async function inTurn(mine: Held, work: Work): Promise<unknown> {
  const { leave } = mine
  // If the client has disconnected meanwhile, its turn has ended already; from here on, the turn ends with the work.
  if (leave !== undefined && mine.isOver) throw new Abandoned()
  delete mine.leave
  const end = leave ?? (await beginOrGiveWay(mine, work))
  const { leaveLane } = mine
  delete mine.leaveLane
  // A client that reads its response slowly must not block the others. A stream, however, is produced while it is read.
  const answered = new Promise<void>((resolve) => { mine.isAnswered = resolve })
  const began = performance.now()
  let result: unknown
  try {
    result = work.handle()
    await Promise.race([result, answered])
  } finally {
    work.took(performance.now() - began)
    end()
    leaveLane?.()
  }
  return result
}

/**
 * Waits for the request's turn and returns the function that ends it. If its person is busy by then, it gives the turn to others, and waits
 * for one of the class `busy` first. Asked as late as this because many requests may have waited since before the person was busy.
 */
async function beginOrGiveWay(mine: Held, { turnMs, whileBusy }: Pick<Work, 'turnMs' | 'whileBusy'>): Promise<() => void> {
  const end = await beginInTime(mine, turnMs)
  try {
    const lane = mine.lane === undefined ? await whileBusy() : undefined
    if (lane === undefined) return end
    mine.place.yield()
    mine.lane = lane
    if (mine.isOver) lane.abandon()
    mine.leaveLane = await beginInTime({ ...mine, place: lane, what: COST_CLASSES.busy.what }, turnMs)
  } catch (error) {
    end()
    throw error
  }
  return beginInTime(mine, turnMs)
}

/** Waits for the request's turn and returns the function that ends it. @throws AppError no-turn if the turn does not come in time */
async function beginInTime(mine: Held, longestMs: number): Promise<() => void> {
  const waited = setTimeout(() => mine.place.abandon(), longestMs)
  try {
    return await mine.place.begin()
  } catch (error) {
    throw error instanceof Abandoned && !mine.isOver ? new AppError('no-turn', { what: mine.what, seconds: LINE_MOVES_S }) : error
  } finally {
    clearTimeout(waited)
  }
}

/** Releases what the request still occupies. Work in progress ends its turn by itself. */
function release(mine: Held): void {
  mine.isOver = true
  if (mine.within !== undefined) release(mine.within)
  mine.place.abandon()
  mine.leave?.()
  mine.lane?.abandon()
  mine.leaveLane?.()
}

/**
 * Calls back when the response is sent or the connection is gone: a response queued behind another on the same connection gets no close
 * event then.
 */
function onceOver({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, over: () => void): void {
  const end = (): void => {
    raw.off('close', end)
    socket.off('close', end)
    over()
  }
  // One listener for each request pipelined over the connection.
  socket.setMaxListeners(0)
  raw.once('close', end)
  socket.once('close', end)
  if (socket.destroyed) end()
}

/** Counts the use of each person and company. */
class Meter {
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
  laneOf({ givesWay }: Held, request: FastifyRequest): Promise<Place | undefined> | undefined {
    return givesWay && this.#occupancy.givesWay(request.session.actor.id) ? this.enter('busy', request) : undefined
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
