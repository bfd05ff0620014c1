import { describe, expect, it } from 'vitest'
import type { ResolvedMenuEntry, ResolvedPage } from '../../core/index.ts'
import { firstPath, menuPath } from './menu-path.ts'

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
