import { describe, expect, it } from 'vitest'
import type { HomeAnswer } from '../../../contract/index.ts'
import { findDeeds, newDeeds, taskDeeds } from './find-deeds.ts'

const shared = { type: 'loan', title: 'Loan', text: 'A ladder', amount: 'KES 200.00', state: { label: 'Open', tone: 'info' as const }, since: '2026-11-20T08:00:00Z', due: null, person: null }
const HOME: HomeAnswer = {
  tasks: [{ ...shared, key: 'L-1', kind: 'decide', action: 'Approve', path: '/decide/L-1', person: 'Juma Omar' }, { ...shared, key: 'L-2', kind: 'draft', action: 'Send', path: '/loans/L-2', text: '' }],
  isMore: false, queues: [], underWay: [], shortcuts: [{ type: 'loan', title: 'Loan', icon: 'box', path: '/loans/new' }],
}

describe('what can be done from the search', () => {
  const deeds = [...taskDeeds(HOME), ...newDeeds(HOME)]
  it.each([['approve l-1', ['Approve L-1']], ['juma', ['Approve L-1']], ['ladder approve', ['Approve L-1']], ['continue', ['Continue L-2']], ['new loan', ['New Loan']], ['loan', ['Approve L-1', 'Continue L-2', 'New Loan']], ['send', []]])('“%s” finds %j', (text, titles) => {
    expect(findDeeds(deeds, text).map(({ title }) => title)).toEqual(titles)
  })
})
