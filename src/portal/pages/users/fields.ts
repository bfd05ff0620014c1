import { ACCOUNT_FLAG_TITLES } from '../../../contract/index.ts'
import { roleTitle } from '../../../core/index.ts'

/** The titles of an account's fields, in its form and its history. */
export const FIELD_TITLES: Record<string, string> = {
  name: 'Name', email: 'Email', employee: 'Employee Number', gender: 'Gender',
  default_company: 'Default Company', username: 'Windows account', companies: 'Companies', roles: 'Roles',
  ...ACCOUNT_FLAG_TITLES,
  active: 'Active', inactive_reason: 'Reason', email_verified_at: 'Email verified', approvals: 'Approvals',
}

/** Roles as the form shows them. */
export function roleTitles(roles: readonly string[]): string {
  return roles.map(roleTitle).join(', ')
}
