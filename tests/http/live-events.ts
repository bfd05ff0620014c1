/** Reads an event stream as the portal does. */
import type { AddressInfo } from 'node:net'
import type { LiveCounts, LiveEvent } from '../../src/contract/index.ts'
import type { TestApp } from './harness.ts'

const PATIENCE_MS = 20_000

export interface Listener {
  status: number
  headers: Headers
  /** All events so far. */
  events: LiveEvent[]
  /** The number of comments so far. */
  pings: number
  isEnded: boolean
  /** The next event that matches, new or not yet consumed. @throws if none arrives in time */
  next(passes: (event: LiveEvent) => boolean): Promise<LiveEvent>
  /** Resolves when the badges show this, whichever event brought it. */
  shows(counts: LiveCounts): Promise<void>
  /** Resolves when the stream has ended by itself. */
  ended(): Promise<void>
  stop(): void
}

/** Opens a stream on a listening application. */
export async function openStream(app: TestApp, token: string, headers: Record<string, string> = {}): Promise<Listener> {
  const { port } = app.app.server.address() as AddressInfo
  const stopping = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/events/stream`, { headers: { authorization: `Bearer ${token}`, ...headers }, signal: stopping.signal })
  const listener = { status: response.status, headers: response.headers, events: [] as LiveEvent[], pings: 0, isEnded: false }
  let asked = 0
  const reading = read(response, listener).catch(() => undefined).then(() => { listener.isEnded = true })
  return Object.assign(listener, {
    next: (passes: (event: LiveEvent) => boolean): Promise<LiveEvent> => patiently(listener, () => {
      const at = listener.events.findIndex((event, index) => index >= asked && passes(event))
      if (at !== -1) asked = at + 1
      return listener.events[at]
    }),
    async shows({ approvals, unread }: LiveCounts): Promise<void> {
      await patiently(listener, () => {
        const last = listener.events.findLast((event) => event.event === 'sync' || event.event === 'badge')
        return last !== undefined && 'unread' in last.data && last.data.unread === unread && last.data.approvals === approvals ? last : undefined
      })
    },
    async ended(): Promise<void> {
      const late = new Promise((_, reject) => { setTimeout(() => reject(new Error('The stream did not end.')), PATIENCE_MS).unref() })
      await Promise.race([reading, late])
    },
    stop: () => stopping.abort(),
  })
}

async function patiently<T>(listener: { events: LiveEvent[] }, look: () => T | undefined): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const found = look()
    if (found !== undefined) return found
    if (Date.now() > until) throw new Error(`It did not come. What came: ${JSON.stringify(listener.events)}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function read(response: Response, listener: { events: LiveEvent[]; pings: number }): Promise<void> {
  if (!response.ok || response.body === null) {
    // An unread body keeps the connection open, which delays the server's stop.
    await response.text()
    return
  }
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      if (block.startsWith(':')) listener.pings += 1
      else listener.events.push(eventOf(block))
    }
  }
}

function eventOf(block: string): LiveEvent {
  const line = (name: string): string => block.split('\n').find((one) => one.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  return { event: line('event'), data: JSON.parse(line('data')) as unknown } as LiveEvent
}
