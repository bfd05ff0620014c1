import { describe, expect, it } from 'vitest'
import type { UserRow } from '../../../contract/index.ts'
import { formOf, mayBeHome, problemsOf, requestOf } from './user-form.ts'

const WANJIKU: UserRow = {
  id: 'u1', name: 'Wanjiku Kamau', email: 'wanjiku@mazingira.example', username: null, email_verified_at: null, employee: 'MRT-015', gender: 'Female', default_company: 'MRT', companies: ['MRT'], roles: [],
  is_admin: false, is_approver: true, is_navuser: false, portal_admin: false, active: true, inactive_reason: null, last_sign_in: null, locked_until: null, open_approvals: 0, open_approvals_elsewhere: 0, _actions: ['update'], _fixed: [], _rev: 3,
}
const VISITOR: UserRow = { ...WANJIKU, employee: null, gender: null }

describe('the form of a user', () => {
  it.each([
    ['an unchanged employee', WANJIKU, {}, {}],
    ['an employee without a name', WANJIKU, { name: ' ' }, { name: 'Required.' }],
    ['a visitor with a name and an e-mail of invisible characters', VISITOR, { name: '\u200b', email: '\u3164' }, { name: 'Required.', email: 'Required.' }],
    ['an employee without an e-mail', WANJIKU, { email: '' }, { email: 'Required.' }],
    ['an employee with an e-mail without a dot', WANJIKU, { email: 'a@b' }, { email: 'E-mail must be valid' }],
    ['an employee without a number', WANJIKU, { employee: '' }, { employee: 'Required.' }],
    ['an employee without a company', WANJIKU, { default_company: '' }, { default_company: 'Required.' }],
    ['a visitor without a number', VISITOR, {}, {}],
    ['a new user', null, {}, { name: 'Required.', email: 'Required.' }],
  ])('the form of %s has the expected errors', (_, user, changes, problems) => {
    expect(problemsOf({ ...formOf(user, 'MRT'), ...changes }, user)).toEqual(problems)
  })

  it('its request is trimmed, has null for empty values and includes the default company', () => {
    const form = { ...formOf(WANJIKU, 'MRT'), name: ' Wanjiku K. ', username: '\u200b', gender: '' as const, default_company: 'BML' }
    expect(requestOf(form, WANJIKU)).toMatchObject({ name: 'Wanjiku K.', gender: null, username: null, companies: ['BML', 'MRT'], _rev: 3 })
    expect(requestOf({ ...formOf(null, 'MRT'), name: 'New' }, null)).not.toHaveProperty('_rev')
  })

  it.each([
    ['another company for an administrator who assigns companies', 'BML', WANJIKU, true],
    ['another company for an administrator who does not', 'BML', { ...WANJIKU, _fixed: ['companies'] }, false],
    ['one of the user’s companies for an administrator who does not', 'MRT', { ...WANJIKU, _fixed: ['companies'] }, true],
    ['any company for a new user', 'BML', null, true],
  ] as const)('it may offer as the default company %s: %s', (_, company, user, isOffered) => {
    expect(mayBeHome(company, user as UserRow | null)).toBe(isOffered)
  })
})
