import { describe, expect, test } from 'vitest'
import { makeAction, makeType } from '../testing/make-type.ts'
import { forOwner, forRoles, taskActions } from './task-actions.ts'

const loan = makeType({
  id: 'loan',
  actions: {
    save: makeAction('save', { who: ['owner'], tone: 'primary', saves: true }),
    send: makeAction('send', { who: ['owner'], tone: 'primary' }),
    cancel: makeAction('cancel', { who: ['owner'], tone: 'neutral' }),
    approve: makeAction('approve', { who: ['approver'], tone: 'primary' }),
    pay: makeAction('pay', { who: ['finance', 'custodian'], tone: 'primary' }),
    refuse: makeAction('refuse', { who: ['finance'], tone: 'danger' }),
    deduct: makeAction('deduct', { who: ['finance'], tone: 'primary' }),
  },
})
const period = makeType({
  id: 'period',
  lookups: { running: { name: 'running', of: 'loan', where: 'true', figure: 'count' } as never },
  actions: { post: makeAction('post', { who: ['finance'], tone: 'primary', runs: [{ over: 'running', action: 'deduct', input: {} }] }) },
})
const actions = taskActions({ types: { loan, period } }, loan)
const names = (some: typeof actions): string[] => some.map(({ id }) => id)

describe('the actions that make a record a task', () => {
  test('they move it on and are performed on it alone', () => {
    expect(names(actions)).toEqual(['send', 'pay'])
  })
  test('they are for its owner, or for people with a role', () => {
    expect(names(forOwner(actions))).toEqual(['send'])
    expect(names(forRoles(actions, { roles: ['everyone', 'custodian'] }))).toEqual(['pay'])
    expect(names(forRoles(actions, { roles: ['everyone', 'employee'] }))).toEqual([])
  })
})
