/** Rights to administer: every screen and call of the administration checks them here and nowhere else. */
import { ADMINISTRATOR, APPROVER, EMPLOYEE, PORTAL_ADMINISTRATOR } from './built-in-roles.ts'

/**
 * What can be administered. `accounts`: people, their sessions and histories; `access`: what their accounts allow, and which accounts
 * exist; `overlays`: overlays of the manifests. The others are named after their screens. What an account itself allows is set by its flags
 * (ACCOUNT_FLAGS of the contract) and roles; rights follow from the roles.
 */
export const RIGHTS = ['accounts', 'access', 'sign-ins', 'settings', 'outbox', 'overlays'] as const
export type Right = (typeof RIGHTS)[number]

const RIGHTS_OF: Record<string, readonly Right[]> = { [ADMINISTRATOR]: RIGHTS, [PORTAL_ADMINISTRATOR]: ['accounts', 'sign-ins'] }

/** The rights that follow from the roles, without duplicates; none for most people. */
export function rightsOf({ roles }: { roles: readonly string[] }): Right[] {
  return [...new Set(roles.flatMap((role) => (Object.hasOwn(RIGHTS_OF, role) ? (RIGHTS_OF[role] ?? []) : [])))]
}

/** Whether the person has access to approvals: employees, people who administer anything, and holders of an approval entry do. */
export function hasApprovals({ roles }: { roles: readonly string[] }): boolean {
  return roles.includes(EMPLOYEE) || roles.includes(APPROVER) || rightsOf({ roles }).length > 0
}

/** The right needed to open a screen of the administration; undefined for any other screen. */
export function rightToOpen(screen: string): Right | undefined {
  return Object.hasOwn(SCREENS, screen) ? SCREENS[screen] : undefined
}

const SCREENS: Record<string, Right> = {
  users: 'accounts', user: 'accounts', 'sign-ins': 'sign-ins', settings: 'settings', outbox: 'outbox', overlays: 'overlays',
}
