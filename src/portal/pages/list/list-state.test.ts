import { describe, expect, it } from 'vitest'
import { chosenStates, cleared, drawnFilters, otherStates, readView, tabAround, withPage, withChanges } from './list-state.ts'
import type { ListManifest } from './list-state.ts'

const field = (name: string, wire: string) => ({ name, wire })
const manifest = {
  stateField: 'state',
  states: { Open: {}, Paid: {} },
  shape: {
    fields: {
      no: field('no', 'no'), state: field('state', 'status'), postedOn: field('postedOn', 'posting_date'), site: field('site', 'site'),
      kind: { ...field('kind', 'kind'), enum: ['A', 'B'] }, urgent: { ...field('urgent', 'urgent'), type: 'boolean' },
    },
  },
  list: { filters: { postedOn: 'range', site: 'equals', kind: 'equals', urgent: 'equals' }, sort: { field: 'postedOn', descending: true }, pageSize: 8, tiles: { all: { text: 'All' } } },
} as unknown as ListManifest
const untiled = { ...manifest, list: { ...manifest.list, tiles: {} } } as ListManifest

describe('a list by states that share a wire name', () => {
  const wired = { ...manifest, states: { Open: {}, Begun: { wire: { state: 'Released' } }, Done: { wire: { state: 'Released' } } } } as unknown as ListManifest
  const requested = (asked: string): unknown => readView(wired, new URLSearchParams({ status: asked })).query['status']

  it.each(['Released', 'Open'])('the status %s in the address is requested', (asked) => {
    expect(requested(asked)).toBe(asked)
  })

  it.each(['Begun', 'Gone'])('the status %s in the address is not requested', (asked) => {
    expect(requested(asked)).toBeUndefined()
  })
})

