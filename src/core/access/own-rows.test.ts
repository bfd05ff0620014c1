import { describe, expect, test } from 'vitest'
import { selectsOwnOnly, includesOthers } from './own-rows.ts'
import { ALWAYS, NEVER, type RowPredicate } from './row-predicate.ts'

const me = { employee: 'E1' }
const equals = (name: string, role: 'owner' | 'data', value: string): RowPredicate => ({ kind: 'compare', op: '=', field: { name, role, type: 'string' }, value })
const mine = equals('employee_no', 'owner', 'E1')
const site = equals('site', 'data', 'HQ')

describe('a person’s own records', () => {
  test('a condition selects only them when it compares the owner with the person', () => {
    expect(selectsOwnOnly(mine, me)).toBe(true)
  })

  test.each([
    ['compares the owner with somebody else', equals('employee_no', 'owner', 'E2'), me],
    ['compares another field with the person', equals('payee', 'data', 'E1'), me],
    ['is for a person without a number', mine, {}],
  ])('a condition does not select only them when it %s', (_, term, actor) => {
    expect(selectsOwnOnly(term, actor)).toBe(false)
  })

  test.each<[string, string | undefined, RowPredicate, { employee?: string }]>([
    ['all rows are listed', 'employee_no', ALWAYS, me],
    ['the person’s own rows and those of a site are listed', 'employee_no', { kind: 'or', terms: [mine, site] }, me],
    ['the person’s own rows and all of a site are listed', 'employee_no', { kind: 'and', terms: [{ kind: 'or', terms: [mine, site] }, { kind: 'or', terms: [mine, ALWAYS] }] }, me],
    ['the owner is in a list of two numbers', 'employee_no', { kind: 'in', field: { name: 'employee_no', role: 'owner', type: 'string' }, values: ['E1', 'E2'] }, me],
    ['the person’s own rows are excluded', 'employee_no', { kind: 'not', term: mine }, me],
    ['only rows of others at a site are excluded', 'employee_no', { kind: 'not', term: { kind: 'and', terms: [{ ...mine, op: '<>' } as RowPredicate, site] } }, me],
    ['rows with an approval entry of the person are listed', 'employee_no', { kind: 'assigned', actor: 'E1' }, me],
    ['the owner is compared by something else than equality', 'employee_no', { kind: 'not', term: { ...mine, op: '<' } as RowPredicate }, me],
  ])('rows of others are listed too when %s', (_, owner, rows, actor) => {
    expect(includesOthers(owner === undefined ? {} : { owner }, rows, actor)).toBe(true)
  })

  test.each<[string, string | undefined, RowPredicate, { employee?: string }]>([
    ['only the person’s own rows are listed', 'employee_no', mine, me],
    ['only the person’s own rows of a site are listed', 'employee_no', { kind: 'and', terms: [mine, site] }, me],
    ['only the person’s own rows of two sites are listed', 'employee_no', { kind: 'and', terms: [{ kind: 'or', terms: [site, equals('site', 'data', 'KSM')] }, mine] }, me],
    ['the person’s own rows are listed by two conditions', 'employee_no', { kind: 'or', terms: [mine, { kind: 'and', terms: [site, mine] }] }, me],
    ['the owner is in a list of the person’s own number', 'employee_no', { kind: 'in', field: { name: 'employee_no', role: 'owner', type: 'string' }, values: ['E1'] }, me],
    ['rows of others are excluded', 'employee_no', { kind: 'not', term: { ...mine, op: '<>' } as RowPredicate }, me],
    ['rows of others and rows of a site are excluded', 'employee_no', { kind: 'not', term: { kind: 'or', terms: [{ ...mine, op: '<>' } as RowPredicate, site] } }, me],
    ['no rows are listed', 'employee_no', NEVER, me],
    ['the type has no owner', undefined, ALWAYS, me],
    ['the person has no number', 'employee_no', ALWAYS, {}],
  ])('no rows of others are listed when %s', (_, owner, rows, actor) => {
    expect(includesOthers(owner === undefined ? {} : { owner }, rows, actor)).toBe(false)
  })
})
