import { ACCOUNT_FLAG_TITLES } from '../../../contract/index.ts'
import { roleTitle, t } from '../../../core/index.ts'

/** The titles of an account's fields, in its form and its history. */
export const FIELD_TITLES: Record<string, string> = {
  name: t('Name'), email: t('Email'), employee: t('Employee Number'), gender: t('Gender'),
  default_company: t('Default Company'), username: t('Windows account'), companies: t('Companies'), roles: t('Roles'),
  ...Object.fromEntries(Object.entries(ACCOUNT_FLAG_TITLES).map(([flag, title]) => [flag, t(title)])),
  active: t('Active'), inactive_reason: t('Reason'), email_verified_at: t('Email verified'), approvals: t('Approvals'),
}

/** Roles as the form shows them. */
export function roleTitles(roles: readonly string[]): string {
  return roles.map(roleTitle).join(', ')
}
