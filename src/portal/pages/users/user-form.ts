/** The data of the user dialog, its checks, and the request. */
import { emailIssue } from '../../../contract/index.ts'
import type { Gender, UpdateUserRequest, UserRow } from '../../../contract/index.ts'
import { isBlank, shownText, t } from '../../../core/index.ts'

/** As sent, but with an empty text instead of null, because inputs hold texts. */
export interface UserForm extends Required<Omit<UpdateUserRequest, '_rev' | 'employee' | 'gender' | 'username'>> {
  employee: string
  gender: Gender | ''
  username: string
}

export type UserProblems = Partial<Record<keyof UserForm, string>>

/** The form for a user; without one, for a new user in the current user's company. */
export function formOf(user: UserRow | null, company: string): UserForm {
  if (!user) return { name: '', email: '', employee: '', default_company: company, gender: '', username: '', companies: [company], roles: [], is_admin: false, is_approver: false, is_navuser: false, portal_admin: false }
  const { name, email, employee, default_company, gender, username, companies, roles, is_admin, is_approver, is_navuser, portal_admin } = user
  return { name, email, employee: employee ?? '', default_company: default_company ?? '', gender: gender ?? '', username: username ?? '', companies, roles, is_admin, is_approver, is_navuser, portal_admin }
}

/** Errors by field; an employee number that is set cannot be removed. */
export function problemsOf(form: UserForm, user: UserRow | null): UserProblems {
  const required: (keyof UserForm)[] = ['name', 'email', 'default_company', ...(user !== null && user.employee !== null ? ['employee' as const] : [])]
  const missing = required.filter((field) => isBlank(String(form[field]))).map((field) => [field, t('Required.')])
  const email = isBlank(form.email) || form.email === user?.email ? undefined : emailIssue(form.email.trim())
  return { ...(email !== undefined && { email }), ...Object.fromEntries(missing) as UserProblems }
}

/** Whether the company may be the default one. If the editor may not change the user's companies, the default must be one of them. */
export function mayBeHome(company: string, user: Pick<UserRow, 'companies' | '_fixed'> | null): boolean {
  return user === null || !user._fixed.includes('companies') || user.companies.includes(company)
}

/** The request; empty texts become null. */
export function requestOf(form: UserForm, user: UserRow | null): UpdateUserRequest {
  const orNull = (text: string): string | null => shownText(text) || null
  return {
    ...form, name: form.name.trim(), email: form.email.trim(), employee: orNull(form.employee), gender: form.gender === '' ? null : form.gender, username: orNull(form.username),
    companies: [...new Set([form.default_company, ...form.companies])],
    ...(user ? { _rev: user._rev } : {}),
  }
}
