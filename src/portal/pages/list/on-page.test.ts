import { expect, it } from 'vitest'
import type { ClientManifest } from '../../../contract/index.ts'
import { onPage, withOwnNames } from './on-page.ts'

const manifest = {
  shape: { fields: { status: { name: 'status', wire: 'Status' } } }, actions: { send: {} }, card: { sections: {}, views: { issue: {} } },
  list: { tiles: {}, tabs: { open: { title: 'Open', states: ['Open'] } }, carries: { one: {} } },
} as unknown as ClientManifest

it('a page shows its own tiles in place of the tabs, and leaves actions as they are', () => {
  const shown = onPage(manifest, { tiles: { Open: { text: 'Total Open' } } })
  expect([shown.list.tiles, shown.list.tabs, Object.keys(shown.actions)]).toEqual([{ Open: { text: 'Total Open' } }, {}, ['send']])
})

it('a page with tiles keeps the archive, whose rows no tile counts', () => {
  const archived = { title: 'Archived', states: [], archive: 'gone' }
  expect(onPage({ ...manifest, list: { ...manifest.list, tabs: { ...manifest.list.tabs, archived } } }, { tiles: { Open: { text: 'Total Open' } } }).list.tabs).toEqual({ archived })
})

it('rows that are only read offer no actions, steps or new records', () => {
  const { actions, card, list } = onPage(manifest, { readOnly: true })
  expect([actions, card.views, list.carries, Object.keys(list.tabs)]).toEqual([{}, {}, {}, ['open']])
})

it('a page opens the calendar of its list, if the person has the view', () => {
  const calendar = { views: ['week', 'month'], view: 'week', shown: 'list' }
  const listed = { ...manifest, list: { ...manifest.list, calendar } } as unknown as ClientManifest
  expect(onPage(listed, { calendar: 'month' }).list.calendar).toMatchObject({ view: 'month', shown: 'calendar' })
  expect(onPage(listed, { calendar: 'people' }).list.calendar).toBe(calendar)
})

it('a page without changes shows the list itself', () => {
  expect(onPage(manifest, {})).toBe(manifest)
})

it('an address with another name of a filter gets the own one, and keeps the rest', () => {
  expect(withOwnNames({ aliases: { id: 'status' } }, manifest, new URLSearchParams('id=Posted&q=x'))?.toString()).toBe('Status=Posted&q=x')
  expect(withOwnNames({ aliases: { id: 'status' } }, manifest, new URLSearchParams('q=x'))).toBeUndefined()
})
