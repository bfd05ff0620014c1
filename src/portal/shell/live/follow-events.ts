import type { LiveEvent } from '../../../contract/index.ts'
import { openLiveStream } from '../../api/live-stream.ts'
import { currentSession } from '../../api/session.ts'
import { eventReader } from './event-stream.ts'

/** The server sends something every 25 seconds; a connection that is silent for longer is dead. Milliseconds. */
const SILENCE = 60_000
const FIRST_WAIT = 1000
const MAX_WAIT = 30_000
/** After a refusal that will not resolve soon: too many streams of this session, or a server without events. */
const LONG_WAIT = 5 * 60_000
/** A hidden tab closes its connection: a browser has six per server, and every tab needs one. */
const HIDDEN_FOR = 30_000

export interface LiveHandlers {
  onEvent: (event: LiveEvent) => void
  /** Called with whether the stream is connected. */
  onState: (isConnected: boolean) => void
}

/** Follows the server's events over one connection at a time, reconnecting until stopped. */
export function followEvents({ onEvent, onState }: LiveHandlers): () => void {
  let isStopped = false
  let wait = FIRST_WAIT
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let connection: AbortController | undefined

  const later = (delay: number): void => {
    clearTimeout(timer)
    // Jittered: many browsers lose a restarting server at the same time.
    timer = setTimeout(() => void connect(), delay * (0.75 + Math.random() / 2))
  }
  const connect = async (): Promise<void> => {
    if (isStopped || connection || document.visibilityState === 'hidden') return
    clearTimeout(timer)
    connection = new AbortController()
    const next = await listen(connection, () => {
      wait = FIRST_WAIT
      onState(true)
    }, onEvent).catch(() => 'lost' as const)
    connection = undefined
    onState(false)
    if (isStopped || next === 'ended') return
    later(next === 'refused' ? LONG_WAIT : wait)
    wait = Math.min(wait * 2, MAX_WAIT)
  }
  const now = (): void => {
    wait = FIRST_WAIT
    void connect()
  }
  const seen = (): void => {
    clearTimeout(hiding)
    if (document.visibilityState === 'visible') now()
    else hiding = setTimeout(() => connection?.abort(), HIDDEN_FOR)
  }
  document.addEventListener('visibilitychange', seen)
  window.addEventListener('online', now)
  void connect()
  return () => {
    isStopped = true
    clearTimeout(timer)
    clearTimeout(hiding)
    document.removeEventListener('visibilitychange', seen)
    window.removeEventListener('online', now)
    connection?.abort()
  }
}

/** Runs one connection to its end. After `lost` reconnect, after `refused` much later, after `ended` not in this session. */
async function listen(connection: AbortController, onOpen: () => void, onEvent: (event: LiveEvent) => void): Promise<'lost' | 'refused' | 'ended'> {
  const session = currentSession()
  if (!session) return 'ended'
  const response = await openLiveStream(session, connection.signal)
  const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) {
    void response.body?.cancel()
    // The session ended before the stream opened; an idle window would not notice otherwise.
    if (response.status === 401) {
      onEvent({ event: 'end', data: { reason: 'session' } })
      return 'ended'
    }
    return response.status >= 500 ? 'lost' : 'refused'
  }
  onOpen()
  const read = eventReader()
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  for (;;) {
    const silence = setTimeout(() => connection.abort(), SILENCE)
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return 'lost'
    for (const { event, data } of read(decoder.decode(value, { stream: true }))) {
      const liveEvent = { event, data: JSON.parse(data) as unknown } as LiveEvent
      onEvent(liveEvent)
      if (liveEvent.event === 'end' && liveEvent.data.reason === 'session') return 'ended'
    }
  }
}
