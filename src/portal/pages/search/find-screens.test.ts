import { describe, expect, it } from 'vitest'
import type { ResolvedMenuEntry, ResolvedPage } from '../../../core/index.ts'
import { findScreens, screensOf } from './find-screens.ts'

const entry = (id: string, given: Partial<ResolvedMenuEntry> = {}) => ({ id, title: { text: id }, order: 1, subs: [], ...given }) satisfies ResolvedMenuEntry
const pages: Record<string, ResolvedPage> = { home: { id: 'home', module: 'm', path: '/home', screen: 'dashboard' } }
const menu = [entry('Dashboard', { page: 'home' }), entry('Cash Setup', { icon: 'cash', subs: [entry('Funds', { records: 'fund' }), entry('Refunds', { records: 'refund' }), entry('Closed', { page: 'gone' })] })]
const screens = screensOf(menu, pages, ({ text }) => text)

describe('screens of the menu', () => {
  it('they are the entries that lead to a page, with the heading above each', () => {
    expect(screens).toEqual([
      { path: '/home', title: 'Dashboard', within: '', icon: 'folder' },
      { path: '/records/fund', title: 'Funds', within: 'Cash Setup', icon: 'cash' },
      { path: '/records/refund', title: 'Refunds', within: 'Cash Setup', icon: 'cash' },
      { path: '/notifications', title: 'Notifications', within: 'Account', icon: 'bell' },
      { path: '/security', title: 'Security', within: 'Account', icon: 'lock-open' },
    ])
  })

  it.each([
    ['', ['Dashboard', 'Funds', 'Refunds', 'Notifications', 'Security']],
    ['fund', ['Funds', 'Refunds']],
    ['REF', ['Refunds']],
    ['cash', ['Funds', 'Refunds']],
    ['setup re', ['Refunds']],
    ['payroll', []],
  ])('%j finds %j', (text, titles) => {
    expect(findScreens(screens, text).map(({ title }) => title)).toEqual(titles)
  })
})
