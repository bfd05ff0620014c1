import { describe, expect, test } from 'vitest'
import { asksForOwn, hasOthersToo } from './own-rows.ts'
import { ALWAYS, NEVER, type RowPredicate } from './row-predicate.ts'

const me = { employee: 'E1' }
const equals = (name: string, role: 'owner' | 'data', value: string): RowPredicate => ({ kind: 'compare', op: '=', field: { name, role, type: 'string' }, value })
const mine = equals('employee_no', 'owner', 'E1')
const site = equals('site', 'data', 'HQ')

describe('one’s own records', () => {
  test.each([
    ['the owner is me', mine, me, true],
    ['the owner is somebody else', equals('employee_no', 'owner', 'E2'), me, false],
    ['another field', equals('payee', 'data', 'E1'), me, false],
    ['a person without a number', mine, {}, false],
  ])('are asked for by %s', (_, term, actor, expected) => {
    expect(asksForOwn(term, actor)).toBe(expected)
  })

  test.each<[string, string | undefined, RowPredicate, { employee?: string }, boolean]>([
    ['everybody’s are listed', 'employee_no', ALWAYS, me, true],
    ['one’s own and those of a site are', 'employee_no', { kind: 'or', terms: [mine, site] }, me, true],
    ['only one’s own are', 'employee_no', mine, me, false],
    ['only one’s own of a site are', 'employee_no', { kind: 'and', terms: [mine, site] }, me, false],
    ['only one’s own of two sites are', 'employee_no', { kind: 'and', terms: [{ kind: 'or', terms: [site, equals('site', 'data', 'KSM')] }, mine] }, me, false],
    ['one’s own are, told twice in other words', 'employee_no', { kind: 'or', terms: [mine, { kind: 'and', terms: [site, mine] }] }, me, false],
    ['one’s own or, within a site, everybody’s are', 'employee_no', { kind: 'and', terms: [{ kind: 'or', terms: [mine, site] }, { kind: 'or', terms: [mine, ALWAYS] }] }, me, true],
    ['those in a list of one’s own number are', 'employee_no', { kind: 'in', field: { name: 'employee_no', role: 'owner', type: 'string' }, values: ['E1'] }, me, false],
    ['those in a list of two numbers are', 'employee_no', { kind: 'in', field: { name: 'employee_no', role: 'owner', type: 'string' }, values: ['E1', 'E2'] }, me, true],
    ['everybody else’s are', 'employee_no', { kind: 'not', term: mine }, me, true],
    ['not those of others are', 'employee_no', { kind: 'not', term: { ...mine, op: '<>' } as RowPredicate }, me, false],
    ['neither those of others nor those of a site are', 'employee_no', { kind: 'not', term: { kind: 'or', terms: [{ ...mine, op: '<>' } as RowPredicate, site] } }, me, false],
    ['those are that are not both of others and of a site', 'employee_no', { kind: 'not', term: { kind: 'and', terms: [{ ...mine, op: '<>' } as RowPredicate, site] } }, me, true],
    ['those with an entry of mine are', 'employee_no', { kind: 'assigned', actor: 'E1' }, me, true],
    ['a comparison that is not equality lets others in', 'employee_no', { kind: 'not', term: { ...mine, op: '<' } as RowPredicate }, me, true],
    ['none are', 'employee_no', NEVER, me, false],
    ['records belong to nobody', undefined, ALWAYS, me, false],
    ['the person has no number', 'employee_no', ALWAYS, {}, false],
  ])('where %s', (_, owner, rows, actor, expected) => {
    expect(hasOthersToo(owner === undefined ? {} : { owner }, rows, actor)).toBe(expected)
  })
})
