import { describe, expect, it } from 'vitest'
import type { ResolvedMenuEntry, ResolvedPage } from '../../core/index.ts'
import { entriesTo, narrowingEntry, placeAt } from './trail.ts'

const entry = (id: string, given: Partial<ResolvedMenuEntry> = {}) => ({ id, title: { text: id }, icon: 'file', order: 1, subs: [], ...given }) as unknown as ResolvedMenuEntry
const page = (id: string, path: string, screen: ResolvedPage['screen'], given: Partial<ResolvedPage> = {}): ResolvedPage => ({ id, module: 'm', path, screen, ...given })
const at = (address: string) => ({ pathname: address.split('?')[0] ?? '', search: address.includes('?') ? `?${address.split('?')[1] ?? ''}` : '' })

const PAGES = Object.fromEntries([
  page('inbox', '/approvals/list', 'approvals'),
  page('decide', '/approvals/card/:type/:key', 'approval', { key: { in: 'path', name: 'key' } }),
  page('statement', '/approvals/statement/document', 'statement'),
  page('loans', '/loans/list', 'list', { type: 'loan', tabs: { loans: 'Loans', returns: 'Returns' } }),
  page('returns', '/returns', 'list', { type: 'return' }),
  page('loan', '/loans/form', 'card', { type: 'loan', key: { in: 'query', name: 'edit' } }),
  page('sheet', '/loans/sheet/:no', 'document', { type: 'loan', key: { in: 'path', name: 'no' } }),
  page('trips', '/trips', 'approvals', { type: 'trip' }),
  page('trip', '/trip-decision/:no', 'approval', { type: 'trip', key: { in: 'path', name: 'no' } }),
  page('orders', '/orders/list/:kind?', 'list', { type: 'order', scope: { kind: { in: 'path', name: 'kind' } } }),
  page('order', '/orders/card/:kind?', 'card', { type: 'order', key: { in: 'query', name: 'no' }, scope: { kind: { in: 'path', name: 'kind' } } }),
  page('users', '/users', 'users'),
  page('user', '/users/:key', 'user', { key: { in: 'path', name: 'key' } }),
].map((one) => [one.id, one]))
const MENU = [
  entry('inbox', { page: 'inbox' }),
  entry('lending', { subs: [entry('loans', { page: 'loans' }), entry('late', { page: 'loans', with: { late: 'true' } }), entry('tools', { records: 'tool' }), entry('trips', { page: 'trips' })] }),
  entry('small', { page: 'orders', with: { kind: 'Small one' } }), entry('orders', { page: 'orders' }),
  entry('users', { page: 'users' }),
]

describe('the entries that lead to a screen', () => {
  it.each([
    ['a list', '/loans/list', ['lending', 'loans']],
    ['a list that an entry narrows', '/loans/list?late=true', ['lending', 'late']],
    ['a list narrowed otherwise', '/loans/list?status=Open', ['lending', 'loans']],
    ['a record, by its type', '/loans/form?edit=L-1', ['lending', 'loans']],
    ['a printed form', '/loans/sheet/L-1', ['lending', 'loans']],
    ['a list that is a tab of another', '/returns', ['lending', 'loans']],
    ['a record of a type without pages', '/records/tool/card/T-1', ['lending', 'tools']],
    ['a decision of a type with its own inbox', '/trip-decision/T-1', ['lending', 'trips']],
    ['a decision opened from the inbox of all types', '/approvals/card/loan/L-1', ['inbox']],
    ['a list whose kind is in the address', '/orders/list/Small%20one', ['small']],
    ['a record whose kind is in the address', '/orders/card/Small%20one?no=1', ['small']],
    ['a record of another kind', '/orders/card/Large?no=1', ['orders']],
    ['a screen below the one of an entry', '/users/7', ['users']],
    ['a statement, which is below no list', '/approvals/statement/document', []],
    ['a screen outside the menu', '/security', []],
  ])('%s', (_, address, chain) => {
    expect(entriesTo(MENU, PAGES, at(address)).map(({ id }) => id)).toEqual(chain)
  })
})

describe('the entry that a list is called after', () => {
  it.each([
    ['narrowed as the entry says', '/loans/list?late=true', 'late'],
    ['narrowed further', '/loans/list?late=true&status=Open', 'late'],
    ['of the kind in the address', '/orders/list/Small%20one', 'small'],
    ['of another kind', '/orders/list/Large', undefined],
    ['not narrowed', '/loans/list', undefined],
  ])('of a list %s', (_, address, id) => {
    expect(narrowingEntry(MENU, PAGES, at(address))?.id).toBe(id)
  })

  it('it is none where the only entry of a list narrows it and the address does not', () => {
    expect(narrowingEntry([entry('late', { page: 'loans', with: { late: 'true' } })], PAGES, at('/loans/list'))).toBeUndefined()
  })
})

describe('the place at an address', () => {
  it.each([
    ['/loans/form?edit=L-1', 'loan', 'loan', 'L-1'],
    ['/loans/form', 'loan', 'loan', undefined],
    ['/approvals/card/loan/L%2F1', 'decide', 'loan', 'L/1'],
    ['/records/tool/card/T-1', ':type.card', 'tool', 'T-1'],
    ['/users', 'users', undefined, undefined],
  ])('%s', (address, id, type, key) => {
    const place = placeAt(PAGES, at(address))
    expect([place?.page.id, place?.type, place?.key]).toEqual([id, type, key])
  })
  it('it is missing where there is no page', () => {
    expect(placeAt(PAGES, at('/security'))).toBeUndefined()
  })
})