describe('the request of a list', () => {
  it.each([
    ['an empty address requests the order, size and tiles of the manifest', '', { limit: 8, sort: '-posting_date', tiles: '1' }],
    ['a search is requested', 'q=taxi', { limit: 8, sort: '-posting_date', search: 'taxi', tiles: '1' }],
    ['filters are requested by their wire names', 'posting_date_from=2026-01-01&site=HQ', { limit: 8, sort: '-posting_date', tiles: '1', posting_date_from: '2026-01-01', site: 'HQ' }],
    ['the state is requested, even if no filter for it is declared', 'status=Open', { limit: 8, sort: '-posting_date', tiles: '1', status: 'Open' }],
    ['an order and a page are requested', 'sort=no&cursor=abc&page=3', { limit: 8, sort: 'no', cursor: 'abc', tiles: '1' }],
    ['parameters that are not filters of the list are not requested', 'employee_no=7&utm=x&state=Open', { limit: 8, sort: '-posting_date', tiles: '1' }],
    ['a value outside the choices of a filter is not requested', 'status=Gone&kind=C&urgent=maybe', { limit: 8, sort: '-posting_date', tiles: '1' }],
    ['a value among the choices of a filter is requested', 'status=Paid&kind=B&urgent=false', { limit: 8, sort: '-posting_date', tiles: '1', status: 'Paid', kind: 'B', urgent: 'false' }],
    ['a person’s own records are not requested when only these are listed anyway', 'mine=1', { limit: 8, sort: '-posting_date', tiles: '1' }],
    ['empty parameters are not requested', 'q=&site=&cursor=', { limit: 8, sort: '-posting_date', tiles: '1' }],
  ])('%s', (_, address, query) => {
    expect(readView(manifest, new URLSearchParams(address)).query).toEqual(query)
  })

  it.each([['requested', '1', { mine: '1' }, true, 1], ['not requested', '0', {}, false, 0], ['not requested', 'yes', {}, false, 0]])('a person’s own records among all are %s with mine=%s', (_, text, query, isMine, filtersSet) => {
    const view = readView(untiled, new URLSearchParams({ mine: text }), true)
    expect(view).toMatchObject({ isMine, filtersSet, isNarrowed: isMine })
    expect(view.query).toEqual({ limit: 8, sort: '-posting_date', ...query })
  })

  it('the state is not requested when it is redacted for the person', () => {
    const { state: _, ...fields } = manifest.shape.fields
    const without = { ...manifest, shape: { ...manifest.shape, fields } } as ListManifest
    expect(readView(without, new URLSearchParams('status=Open&state=Open')).query).toEqual({ limit: 8, sort: '-posting_date', tiles: '1' })
  })

  it.each([
    ['', ['postedOn', 'site', 'kind', 'urgent']],
    ['status=Paid', ['postedOn', 'site', 'kind', 'urgent', 'state']],
  ])('the address %j shows the filters %j', (address, names) => {
    expect(drawnFilters(untiled, readView(untiled, new URLSearchParams(address))).map(([name]) => name)).toEqual(names)
  })

  it.each<[string, object, object, string[]]>([
    ['all states in its tiles has no other', { all: 'All', Open: 'Open', Paid: 'Paid' }, {}, []],
    ['some states in its tiles has the rest', { all: 'All', Open: 'Open' }, {}, ['Paid']],
    ['states in tiles and tabs has none that either reaches', { Open: 'Open' }, { done: { title: 'Done', states: ['Paid'] } }, []],
  ])('a list with %s in its filter', (_, tiles, tabs, others) => {
    const listed = { ...manifest, list: { ...manifest.list, filters: { state: 'equals' }, tiles, tabs } } as unknown as ListManifest
    expect(otherStates(listed)).toEqual(others)
    expect(drawnFilters(listed, readView(listed, new URLSearchParams('status=Open'))).length).toBe(others.length > 0 ? 1 : 0)
  })

  it('a tab and a tile of the same states are chosen together, and neither counts as a filter behind a button', () => {
    const listed = { ...manifest, list: { ...manifest.list, tiles: { Paid: 'Paid' }, tabs: { done: { title: 'Done', states: ['Paid'] } } } } as unknown as ListManifest
    for (const address of ['tab=done', 'status=Paid']) {
      const view = readView(listed, new URLSearchParams(address))
      expect(chosenStates(listed, view)).toEqual(['Paid'])
      expect(view).toMatchObject({ filtersSet: 0, isNarrowed: true })
    }
    expect(chosenStates(listed, readView(listed, new URLSearchParams()))).toBeUndefined()
  })

  it.each([
    ['a tile of one of the states of a tab is part of it', ['Open', 'Paid'], 'Done'],
    ['a tile with the same states as a tab is not part of it', ['Open'], undefined],
    ['a tile with other states than a tab is not part of it', ['Paid'], undefined],
  ])('%s', (_, states, around) => {
    const listed = { ...manifest, list: { ...manifest.list, tiles: { all: 'All', Open: 'Open' }, tabs: { done: { title: 'Done', states } } } } as unknown as ListManifest
    expect([tabAround(listed, 'Open'), tabAround(listed, 'all')]).toEqual([around, undefined])
  })

  it('no tiles are requested when the manifest declares none', () => {
    expect(readView(untiled, new URLSearchParams()).query).not.toHaveProperty('tiles')
  })

  it.each([
    ['20', 20], ['200', 200], ['201', 8], ['0', 8], ['-5', 8], ['2.5', 8], ['many', 8], ['', 8],
  ])('the size %j requests %i rows', (text, size) => {
    expect(readView(manifest, new URLSearchParams({ size: text })).size).toBe(size)
  })

  it.each([['4', 4], ['0', 1], ['-3', 1], ['x', 1], ['2.9', 2]])('the page %j is shown as %i', (text, page) => {
    expect(readView(manifest, new URLSearchParams({ page: text })).page).toBe(page)
  })

  it.each(['', 'sort=no&size=20&cursor=x&page=2'])('the address %j does not narrow the list', (address) => {
    expect(readView(manifest, new URLSearchParams(address))).toMatchObject({ isNarrowed: false, filtersSet: 0 })
  })

  it.each([['q=taxi', 0], ['site=HQ&status=Open', 2]])('the address %j narrows the list, with %i filters', (address, filtersSet) => {
    expect(readView(manifest, new URLSearchParams(address))).toMatchObject({ isNarrowed: true, filtersSet })
  })
})

describe('the address of a list', () => {
  const before = 'q=taxi&sort=no&size=20&site=HQ&cursor=abc&page=3'
  it.each([
    ['a filter that is set leads to the first page', withChanges(new URLSearchParams(before), { status: 'Open' }), 'q=taxi&sort=no&size=20&site=HQ&status=Open'],
    ['a filter that is emptied is removed', withChanges(new URLSearchParams(before), { site: '' }), 'q=taxi&sort=no&size=20'],
    ['filters that are removed are gone', withChanges(new URLSearchParams(before), { site: undefined, q: undefined }), 'sort=no&size=20'],
    ['the next page keeps everything else', withPage(new URLSearchParams(before), 'def', 4), 'q=taxi&sort=no&size=20&site=HQ&cursor=def&page=4'],
    ['clearing the search and the filters keeps the order and size', cleared(new URLSearchParams(before)), 'sort=no&size=20'],
  ])('%s', (_, after, address) => {
    expect(after.toString()).toBe(address)
  })

  it('a change does not modify the previous address', () => {
    const params = new URLSearchParams(before)
    withChanges(params, { q: 'x' })
    withPage(params, 'y', 1)
    expect(params.toString()).toBe(before)
  })
})
