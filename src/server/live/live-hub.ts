/**
 * Manages the open event streams of this process and the events they send. It receives hints of commits, in this process or another (see
 * store/connection/hints.ts), and reads from the database what each person may see. It also rechecks periodically, so that a lost hint is made up for
 * within seconds.
 */
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { LiveCounts, NotificationKind } from '../../contract/index.ts'
import { APPROVER } from '../../core/index.ts'
import { approverNumber, holderOf } from '../commands/context.ts'
import { AppError } from '../errors.ts'
import { yieldIfBusy } from '../in-pieces.ts'
import type { Services, Session } from '../services.ts'
import { endOf, readSessions } from '../sign-in/establish-session.ts'
import { readChanged } from '../store/documents/changed-documents.ts'
import type { Hint } from '../store/connection/hints.ts'
import { liveCounts } from '../store/delivery/notifications.ts'
import { sessionTimes } from '../store/sign-in/sessions.ts'
import { LiveStream } from './live-stream.ts'
import { changeFilterFor, type Changed } from './change-filter.ts'

/** A browser opens at most six connections to an HTTP/1.1 server, and API calls need some of them. */
const MAX_PER_SESSION = 4
const HEARTBEAT_MS = 25_000
/**
 * Each stream's session is reread every this many heartbeats, a part of the streams at each, so that a lost hint does not leave anyone with
 * outdated permissions for long.
 */
const HEARTBEATS_UNTIL_RECHECK = 4
/** Commits within this time are announced together. */
const GATHER_MS = 40
/** If more documents than this change at once, they are not announced one by one. */
const MAX_DOCUMENTS = 50
/** Streams processed before other requests get a turn: with thousands open, nobody waits for all of them. */
const AT_ONCE = 25
/** If more streams than this must reload, they spread out: each makes some ten calls. */
const FEW = 50
const SPREAD_MS = 5
const MAX_TIMER_MS = 2 ** 31 - 1

declare module 'fastify' {
  interface FastifyInstance { live: LiveHub }
}

type DocumentHint = Extract<Hint, { kind: 'document' }>

/** The event streams of one application. Listens for hints only once the first stream is opened. */
export class LiveHub {
  readonly #services: Services
  readonly #streams = new Set<LiveStream>()
  #unlisten: (() => Promise<void>) | undefined
  #heartbeatTimer: NodeJS.Timeout | undefined
  #heartbeats = 0
  #heard: Hint[] = []
  #timer: NodeJS.Timeout | undefined
  /** Queue of notification rounds, run one after the other. */
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(services: Services) {
    this.#services = services
  }

  /** Number of open streams. */
  get size(): number {
    return this.#streams.size
  }

