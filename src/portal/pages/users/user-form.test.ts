import { describe, expect, it } from 'vitest'
import type { UserRow } from '../../../contract/index.ts'
import { formOf, mayBeHome, problemsOf, requestOf } from './user-form.ts'

const WANJIKU: UserRow = {
  id: 'u1', name: 'Wanjiku Kamau', email: 'wanjiku@mazingira.example', username: null, email_verified_at: null, employee: 'MRT-015', gender: 'Female', default_company: 'MRT', companies: ['MRT'], roles: [],
  is_admin: false, is_approver: true, is_navuser: false, portal_admin: false, active: true, inactive_reason: null, last_sign_in: null, locked_until: null, open_approvals: 0, open_approvals_elsewhere: 0, _actions: ['update'], _fixed: [], _rev: 3,
}
const VISITOR: UserRow = { ...WANJIKU, employee: null, gender: null }

describe('the form of a user', () => {
  it.each([['an unchanged employee', WANJIKU], ['a visitor without a number', VISITOR]])('the form of %s has no errors', (_, user) => {
    expect(problemsOf(formOf(user, 'MRT'), user)).toEqual({})
  })

  it.each([
    ['an employee without a name', { name: 'Required.' }, WANJIKU, { name: ' ' }],
    ['a visitor with a name and an e-mail of invisible characters', { name: 'Required.', email: 'Required.' }, VISITOR, { name: '\u200b', email: '\u3164' }],
    ['an employee without an e-mail', { email: 'Required.' }, WANJIKU, { email: '' }],
    ['an employee with an e-mail without a dot', { email: 'E-mail must be valid' }, WANJIKU, { email: 'a@b' }],
    ['an employee without a number', { employee: 'Required.' }, WANJIKU, { employee: '' }],
    ['an employee without a company', { default_company: 'Required.' }, WANJIKU, { default_company: '' }],
    ['a new user', { name: 'Required.', email: 'Required.' }, null, {}],
  ])('the form of %s has the errors %j', (_, problems, user, changes) => {
    expect(problemsOf({ ...formOf(user, 'MRT'), ...changes }, user)).toEqual(problems)
  })

  it('its request is trimmed, has null for empty values and includes the default company', () => {
    const form = { ...formOf(WANJIKU, 'MRT'), name: ' Wanjiku K. ', username: '\u200b', gender: '' as const, default_company: 'BML' }
    expect(requestOf(form, WANJIKU)).toMatchObject({ name: 'Wanjiku K.', gender: null, username: null, companies: ['BML', 'MRT'], _rev: 3 })
    expect(requestOf({ ...formOf(null, 'MRT'), name: 'New' }, null)).not.toHaveProperty('_rev')
  })

  const ofFixedCompanies = { ...WANJIKU, _fixed: ['companies'] } as UserRow

  it.each([
    ['another company to an administrator who assigns companies', 'BML', WANJIKU],
    ['one of the user’s companies to an administrator who does not assign companies', 'MRT', ofFixedCompanies],
    ['any company for a new user', 'BML', null],
  ] as const)('it offers as the default company %s', (_, company, user) => {
    expect(mayBeHome(company, user)).toBe(true)
  })

  it('it offers no other company as the default to an administrator who does not assign companies', () => {
    expect(mayBeHome('BML', ofFixedCompanies)).toBe(false)
  })
})
