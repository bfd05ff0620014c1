import { describe, expect, it } from 'vitest'
import type { ResolvedMenuEntry, ResolvedPage } from '../../core/index.ts'
import { firstPath, isShown, leadsTo, menuPath } from './menu-path.ts'

const entry = (id: string, given: Partial<ResolvedMenuEntry> = {}) => ({ id, title: { text: id }, icon: 'file', order: 1, subs: [], ...given }) as unknown as ResolvedMenuEntry
const page = (path: string, screen: ResolvedPage['screen'] = 'list'): ResolvedPage => ({ id: path, module: 'm', path, screen })
const pages = { inbox: page('/approvals/list', 'approvals'), loans: page('/loans/list') }

describe('where a menu entry leads', () => {
  it.each([
    ['a page', entry('a', { page: 'loans' }), '/loans/list'],
    ['the records of a type', entry('a', { records: 'device' }), '/records/device'],
    ['a page that is not this person’s', entry('a', { page: 'gone' }), undefined],
    ['a heading', entry('a', { subs: [entry('b', { page: 'loans' })] }), undefined],
  ])('%s', (_, given, path) => {
    expect(menuPath(given, pages)).toBe(path)
  })
})

describe('the first page of a menu', () => {
  const inbox = entry('inbox', { page: 'inbox' })
  it.each([
    ['comes before the approvals, even if it stands below them', [inbox, entry('loans', { page: 'loans' })], '/loans/list'],
    ['is found under a heading', [inbox, entry('h', { subs: [entry('deep', { subs: [entry('d', { records: 'device' })] })] })], '/records/device'],
    ['is the approvals when there is nothing else', [entry('h'), inbox], '/approvals/list'],
    ['is none of an empty menu', [], undefined],
  ])('%s', (_, menu, path) => {
    expect(firstPath(menu, pages)).toBe(path)
  })
})

describe('the entry of the screen at an address', () => {
  const low = entry('low', { page: 'loans', with: { low: 'true' } })
  it('is the one that leads there, narrowed or not', () => {
    expect(menuPath(low, pages)).toBe('/loans/list?low=true')
    expect(isShown('/loans/list?low=true', '/loans/list', [low], pages)).toBe(true)
    expect(leadsTo(low, '/loans/list', pages)).toBe(true)
  })
  it('takes it from the entry whose list stands above', () => {
    const above = { ...pages, stock: page('/loans/stock') }
    const menu = [entry('all', { page: 'loans' }), entry('stock', { page: 'stock', with: { low: 'true' } })]
    expect(isShown('/loans/list', '/loans/stock', menu, above)).toBe(false)
    expect(isShown('/loans/list', '/loans/card/1', menu, above)).toBe(true)
  })
})
