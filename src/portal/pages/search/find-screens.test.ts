import { describe, expect, it } from 'vitest'
import type { ResolvedMenuEntry, ResolvedPage } from '../../../core/index.ts'
import { findScreens, rankOf, screensOf } from './find-screens.ts'

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

describe('the order of screens', () => {
  const named = (...titles: string[]) => titles.map((title) => ({ path: `/${title}`, title, within: '', icon: 'folder' }))

  it.each([
    ['appr', ['Leave Approval', 'Approval Summary', 'Imprest Approvals', 'Approvals'], ['Approvals', 'Approval Summary', 'Leave Approval', 'Imprest Approvals']],
    ['approvals', ['Approvals of Today', 'Leave Approvals', 'Approvals'], ['Approvals', 'Approvals of Today', 'Leave Approvals']],
    ['cash', ['Encashment', 'Petty Cash', 'Cash Setup', 'Cash'], ['Cash', 'Cash Setup', 'Petty Cash', 'Encashment']],
    ['petty cash', ['My Petty Cash', 'Petty Cash Banks', 'Petty Cash'], ['Petty Cash', 'Petty Cash Banks', 'My Petty Cash']],
    ['leave', ['Leave Types', 'Team (Leave)', 'Cleaved'], ['Leave Types', 'Team (Leave)', 'Cleaved']],
    ['', ['B', 'A'], ['B', 'A']],
  ])('“%s” among %j', (text, titles, expected) => {
    expect(findScreens(named(...titles), text).map(({ title }) => title)).toEqual(expected)
  })

  it('a title that has only the words of the text, apart, comes last', () => {
    expect(rankOf('Summary of Leave', 'leave summary')).toBeGreaterThan(rankOf('Annual Leave Summary', 'leave summary'))
  })
})
