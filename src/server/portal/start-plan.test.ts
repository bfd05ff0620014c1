import { expect, it } from 'vitest'
import type { Engine } from '../../core/index.ts'
import type { Bundle } from './bundle.ts'
import { startPlan } from './start-plan.ts'

/** A build in which each chunk is one file. */
const bundleOf = (names: string[]): Bundle => ({ closure: (name) => new Set(names.includes(name) ? [{ file: `assets/${name}.js` }] : []) })

const page = (path: string, screen: string): { path: string; screen: string } => ({ path, screen })
const engine = { catalogue: { types: { claim: { id: 'claim', attachments: {}, endpoints: {}, card: { sections: {} } }, journey: { id: 'journey', endpoints: {}, card: { sections: { legs: { kind: 'lines' } } } } }, pages: { list: page('/claims', 'list'), card: page('/claims/card/:key?', 'card'), files: { ...page('/claims/receipt', 'card'), type: 'claim' }, legs: { ...page('/journeys/card', 'card'), type: 'journey' }, odd: page('/claims/:key/print', 'document') } } } as unknown as Engine

it.each([
  ['/claims', 'list'], ['/claims/card', 'card'], ['/claims/card/C-1', 'card'], ['/claims/C-1/print', 'document'], ['/records/claim', 'list'], ['/records/claim/card/C%2F1', 'card'], ['/records/claim/print/form/C-1', 'document'],
  ['/', undefined], ['/claims/card/C-1/more', undefined], ['/nowhere', undefined], ['//evil.example', undefined], ['/claims/../records', undefined],
])('a visitor of %s is given the code of the screen %s', (address, screen) => {
  const { signedOut, signedIn, wide, afterwards } = startPlan(bundleOf(['sign-in', 'shell', 'list', 'table', 'card', 'form', 'document']), engine, address)
  expect(signedOut).toEqual(['/assets/sign-in.js'])
  expect(signedIn).toEqual(['/assets/shell.js', ...(screen === undefined ? [] : [`/assets/${screen}.js`])])
  expect(wide, 'only a list has a table, and only a wide window shows it').toEqual(screen === 'list' ? ['/assets/table.js'] : [])
  expect(afterwards, 'only a card has a form').toEqual(screen === 'card' ? ['/assets/form.js'] : [])
})

it.each([['files', '/claims/receipt', 'files'], ['lines', '/journeys/card', 'lines']])('a card with %s is given the code of them', (_, address, chunk) => {
  const { afterwards } = startPlan(bundleOf(['shell', 'card', 'form', 'stored', 'lines', 'files']), engine, address)
  expect(afterwards).toEqual(['form', 'stored', chunk].map((name) => `/assets/${name}.js`))
})

it('a screen without code of its own is not looked for', () => {
  expect(startPlan(bundleOf(['shell', 'sign-in']), engine, '/claims').signedIn).toEqual(['/assets/shell.js'])
})

const get = (path: string, key: object) => ({ get: [{ path, key, fixedQuery: {} }] })
const records = { catalogue: { types: {
  claim: { id: 'claim', card: { sections: {} }, endpoints: {} }, trip: { id: 'trip', card: { sections: {} }, endpoints: get('trips/detail', { in: 'query', name: 'id' }) }, note: { id: 'note', card: { sections: {} }, endpoints: get('notes/:no', { in: 'path', name: 'no' }) },
}, pages: {
  trip: { ...page('/trips/form', 'card'), type: 'trip', key: { in: 'query', name: 'edit' } }, note: { ...page('/notes/card/:no?', 'card'), type: 'note', key: { in: 'path', name: 'no' } }, list: { ...page('/notes', 'list'), type: 'note' },
  other: { ...page('/trips/of/:no', 'card'), type: 'trip', key: { in: 'path', name: 'no' }, keyField: 'ticket' },
} } } as unknown as Engine

it.each([
  ['/trips/form?edit=T%2F1%20a', '/api/v1/trips/detail?id=T%2F1%20a'], ['/notes/card/N-1', '/api/v1/notes/N-1'], ['/records/claim/card/C%2F1', '/api/v1/documents/claim/C%2F1'],
  ['/trips/form', undefined], ['/notes/card', undefined], ['/notes?no=N-1', undefined], ['/records/nothing/card/C-1', undefined], ['/records/constructor/card/C-1', undefined], ['/records/__proto__', undefined], ['/trips/of/T-1', undefined], ['/notes/card/..', undefined], ['/notes/card/%E0%A4%A', undefined],
])('a visitor of %s is given the record at %s', (address, call) => {
  expect(startPlan(bundleOf([]), records, address).record).toBe(call)
})
