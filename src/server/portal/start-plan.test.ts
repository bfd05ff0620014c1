import { expect, it } from 'vitest'
import type { Engine } from '../../core/index.ts'
import type { Bundle } from './bundle.ts'
import { startPlan } from './start-plan.ts'

/** A build in which each chunk is one file. */
const bundleOf = (names: string[]): Bundle => ({ closure: (name) => new Set(names.includes(name) ? [{ file: `assets/${name}.js` }] : []) })

const page = (path: string, screen: string): { path: string; screen: string } => ({ path, screen })
const engine = { catalogue: { types: { claim: { attachments: {}, card: { sections: {} } }, journey: { card: { sections: { legs: { kind: 'lines' } } } } }, pages: { list: page('/claims', 'list'), card: page('/claims/card/:key?', 'card'), files: { ...page('/claims/receipt', 'card'), type: 'claim' }, legs: { ...page('/journeys/card', 'card'), type: 'journey' }, odd: page('/claims/:key/print', 'document') } } } as unknown as Engine

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
