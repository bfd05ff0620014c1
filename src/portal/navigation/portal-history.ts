/**
 * The browser's history in the form that the router needs, with a guard: before unsaved input is left, by a link or the Back button, the
 * user is asked. The router's own guard requires its data layer, which we do not use and which is larger than all other routing code.
 */
import type { Location, NavigationType, Navigator, Path, To } from 'react-router-dom'

export interface Place { location: Location; action: `${NavigationType}` }

/** Resolves to whether to navigate; returns undefined if no question is needed. */
export type Guard = (next: Path) => Promise<boolean> | undefined

export interface PortalHistory extends Navigator {
  place: () => Place
  /** Whether this is the portal's first history entry: Back would leave the portal. */
  isFirst: () => boolean
  listen: (listener: () => void) => () => void
  /** One guard at a time: the last one set applies. */
  guard: (ask: Guard) => () => void
}

/** The state of our history entries; `at` is the position, from which the number of steps back or forward follows. */
interface Entry { at: number; key: string; state: unknown }

type Page = Pick<Window, 'history' | 'location' | 'addEventListener'>

/** Creates the history of a window. Call it once. */
export function createPortalHistory(page: Page): PortalHistory {
  const listeners = new Set<() => void>()
  let ask: Guard | undefined
  /** The number of history moves made by this code whose popstate events are still pending. */
  let ownMoves = 0
  if (!isEntry(page.history.state)) page.history.replaceState(entryOf(0, page.history.state), '')
  let current: Place = { location: locationOf(page), action: 'POP' }
  let at = entryAt(page)

  const arrive = (action: Place['action']): void => {
    at = entryAt(page)
    current = { location: locationOf(page), action }
    for (const listener of listeners) listener()
  }
  const go = (to: To, state: unknown, action: 'PUSH' | 'REPLACE'): void => {
    const next = pathOf(to, current.location)
    const commit = (): void => {
      const address = next.pathname + next.search + next.hash
      if (action === 'PUSH') page.history.pushState(entryOf(at + 1, state), '', address)
      else page.history.replaceState(entryOf(at, state), '', address)
      arrive(action)
    }
    const answer = ask?.(next)
    if (answer) void answer.then((yes) => yes && commit())
    else commit()
  }
  page.addEventListener('popstate', () => {
    if (ownMoves > 0) {
      ownMoves -= 1
      // The move back after a question; the page never changed.
      if (ownMoves === 0 && entryAt(page) !== at) arrive('POP')
      return
    }
    // An anchor within the page (#main) creates an entry that is not ours yet.
    if (!isEntry(page.history.state)) page.history.replaceState(entryOf(at + 1, null), '')
    const steps = entryAt(page) - at
    const answer = steps === 0 ? undefined : ask?.(pathOf(page.location, current.location))
    if (!answer) return arrive('POP')
    ownMoves += 1
    page.history.go(-steps)
    void answer.then((yes) => {
      if (!yes) return
      ownMoves += 1
      page.history.go(steps)
    })
  })

  return {
    place: () => current,
    isFirst: () => at === 0,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    guard: (next) => {
      ask = next
      return () => {
        if (ask === next) ask = undefined
      }
    },
    createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`),
    push: (to, state) => go(to, state, 'PUSH'),
    replace: (to, state) => go(to, state, 'REPLACE'),
    go: (steps) => page.history.go(steps),
  }
}

function pathOf(to: To, from: Path): Path {
  if (typeof to !== 'string') return { pathname: to.pathname ?? from.pathname, search: to.search ?? '', hash: to.hash ?? '' }
  const { pathname, search, hash } = new URL(to, `http://portal${from.pathname}`)
  return { pathname, search, hash }
}

function locationOf({ location, history }: Page): Location {
  const { key, state } = history.state as Entry
  return { pathname: location.pathname, search: location.search, hash: location.hash, key, state }
}

const entryAt = ({ history }: Page): number => (isEntry(history.state) ? history.state.at : 0)

function entryOf(position: number, state: unknown): Entry {
  return { at: position, key: Math.random().toString(36).slice(2, 10), state: state ?? null }
}

function isEntry(state: unknown): state is Entry {
  return typeof state === 'object' && state !== null && 'at' in state && 'key' in state
}
