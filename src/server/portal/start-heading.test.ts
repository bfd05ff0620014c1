import { expect, it } from 'vitest'
import type { Engine, Translation } from '../../core/index.ts'
import { startHeading } from './start-heading.ts'

const type = { id: 'claim', title: { one: 'Claim', many: 'Claims', list: '{many}', new: 'New {one}', setting: 'captions.claim' }, card: { views: { pay: { title: 'Pay' } } } }
const key = { in: 'query', name: 'no' }
const engine = { catalogue: { types: { claim: type }, pages: {
  list: { path: '/claims', screen: 'list', type: 'claim' }, card: { path: '/claims/card', screen: 'card', type: 'claim', key }, pay: { path: '/claims/pay', screen: 'card', type: 'claim', key, view: 'pay' },
} } } as unknown as Engine
const headings = (address: string, settings = {}, translations = new Map<string, Translation>()) => startHeading(engine, address, { code: 'A', settings }, translations)

it.each([
  ['/claims/card', 'New Claim'], ['/claims/card?no=C%2F1', 'Claim C/1'], ['/claims/pay?no=C1', 'Pay C1'], ['/records/claim/card/C1', 'Claim C1'],
  ['/claims/pay', undefined], ['/claims', undefined], ['/nowhere', undefined], ['/records/constructor/card/C1', undefined], [`/claims/card?no=${'1'.repeat(61)}`, undefined],
])('the page at %s begins with the heading %s', (address, heading) => {
  expect(headings(address)?.texts['en']).toBe(heading)
})

it('the heading is as the company calls the type, in each language', () => {
  expect(headings('/claims/card?no=C1', { captions: { claim: 'Refund' } })).toEqual({ company: 'A', texts: { en: 'Refund C1' } })
  const sw = { language: 'sw', texts: { Claim: 'Dai', 'New {one}': '{one} jipya' } }
  expect(headings('/claims/card', {}, new Map([['sw', sw]]))?.texts).toEqual({ en: 'New Claim', sw: 'Dai jipya' })
})
