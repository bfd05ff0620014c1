import { describe, expect, it } from 'vitest'
import type { ResolvedMenuEntry, ResolvedPage } from '../../core/index.ts'
import { firstPath, menuPath } from './menu-path.ts'

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
