import { describe, expect, it } from 'vitest'
import type { ResolvedMenuEntry, ResolvedPage } from '../../core/index.ts'
import { firstPath, isShown, containsPath, menuPath } from './menu-path.ts'

const entry = (id: string, given: Partial<ResolvedMenuEntry> = {}) => ({ id, title: { text: id }, icon: 'file', order: 1, subs: [], ...given }) as unknown as ResolvedMenuEntry
const page = (path: string, screen: ResolvedPage['screen'] = 'list'): ResolvedPage => ({ id: path, module: 'm', path, screen })
const pages = { inbox: page('/approvals/list', 'approvals'), loans: page('/loans/list') }

describe('the path of a menu entry', () => {
  it.each([
    ['it is that of the entry’s page', entry('a', { page: 'loans' }), '/loans/list'],
    ['it is that of the list of a type’s records', entry('a', { records: 'device' }), '/records/device'],
    ['it is missing for a page that the person may not see', entry('a', { page: 'gone' }), undefined],
    ['it is missing for a heading', entry('a', { subs: [entry('b', { page: 'loans' })] }), undefined],
  ])('%s', (_, given, path) => {
    expect(menuPath(given, pages)).toBe(path)
  })
})

describe('the first page of a menu', () => {
  const inbox = entry('inbox', { page: 'inbox' })
  it.each([
    ['it comes before the approvals, even below them in the menu', [inbox, entry('loans', { page: 'loans' })], '/loans/list'],
    ['it may be under a heading', [inbox, entry('h', { subs: [entry('deep', { subs: [entry('d', { records: 'device' })] })] })], '/records/device'],
    ['it is the approvals when there is nothing else', [entry('h'), inbox], '/approvals/list'],
    ['it is missing in an empty menu', [], undefined],
  ])('%s', (_, menu, path) => {
    expect(firstPath(menu, pages)).toBe(path)
  })
})

describe('the current entry of the menu', () => {
  const low = entry('low', { page: 'loans', with: { low: 'true' } })
  it('it is the one of the screen’s list, filtered or not', () => {
    expect(menuPath(low, pages)).toBe('/loans/list?low=true')
    expect(isShown('/loans/list?low=true', '/loans/list', [low], pages)).toBe(true)
    expect(containsPath(low, '/loans/list', pages)).toBe(true)
  })
  it('an entry of a list is not current when another entry’s list is open', () => {
    const above = { ...pages, stock: page('/loans/stock') }
    const menu = [entry('all', { page: 'loans' }), entry('stock', { page: 'stock', with: { low: 'true' } })]
    expect(isShown('/loans/list', '/loans/stock', menu, above)).toBe(false)
    expect(isShown('/loans/list', '/loans/card/1', menu, above)).toBe(true)
  })
})
