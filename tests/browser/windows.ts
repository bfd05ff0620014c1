/** What every file of browser tests starts with: a portal, and windows for users of the demo organisation. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { person, type Person } from './people.ts'
import { startPortal, type Portal, type Site } from './server.ts'
import { DESKTOP, go, openPortal, openSignedIn, workersChromium, type Visitor } from './tabs.ts'

type Look = [viewport?: { width: number; height: number }, colours?: 'light' | 'dark']

export interface Windows {
  /** The portal's address. */
  readonly url: string
  /** A separate session, apart from those of the browser. */
  person(name: string): Promise<Person>
  /** A window without a session. */
  open(...look: Look): Promise<Visitor>
  /** A window of the user, already signed in. */
  of(who: Person, ...look: Look): Promise<Visitor>
  /** A session and a window of the user with the e-mail. */
  for(email: string, ...look: Look): Promise<Visitor & { who: Person }>
  /** The user's window at an address, once its heading is there. */
  at(path: string, who: Person, ...look: Look): Promise<Page>
}

/**
 * A portal for this file or block alone, from before its first test until after its last, and windows in the worker's Chromium.
 * `environment` is the server's environment; PORTAL_URL names a running portal, for work on a single test.
 */
export function startWindows(environment?: () => Record<string, string> | Promise<Record<string, string>>): Windows {
  let browser: Browser | undefined
  let portal: Portal | undefined
  const running = environment === undefined ? process.env['PORTAL_URL'] : undefined
  beforeAll(async () => {
    [browser, portal] = await Promise.all([workersChromium(), running === undefined ? startPortal({ ...await environment?.() }, inject('preparedDemo')) : undefined])
  })
  afterAll(() => portal?.stop())
  const started = (): { browser: Browser; site: Site } => {
    const site = running === undefined ? portal : { url: running, settings: '' }
    if (!browser || !site) throw new Error('the portal starts before the tests, not while they are collected')
    return { browser, site }
  }
  const windows: Windows = {
    get url() { return started().site.url },
    person: (name) => person(windows.url, name),
    open: (viewport, colours) => openPortal(started().browser, started().site, viewport, colours),
    of: (who, viewport, colours) => openSignedIn(started().browser, started().site, who.session, viewport, colours),
    async for(email, ...look) {
      const who = await windows.person(email)
      return { who, ...await windows.of(who, ...look) }
    },
    async at(path, who, viewport = DESKTOP, colours) {
      const { page } = await windows.of(who, viewport, colours)
      await go(page, path)
      return page
    },
  }
  return windows
}
