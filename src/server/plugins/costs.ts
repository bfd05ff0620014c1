/**
 * Limits for requests, per person and per company. The class of an expensive one is declared in the route's config; others share the
 * classes of plain reads and writes. Rates are checked before the body is read. A turn is taken before the handler runs or, if the body may
 * be large, before it is read. Each process counts by itself, since it is its own processor that is shared; mails are counted in the
 * database, for all processes together.
 */
import { Readable } from 'node:stream'
import plugin from 'fastify-plugin'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { COST_CLASSES, hasManyLines, plainClass, type CostClass, type Costs } from '../limits/cost-classes.ts'
import { Meter } from '../limits/meter.ts'
import { beginOrGiveWay, inTurn, release, withOtherTurn, type Held, type Work } from '../limits/request-turn.ts'
import type { RequestTimeouts } from '../limits/request-timeouts.ts'
import type { Session } from '../services.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while its body is read during a turn that others wait for: gives the turn to them, until the body has arrived. */
    yieldTurn: (() => void) | undefined
  }
}

interface Limits { meter: Meter; held: WeakMap<FastifyRequest, Held>; patience: Readonly<RequestTimeouts> }

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
    mine.leave = await beginOrGiveWay(mine, { turnMs: patience.turnMs, whileBusy: () => (mine.givesWay ? meter.laneOf(request) : undefined) })
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
      whileBusy: () => (mine.givesWay ? meter.laneOf(request) : undefined),
    }
    return mine.isSave && hasManyLines(request.body) ? withOtherTurn(mine, 'form', { meter, request, work }) : inTurn(mine, work)
  }
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
