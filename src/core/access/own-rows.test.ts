import { describe, expect, test } from 'vitest'
import { selectsOwnOnly, includesOthers } from './own-rows.ts'
import { ALWAYS, NEVER, type RowPredicate } from './row-predicate.ts'

const me = { employee: 'E1' }
const equals = (name: string, role: 'owner' | 'data', value: string): RowPredicate => ({ kind: 'compare', op: '=', field: { name, role, type: 'string' }, value })
const mine = equals('employee_no', 'owner', 'E1')
const site = equals('site', 'data', 'HQ')

describe('a person’s own records', () => {
  test.each([
    ['the person as the owner', mine, me, true],
    ['somebody else as the owner', equals('employee_no', 'owner', 'E2'), me, false],
    ['another field than the owner', equals('payee', 'data', 'E1'), me, false],
    ['a person without a number', mine, {}, false],
  ])('whether a condition on %s selects them is known', (_, term, actor, expected) => {
    expect(selectsOwnOnly(term, actor)).toBe(expected)
  })

  test.each<[string, string | undefined, RowPredicate, { employee?: string }, boolean]>([
    ['all rows are listed', 'employee_no', ALWAYS, me, true],
    ['the person’s own rows and those of a site are listed', 'employee_no', { kind: 'or', terms: [mine, site] }, me, true],
    ['only the person’s own rows are listed', 'employee_no', mine, me, false],
    ['only the person’s own rows of a site are listed', 'employee_no', { kind: 'and', terms: [mine, site] }, me, false],
    ['only the person’s own rows of two sites are listed', 'employee_no', { kind: 'and', terms: [{ kind: 'or', terms: [site, equals('site', 'data', 'KSM')] }, mine] }, me, false],
    ['the person’s own rows are listed by two conditions', 'employee_no', { kind: 'or', terms: [mine, { kind: 'and', terms: [site, mine] }] }, me, false],
    ['the person’s own rows and all of a site are listed', 'employee_no', { kind: 'and', terms: [{ kind: 'or', terms: [mine, site] }, { kind: 'or', terms: [mine, ALWAYS] }] }, me, true],
    ['the owner is in a list of the person’s own number', 'employee_no', { kind: 'in', field: { name: 'employee_no', role: 'owner', type: 'string' }, values: ['E1'] }, me, false],
    ['the owner is in a list of two numbers', 'employee_no', { kind: 'in', field: { name: 'employee_no', role: 'owner', type: 'string' }, values: ['E1', 'E2'] }, me, true],
    ['the person’s own rows are excluded', 'employee_no', { kind: 'not', term: mine }, me, true],
    ['rows of others are excluded', 'employee_no', { kind: 'not', term: { ...mine, op: '<>' } as RowPredicate }, me, false],
    ['rows of others and rows of a site are excluded', 'employee_no', { kind: 'not', term: { kind: 'or', terms: [{ ...mine, op: '<>' } as RowPredicate, site] } }, me, false],
    ['only rows of others at a site are excluded', 'employee_no', { kind: 'not', term: { kind: 'and', terms: [{ ...mine, op: '<>' } as RowPredicate, site] } }, me, true],
    ['rows with an approval entry of the person are listed', 'employee_no', { kind: 'assigned', actor: 'E1' }, me, true],
    ['the owner is compared by something else than equality', 'employee_no', { kind: 'not', term: { ...mine, op: '<' } as RowPredicate }, me, true],
    ['no rows are listed', 'employee_no', NEVER, me, false],
    ['the type has no owner', undefined, ALWAYS, me, false],
    ['the person has no number', 'employee_no', ALWAYS, {}, false],
  ])('whether rows of others are listed too is known where %s', (_, owner, rows, actor, expected) => {
    expect(includesOthers(owner === undefined ? {} : { owner }, rows, actor)).toBe(expected)
  })
})
