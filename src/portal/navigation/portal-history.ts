/**
 * The browser's history as the router wants it, with a guard: what would be left behind is asked about before the page
 * changes, by a link as by the Back button. The router's own guard comes only with its data layer, which we do not use and
 * which weighs more than all other routing.
 */
import type { Location, NavigationType, Navigator, Path, To } from 'react-router-dom'

export interface Place { location: Location; action: `${NavigationType}` }

/** Whether to go; undefined when nobody needs to be asked. */
export type Guard = (next: Path) => Promise<boolean> | undefined

export interface PortalHistory extends Navigator {
  place: () => Place
  /** Whether nothing of the portal lies behind: Back would leave it. */
  isFirst: () => boolean
  listen: (listener: () => void) => () => void
  /** One guard at a time: the last one set is asked. */
  guard: (ask: Guard) => () => void
}

/** What a history entry of ours carries: its number tells how far Back or Forward went. */
interface Entry { at: number; key: string; state: unknown }

type Page = Pick<Window, 'history' | 'location' | 'addEventListener'>

/** The history of a window. Make it once. */
export function createPortalHistory(page: Page): PortalHistory {
  const listeners = new Set<() => void>()
  let ask: Guard | undefined
  /** How many moves through the history that we made ourselves are still to be heard of. */
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
      // The way back after a question; the page never left.
      if (ownMoves === 0 && entryAt(page) !== at) arrive('POP')
      return
    }
    // An anchor within the page (#main) makes an entry that is not ours yet.
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
