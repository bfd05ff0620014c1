/**
 * Whether the window is busy, exposed at the root element to tests and tools: `data-busy` names what is under
 * way, and is away once all of it is done and drawn. A fallback says to people that something comes; this also knows of what has
 * none, as a search that waits for the next key or a draft that is being kept.
 */
import type { QueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'

/**
 * `call`: the server is asked. `query`: something is fetched or worked out. `code`: a part of the page is fetched. `page`: the next
 * screen is made ready behind this one. `pause`: typing is let come to rest. `draft`: this browser's store is asked. `action`: an action of a document is done.
 */
export type Work = 'call' | 'query' | 'code' | 'page' | 'pause' | 'draft' | 'action'

/** Counts what is under way and exposes changes of that; when all is done it is exposed only after `afterwards`, and not if anything began meanwhile. */
export class WorkCount {
  readonly #counts = new Map<Work, number>()
  readonly #afterwards: (then: () => void) => void
  #expose: ((kinds: string) => void) | undefined
  #exposed: string | undefined
  #changes = 0

  constructor(afterwards: (then: () => void) => void) {
    this.#afterwards = afterwards
  }

  /** From now on exposes the kinds of work, in the order of their beginning and with blanks between; nothing at rest. */
  exposeTo(expose: (kinds: string) => void): void {
    this.#expose = expose
    this.#changed()
  }

  /** Something begins. Answers how to say that it ended; said again it changes nothing. */
  begin(kind: Work): () => void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1)
    this.#changed()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      const left = (this.#counts.get(kind) ?? 1) - 1
      if (left === 0) this.#counts.delete(kind)
      else this.#counts.set(kind, left)
      this.#changed()
    }
  }

  #changed(): void {
    this.#changes += 1
    const at = this.#changes
    if (this.#counts.size > 0) return this.#exposeKinds([...this.#counts.keys()].join(' '))
    // What came is drawn, and drawing it may ask for more.
    this.#afterwards(() => {
      if (at === this.#changes) this.#exposeKinds('')
    })
  }

  #exposeKinds(kinds: string): void {
    if (kinds === this.#exposed) return
    this.#exposed = kinds
    this.#expose?.(kinds)
  }
}

/** Runs when the window has nothing else to do, twice over: the first time may still have drawn. */
function whenIdle(then: () => void): void {
  const behindAll = (task: () => void): void => {
    // Not every browser has it; a turn of the clock comes close.
    if ('scheduler' in globalThis && 'postTask' in scheduler) void scheduler.postTask(task, { priority: 'background' })
    else setTimeout(task, 50)
  }
  behindAll(() => behindAll(then))
}

const count = new WorkCount(whenIdle)

/** Something of this window begins. Answers how to say that it ended. */
export const beginWork = (kind: Work): (() => void) => count.begin(kind)

/** The window is busy until what is begun here is done or has failed. */
export async function during<T>(kind: Work, work: () => Promise<T>): Promise<T> {
  const end = beginWork(kind)
  try {
    return await work()
  } finally {
    end()
  }
}

/** The window is busy as long as this is drawn with `isOn`. */
export function useWork(kind: Work, isOn = true): void {
  useLayoutEffect(() => (isOn ? beginWork(kind) : undefined), [kind, isOn])
}

/** Keeps `data-busy` of the element, from now on. */
export function exposeWork(root: HTMLElement): void {
  count.exposeTo((kinds) => {
    if (kinds === '') delete root.dataset['busy']
    else root.dataset['busy'] = kinds
  })
}

/** What the client's queries and mutations do is work of the window, until what this answers is called. */
export function countQueries(client: QueryClient): () => void {
  let end: (() => void) | undefined
  const look = (): void => {
    const isWorking = client.isFetching() + client.isMutating() > 0
    if (isWorking) end ??= beginWork('query')
    else {
      end?.()
      end = undefined
    }
  }
  const stops = [client.getQueryCache().subscribe(look), client.getMutationCache().subscribe(look)]
  look()
  return () => {
    for (const stop of stops) stop()
    end?.()
  }
}
