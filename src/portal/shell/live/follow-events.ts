import type { LiveEvent } from '../../../contract/index.ts'
import { openLiveStream } from '../../api/live-stream.ts'
import { currentSession } from '../../api/session.ts'
import { eventReader } from './event-stream.ts'

/** The server says something every 25 seconds; a line that is silent for longer is dead without knowing it. */
const SILENCE = 60_000
const FIRST_WAIT = 1000
const MAX_WAIT = 30_000
/** After a refusal that time does not mend soon: too many streams of this session, or a server that has none. */
const LONG_WAIT = 5 * 60_000
/** A hidden tab gives its connection back: a browser has six of them to a server, and every tab needs one. */
const HIDDEN_FOR = 30_000

export interface LiveHandlers {
  onEvent: (event: LiveEvent) => void
  /** Connected, or not any more. */
  onState: (isConnected: boolean) => void
}

/** Follows the server's events with one connection at a time, again and again until it is stopped. */
export function followEvents({ onEvent, onState }: LiveHandlers): () => void {
  let isStopped = false
  let wait = FIRST_WAIT
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let connection: AbortController | undefined

  const later = (delay: number): void => {
    clearTimeout(timer)
    // Many browsers lose a restarting server at once: they come back one after the other.
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

/** One connection from its beginning to its end: `lost` is worth another, `refused` much later, `ended` not in this session. */
async function listen(connection: AbortController, onOpen: () => void, onEvent: (event: LiveEvent) => void): Promise<'lost' | 'refused' | 'ended'> {
  const session = currentSession()
  if (!session) return 'ended'
  const response = await openLiveStream(session, connection.signal)
  const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!isStream || !response.body) {
    void response.body?.cancel()
    // It ended before the stream was open: nothing else announces that to a window in which nothing is done.
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
