import { notifications, notificationsStore } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ClientManifest } from '../../../contract/index.ts'
import type { JsonObject } from '../../../core/index.ts'
import { makeAction, makeType } from '../../../core/testing/make-type.ts'
import type { Portal } from '../../shell/portal-context.ts'
import type { useRowAction } from './use-row-action.ts'

const post = makeAction('post', { from: ['Open'] })
const check = makeAction('check', { from: ['Open'], answersOnly: true })
const manifest: ClientManifest = { ...makeType({ actions: { post, check } }), hidden: { onNew: [], inLists: [] } }
const PORTAL = { bootstrap: { pages: [] }, caption: String } as unknown as Portal

const warning = (message: string): JsonObject => ({ path: '', rule: 'check', message, severity: 'warning' })

/** The row's commands, as one render of the list gets them. */
async function rowAction(): Promise<ReturnType<typeof useRowAction>> {
  // Loaded here: it expects a window.
  const [{ useRowAction: useAction }, { PortalContext }] = await Promise.all([import('./use-row-action.ts'), import('../../shell/portal-context.ts')])
  const got: ReturnType<typeof useRowAction>[] = []
  const Row = (): null => {
    got.push(useAction(manifest))
    return null
  }
  const row = createElement(MemoryRouter, null, createElement(PortalContext, { value: PORTAL }, createElement(Row)))
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, row))
  const [first] = got
  if (!first) throw new Error('The row was not rendered.')
  return first
}

async function shownAfter(action: typeof post, answer: JsonObject): Promise<string[]> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(answer)))
  const { run } = await rowAction()
  await run(action, { _actions: [], _rev: 1 }, 'C-1')
  return notificationsStore.getState().notifications.map(({ color, message }) => `${color}: ${String(message)}`)
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('window', { addEventListener: () => undefined })
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => undefined })
})
afterEach(() => {
  notifications.clean()
  vi.unstubAllGlobals()
})

it('an action of a row shows what the server warns of beside its success', async () => {
  expect(await shownAfter(post, { data: null, message: 'Posted.', warnings: [warning('Not done for your own.')] })).toEqual(['success: Posted · C-1', 'info: Not done for your own.'])
})

it('an action of a row that only answers shows its warnings as such, and its message if there are none', async () => {
  const texts = ['Over budget by 5.', 'Over budget by 7.']
  expect(await shownAfter(check, { data: texts, message: texts.join(' '), warnings: texts.map(warning) })).toEqual(texts.map((text) => `info: ${text}`))
  notifications.clean()
  expect(await shownAfter(check, { data: ['All covered.'], message: 'All covered.' })).toEqual(['success: All covered · C-1'])
})
