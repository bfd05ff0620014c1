/**
 * Whether the window is busy, exposed to tests and tools on the root element: `data-busy` names the work in progress, and is absent once
 * all of it is done and rendered. Unlike a fallback on screen, it also covers invisible work, such as a debounced search or a draft being
 * stored.
 */
import type { QueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'

/**
 * `call`: a call to the server. `query`: a query or mutation. `code`: a part of the page is loading. `page`: the next screen is being
 * prepared behind the current one. `picture`: a picture is made smaller. `pause`: debounced typing. `draft`: access to this browser's storage. `action`: an action of a document
 * is running. `question`: the key that dismissed a question still reaches the dialog beneath, which does not ask again until then.
 */
export type Work = 'call' | 'query' | 'code' | 'page' | 'picture' | 'pause' | 'draft' | 'action' | 'question'

/** Counts the work in progress and exposes changes. Idle is exposed only after `afterwards`, and only if nothing began meanwhile. */
export class WorkCount {
  readonly #counts = new Map<Work, number>()
  readonly #afterwards: (then: () => void) => void
  #expose: ((kinds: string) => void) | undefined
  #exposed: string | undefined
  #changes = 0

  constructor(afterwards: (then: () => void) => void) {
    this.#afterwards = afterwards
  }

  /** From now on exposes the kinds of work in progress, space-separated, in the order in which they began; '' when idle. */
  exposeTo(expose: (kinds: string) => void): void {
    this.#expose = expose
    this.#changed()
  }

  /** Whether nothing is in progress. */
  get isAtRest(): boolean {
    return this.#counts.size === 0
  }

  /** Begins work. Returns a function that ends it; calling it again has no effect. */
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
    // The results still have to be rendered, and rendering may begin more work.
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

/** Runs `then` when the window is idle, checked twice: there may still have been rendering the first time. */
function whenIdle(then: () => void): void {
  const behindAll = (task: () => void): void => {
    // Not every browser has it; a timeout comes close.
    if ('scheduler' in globalThis && 'postTask' in scheduler) void scheduler.postTask(task, { priority: 'background' })
    else setTimeout(task, 50)
  }
  behindAll(() => behindAll(then))
}

const count = new WorkCount(whenIdle)

/** Begins work of this window. Returns a function that ends it. */
export const beginWork = (kind: Work): (() => void) => count.begin(kind)

/** Whether this window is not working on anything. */
export const isAtRest = (): boolean => count.isAtRest

/** The window is busy until `work` has settled. */
export async function trackWork<T>(kind: Work, work: () => Promise<T>): Promise<T> {
  const end = beginWork(kind)
  try {
    return await work()
  } finally {
    end()
  }
}

/** The window is busy while this is mounted with `isOn`. */
export function useWork(kind: Work, isOn = true): void {
  useLayoutEffect(() => (isOn ? beginWork(kind) : undefined), [kind, isOn])
}

/** Keeps `data-busy` of the element up to date from now on. */
export function exposeWork(root: HTMLElement): void {
  count.exposeTo((kinds) => {
    if (kinds === '') delete root.dataset['busy']
    else root.dataset['busy'] = kinds
  })
}

/** Counts the client's queries and mutations as work of the window. Returns a function that stops it. */
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
