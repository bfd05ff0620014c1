import { describe, expect, it } from 'vitest'
import { makeShape } from '../../../core/testing/make-type.ts'
import { identityOf, summaryOf } from './summary.ts'

const shape = makeShape({
  no: {}, ownerNo: {}, name: { stamp: 'user.name' }, description: { maxLength: 250 }, day: { format: 'date' }, asked: { format: 'date', defaultExpression: 'today' },
  total: { type: 'number', money: '' }, spent: { type: 'number', money: '' }, local: { type: 'number', money: '', hidden: true },
})
const type = { kind: 'document' as const, shape, key: 'no', label: 'description', owner: 'ownerNo' }
const approval = (summary: string[], amount?: string) => ({ summary, amount }) as never

describe('the summary of a document', () => {
  it('it starts with the amount that approvers see, and names what it is for, who asks and when', () => {
    expect(summaryOf({ ...type, approval: approval(['name', 'description', 'total', 'day'], 'local') })).toEqual({ amount: 'total', purpose: 'description', person: 'name', facts: ['name', 'day'], rest: ['day'] })
  })

  it('without an approval it has no amount, and the date that the form fills in', () => {
    expect(summaryOf(type)).toEqual({ purpose: 'description', person: 'name', facts: ['name', 'asked'], rest: [] })
  })

  it('of what is decided on in another approval, it is that amount, and the rest of what its approvers see', () => {
    expect(summaryOf({ ...type, approval: approval(['total']) }, approval(['name', 'spent', 'total', 'description']))).toMatchObject({ amount: 'spent', rest: ['total'] })
  })

  it('one that belongs to nobody names no person whose it is, only who filled it in', () => {
    const { owner: _, ...unowned } = type
    expect(summaryOf(unowned)).toEqual({ purpose: 'description', facts: ['name', 'asked'], rest: [] })
  })

  it('a hidden amount is not shown', () => {
    expect(summaryOf({ ...type, approval: approval([], 'local') })?.amount).toBeUndefined()
  })

  it('a type recognised by its number takes its purpose from what approvers see', () => {
    expect(summaryOf({ ...type, label: 'no', approval: approval(['name', 'description']) })?.purpose).toBe('description')
  })

  it('a master has none', () => {
    expect(summaryOf({ ...type, kind: 'master' })).toBeUndefined()
  })
})

describe('whose document a form is', () => {
  it('the name comes first, and fields that people enter are not part of it', () => {
    const fixed = makeShape({ ownerNo: { readOnly: true }, name: { stamp: 'user.name', readOnly: true }, description: {} })
    expect(identityOf({ shape: fixed, owner: 'ownerNo' }, ['ownerNo', 'description', 'name'])).toEqual(['name', 'ownerNo'])
    expect(identityOf({ shape, owner: 'ownerNo' }, ['ownerNo'])).toEqual([])
    // The number of whoever fills it in, or of an account without one its address.
    const either = makeShape({ by: { stamp: 'user.isNavuser ? user.email : user.employee', readOnly: true }, name: { stamp: 'user.name', readOnly: true }, on: { stamp: 'today', readOnly: true } })
    expect(identityOf({ shape: either, owner: 'ownerNo' }, ['on', 'by', 'name'])).toEqual(['name', 'by'])
  })
})
