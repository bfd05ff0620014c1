/** The titles of an account's fields, in its form and its history. */
export const FIELD_TITLES: Record<string, string> = {
  name: 'Name', email: 'Email', employee: 'Employee Number', gender: 'Gender',
  default_company: 'Default Company', username: 'Windows account', companies: 'Companies', roles: 'Roles',
  is_approver: 'Approver', is_navuser: 'ERP user', portal_admin: 'Admin Portal', is_admin: 'Administrator',
  active: 'Active', inactive_reason: 'Reason', email_verified_at: 'Email verified', approvals: 'Approvals',
}
