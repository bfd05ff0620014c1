/** The turn of a request: when its handler runs, and when others go on. */
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { COST_CLASSES, type CostClass, type CostName } from './cost-classes.ts'
import { Abandoned, LINE_MOVES_S, type Place } from './fair-turns.ts'
import type { Meter } from './meter.ts'

/** What a request occupies on the server until it is answered. */
export interface Held {
  place: Place
  /** What is requested, as worded in refusals. */
  what: string
  /** A plain write, or one with files. */
  isSave: boolean
  /** Of a class that gives way to others. */
  givesWay: boolean
  /** Ends its turn, if it was taken before the body was read. */
  leave?: () => void
  /** Called when the response is ready to be sent. */
  isAnswered?: () => void
  /** Answered or abandoned. */
  isOver: boolean
  /** A turn of another class that it takes within its own. */
  within?: Held
  /** Its place in the class `busy`, and what ends its turn there until the work begins. */
  lane?: Place
  leaveLane?: () => void
}

/** What a request does in its turn. */
export interface Work {
  /** How long it waits for a turn, in milliseconds. */
  turnMs: number
  handle: () => unknown
  /** Called with the milliseconds that it occupied the server. */
  took: (ms: number) => void
  /** A place in the class `busy`, if its person is. */
  whileBusy: () => Promise<Place | undefined> | undefined
}

/**
 * Runs the handler in a turn of another class, for which the request gives up its own, as others wait for that. A turn in which the body was
 * read is kept, because it limits how many large bodies are in memory.
 */
export async function withOtherTurn(mine: Held, name: CostName, { meter, request, work }: { meter: Meter; request: FastifyRequest; work: Work }): Promise<unknown> {
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
export async function inTurn(mine: Held, work: Work): Promise<unknown> {
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
export async function beginOrGiveWay(mine: Held, { turnMs, whileBusy }: Pick<Work, 'turnMs' | 'whileBusy'>): Promise<() => void> {
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
export function release(mine: Held): void {
  mine.isOver = true
  if (mine.within !== undefined) release(mine.within)
  mine.place.abandon()
  mine.leave?.()
  mine.lane?.abandon()
  mine.leaveLane?.()
}
