/** Relays hints between the processes that share a PostgreSQL server: NOTIFY through the pool, LISTEN on a dedicated connection. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Hint, HintListener, Relay } from './hints.ts'

const CHANNEL = 'dirisha_hints'
/** Hints within this time are sent together. */
const GATHER_MS = 30
/** PostgreSQL accepts less than 8,000 bytes per payload. */
const MAX_PAYLOAD = 7_000
const FIRST_WAIT_MS = 250
const MAX_WAIT_MS = 15_000
/** A connection that died silently is detected by polling it. */
const ASK_EVERY_MS = 20_000
const ANSWER_WITHIN_MS = 5_000

export interface RelayOptions {
  connectionString: string
  /** Runs a statement on any connection of the pool. */
  notify: (channel: string, payload: string) => Promise<void>
  take: HintListener
  onProblem: (error: Error) => void
}

/**
 * Creates a relay. It connects on `listen`, reconnects whenever the connection is lost, and reports a gap each time the connection opens.
 */
export function createPostgresRelay({ connectionString, notify, take, onProblem }: RelayOptions): Relay {
  const sender = randomUUID()
  let waiting: Hint[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let listening: Listening | undefined
  let isClosed = false

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const hints = waiting
    waiting = []
    for (const payload of payloadsOf(sender, hints)) await notify(CHANNEL, payload).catch(onProblem)
  }

  function receive(payload: string): void {
    const message = readMessage(payload)
    if (message?.from !== sender) take(message?.hints ?? [{ kind: 'gap' }])
  }

  return {
    send(hints) {
      if (isClosed) return
      waiting.push(...hints)
      timer ??= setTimeout(() => { sending = sending.then(flush) }, GATHER_MS)
    },
    listen() {
      if (!isClosed) listening ??= startListening(connectionString, { receive, onProblem, onOpen: () => take([{ kind: 'gap' }]) })
    },
    async rest() {
      const before = listening
      listening = undefined
      await before?.stop()
    },
    async close() {
      isClosed = true
      const before = listening
      listening = undefined
      sending = sending.then(flush)
      await Promise.all([sending, before?.stop()])
    },
  }
}

/**
 * Undefined for a message that does not come from our servers: anyone with access to the database can notify, and a throw here would end
 * the process.
 */
function readMessage(payload: string): { from: string; hints: Hint[] } | undefined {
  try {
    const message = JSON.parse(payload) as { from?: unknown; hints?: unknown } | null
    return typeof message?.from === 'string' && Array.isArray(message.hints) ? { from: message.from, hints: message.hints as Hint[] } : undefined
  } catch {
    return undefined
  }
}

function payloadsOf(from: string, hints: Hint[]): string[] {
  const groups: Hint[][] = []
  let size = 0
  for (const hint of hints) {
    const length = Buffer.byteLength(JSON.stringify(hint)) + 1
    const last = groups.at(-1)
    if (last === undefined || size + length > MAX_PAYLOAD) {
      groups.push([hint])
      size = length
    } else {
      last.push(hint)
      size += length
    }
  }
  return groups.map((group) => JSON.stringify({ from, hints: group }))
}

interface Listening { stop(): Promise<void> }
interface ListeningHooks { receive: (payload: string) => void; onOpen: () => void; onProblem: (error: Error) => void }

function startListening(connectionString: string, { receive, onOpen, onProblem }: ListeningHooks): Listening {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let failures = 0
  let opening: Promise<void> = open()

  async function open(): Promise<void> {
    const fresh = new pg.Client({ connectionString, application_name: 'dirisha-live', connectionTimeoutMillis: ANSWER_WITHIN_MS, query_timeout: ANSWER_WITHIN_MS, keepAlive: true })
    client = fresh
    fresh.on('notification', ({ payload }) => receive(payload ?? ''))
    // Either event may come, or both, and each ends the connection; an error without a listener would end the process.
    fresh.on('error', (error) => lost(fresh, error))
    fresh.on('end', () => lost(fresh, new Error('The connection that listens was closed.')))
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
    } catch (error) {
      lost(fresh, error instanceof Error ? error : new Error(String(error)))
      return
    }
    if (client !== fresh) return
    failures = 0
    onOpen()
    ask(fresh)
  }

  function ask(open: pg.Client): void {
    timer = setTimeout(() => {
      open.query('select 1').then(() => { if (client === open) ask(open) }, (error: Error) => lost(open, error))
    }, ASK_EVERY_MS)
    timer.unref()
  }

  function lost(gone: pg.Client, error: Error): void {
    if (client !== gone) return
    client = undefined
    clearTimeout(timer)
    void gone.end().catch(() => undefined)
    if (isStopped) return
    onProblem(error)
    timer = setTimeout(() => { opening = open() }, Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures))
    timer.unref()
    failures += 1
  }

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await opening
      const last = client
      client = undefined
      clearTimeout(timer)
      await last?.end().catch(() => undefined)
    },
  }
}
