/** What every file of browser tests begins with: a portal, and windows in it of people of the demo organisation. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, inject } from 'vitest'
import { person, type Person } from './people.ts'
import { startPortal, type Portal, type Site } from './server.ts'
import { DESKTOP, go, openPortal, openSignedIn, workersChromium, type Visitor } from './tabs.ts'

type Look = [viewport?: { width: number; height: number }, colours?: 'light' | 'dark']

export interface Windows {
  /** Where the portal answers. */
  readonly url: string
  /** A session of their own, apart from those of the browser. */
  person(name: string): Promise<Person>
  /** A window of nobody yet. */
  open(...look: Look): Promise<Visitor>
  /** A window of theirs, signed in already. */
  of(who: Person, ...look: Look): Promise<Visitor>
  /** A session and a window of whoever has the e-mail. */
  for(email: string, ...look: Look): Promise<Visitor & { who: Person }>
  /** Their window at an address, once its heading stands there. */
  at(path: string, who: Person, ...look: Look): Promise<Page>
}

/**
 * A portal that this file or block shares with no other, from before its first test until after its last, and windows in the worker's
 * Chromium. `environment` is what the server is started with; PORTAL_URL names one that runs already, for work on a single test.
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