  /** Opens a stream for the session and sends its first event. @throws AppError too-many-streams, unavailable */
  open(session: Session): LiveStream {
    if (this.#isClosed) throw new AppError('unavailable')
    const own = [...this.#streams].filter((one) => one.session.tokenHash === session.tokenHash)
    if (own.length >= MAX_PER_SESSION) throw new AppError('too-many-streams')
    const stream: LiveStream = new LiveStream(session, () => void this.#then(() => this.#sync([stream])))
    this.#streams.add(stream)
    stream.readable.once('close', () => {
      clearTimeout(stream.timer)
      this.#streams.delete(stream)
    })
    this.#unlisten ??= this.#services.database.hints.listen((hints) => this.#hear(hints))
    this.#heartbeatTimer ??= setInterval(() => void this.heartbeat(), HEARTBEAT_MS).unref()
    void this.#then(async () => {
      await this.#recheck([stream])
      await this.#sync([stream])
    })
    return stream
  }

  /** Runs every 25 seconds: keeps connections open, closes streams whose session has ended, and corrects counts. */
  heartbeat(): Promise<void> {
    return this.#then(async () => {
      const streams = [...this.#streams]
      for (const stream of streams) stream.ping()
      const times = await sessionTimes(this.#services.database.kysely, [...new Set(streams.map((one) => one.session.tokenHash))], this.#services.clock.now())
      for (const stream of streams) this.#keep(stream, times.get(stream.session.tokenHash))
      this.#heartbeats += 1
      await this.#refresh(streams.filter((_, index) => index % HEARTBEATS_UNTIL_RECHECK === this.#heartbeats % HEARTBEATS_UNTIL_RECHECK))
      await this.#count(streams, (stream, counts) => {
        if (!isDeepStrictEqual(counts, stream.counts)) sendBadge(stream, counts)
      })
    })
  }

  /** Closes every stream; no more can be opened afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#heartbeatTimer)
    clearTimeout(this.#timer)
    for (const stream of this.#streams) stream.end('stopping')
    await this.#work
    await this.#unlisten?.()
  }

  #then(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((error: unknown) => this.#services.log.warn({ err: error }, 'live events could not be sent; the next poll sends them'))
    return this.#work
  }

  #hear(hints: Hint[]): void {
    if (this.#isClosed || this.#streams.size === 0) return
    this.#heard.push(...hints)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const heard = this.#heard
      this.#heard = []
      void this.#then(() => this.#notify(heard))
    }, GATHER_MS)
  }

  async #notify(hints: Hint[]): Promise<void> {
    const of = <K extends Hint['kind']>(kind: K): Extract<Hint, { kind: K }>[] => hints.filter((hint): hint is Extract<Hint, { kind: K }> => hint.kind === kind)
    const hasGap = of('gap').length > 0
    if (hasGap) {
      await this.#recheck([...this.#streams])
      return this.#sync([...this.#streams])
    }
    await this.#refresh(this.#concerned(of('session'), of('document')))
    await this.#notifyOfSettings(of('settings').map(({ company }) => company))
    for (const { company } of of('many')) await this.#sync(this.#streamsIn(company))
    const counted = new Set<LiveStream>()
    for (const hint of [...of('notification'), ...of('read')]) {
      for (const stream of this.#streamsOf(hint)) {
        counted.add(stream)
        if (hint.kind === 'notification') stream.send({ event: 'notification', data: { id: hint.id, kind: hint.of as NotificationKind } })
      }
    }
    for (const company of new Set(of('document').map((hint) => hint.company))) {
      for (const stream of await this.#notifyOfChanges(company, of('document').filter((hint) => hint.company === company))) counted.add(stream)
    }
    // Also if the counts are those of the last event: the portal may have read others meanwhile, in the answer to a call.
    await this.#count([...counted], sendBadge)
  }

  /** Row rules read settings, so recompute what each person may see and have their tabs reload. */
  async #notifyOfSettings(companies: string[]): Promise<void> {
    const streams = [...this.#streams].filter(({ session }) => companies.includes(session.company.code))
    await this.#recheck(streams)
    await this.#sync(streams)
  }

  /** Streams of people whose session ended or whose access changed, including through their employee record, which rules read. */
  #concerned(sessions: { user: string }[], documents: DocumentHint[]): LiveStream[] {
    const users = new Set(sessions.map((hint) => hint.user))
    const { employees } = this.#services.engines.base().catalogue.organisation
    const records = new Set(documents.filter((hint) => hint.type === employees?.type).map((hint) => `${hint.company} ${hint.key}`))
    return [...this.#streams].filter(({ session: { actor, company } }) => users.has(actor.id) || (actor.employee !== undefined && records.has(`${company.code} ${actor.employee}`)))
  }

  #streamsOf({ company, user }: { company: string; user: string }): LiveStream[] {
    return [...this.#streams].filter(({ session }) => session.actor.id === user && session.company.code === company)
  }

  #streamsIn(company: string): LiveStream[] {
    return [...this.#streams].filter(({ session }) => session.company.code === company)
  }

  /** Notifies the company's people of changes they may see. Returns the streams of people whose approvals may have changed. */
  async #notifyOfChanges(company: string, hints: DocumentHint[]): Promise<LiveStream[]> {
    const there = this.#streamsIn(company)
    if (there.length === 0) return []
    const latest = new Map(hints.map((hint) => [`${hint.type} ${hint.key}`, hint]))
    if (latest.size > MAX_DOCUMENTS) {
      await this.#sync(there)
      return []
    }
    const { kysely } = this.#services.database
    const changed: Changed[] = []
    for (const { type, key, owner, by } of latest.values()) changed.push({ type, key, owner, by, ...(await readChanged(kysely, { company, type, key })) })
    await this.#refresh(there.filter(({ session }) => changed.some((one) => isGained(one, session) || isLost(one, session))))
    // Read again: streams of ended sessions have been closed meanwhile.
    const streams = this.#streamsIn(company)
    for (const stream of streams) {
      const mayKnow = changeFilterFor(this.#services, stream.session)
      for (const one of changed) {
        await yieldIfBusy()
        if (mayKnow(one) && this.#streams.has(stream)) stream.send({ event: 'changed', data: { type: one.type, key: one.key } })
      }
    }
    // An entry no longer names the person who handed it on, but that person made the change.
    const isParty = (stream: LiveStream): boolean => changed.some(({ approvers, by }) => by === stream.session.actor.id || namesOf(stream.session).some((name) => approvers.has(name)))
    return streams.filter(isParty)
  }

  /** Rereads the sessions. Where permissions changed, menus and screens do too, so the tab is made to reload. */
  async #refresh(streams: LiveStream[]): Promise<void> {
    await this.#sync(await this.#recheck(streams))
  }

  /**
   * Rereads the sessions and their people's permissions, and closes streams of ended sessions. Returns the streams whose current user
   * changed in any way.
   */
  async #recheck(streams: LiveStream[]): Promise<LiveStream[]> {
    const others: LiveStream[] = []
    for (const some of partsOf(streams, AT_ONCE)) {
      const known = await readSessions(this.#services, new Map(some.map(({ session: { tokenHash, ip } }) => [tokenHash, ip])))
      for (const stream of some.filter((one) => this.#streams.has(one))) {
        const read = known.get(stream.session.tokenHash)
        if (read !== undefined) {
          if (!isDeepStrictEqual(read.session.actor, stream.session.actor)) others.push(stream)
          stream.session = read.session
        }
        // Anyone who still has to set up an authenticator receives no events.
        this.#keep(stream, read?.session.needsAuthenticator === true ? undefined : read)
      }
      await setImmediate()
    }
    return others
  }

  /** Sets the timer for the session's end, or closes the stream if there is no session. */
  #keep(stream: LiveStream, times: { seenAt: Date; expiresAt: Date } | undefined): void {
    clearTimeout(stream.timer)
    const left = times === undefined ? -1 : endOf(times).getTime() - this.#services.clock.now().getTime()
    if (left < 0) {
      stream.end('session')
      this.#streams.delete(stream)
      return
    }
    stream.timer = setTimeout(() => void this.#then(() => this.#refresh([stream])), Math.min(left + 1, MAX_TIMER_MS)).unref()
  }

  async #sync(streams: LiveStream[]): Promise<void> {
    const within = streams.length <= FEW ? 0 : streams.length * SPREAD_MS
    await this.#count(streams, (stream, counts) => stream.send({ event: 'sync', data: { ...counts, within } }))
  }

  async #count(streams: LiveStream[], send: (stream: LiveStream, counts: LiveCounts) => void): Promise<void> {
    const open = streams.filter((stream) => this.#streams.has(stream))
    for (const some of partsOf(open, AT_ONCE)) {
      const counts = await liveCounts(this.#services.database.kysely, some.map(({ session }) => ({ company: session.company.code, holder: holderOf(session), userId: session.actor.id })))
      some.forEach((stream, index) => {
        const counted = counts[index]
        if (counted === undefined) return
        send(stream, counted)
        stream.counts = counted
      })
      await setImmediate()
    }
  }
}

function sendBadge(stream: LiveStream, counts: LiveCounts): void {
  stream.send({ event: 'badge', data: counts })
}

function* partsOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/** Approver numbers that concern the person: their own and those of the people they decide for. */
function namesOf(session: Session): string[] {
  const { number, delegations } = holderOf(session)
  return [number, ...delegations.map(({ of }) => of)]
}

/** Whether an entry names a person who is not an approver yet and becomes one by it. */
function isGained({ approvers }: Changed, session: Session): boolean {
  return !session.actor.roles.includes(APPROVER) && approvers.has(approverNumber(session))
}

/** Whether a deleted document may have held the only entry of a person who is an approver only through entries. */
function isLost({ record }: Changed, { actor }: Session): boolean {
  return record === undefined && actor.roles.includes(APPROVER) && !actor.isApprover
}
