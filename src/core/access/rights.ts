/** What somebody may administer: every screen and call of the administration asks here and nowhere else. */
import { ADMINISTRATOR, APPROVER, EMPLOYEE, PORTAL_ADMINISTRATOR } from './built-in-roles.ts'

/**
 * What there is to administer. `accounts`: the people, their sessions and histories; `access`: what their accounts open, and which
 * accounts there are; `overlays`: what a client has otherwise. The others are named after their screens. What an account itself
 * opens is told by its flags (ACCOUNT_FLAGS of the contract) and roles; rights follow from the roles.
 */
export const RIGHTS = ['accounts', 'access', 'sign-ins', 'settings', 'outbox', 'overlays'] as const
export type Right = (typeof RIGHTS)[number]

const RIGHTS_OF: Record<string, readonly Right[]> = { [ADMINISTRATOR]: RIGHTS, [PORTAL_ADMINISTRATOR]: ['accounts', 'sign-ins'] }

/** The rights that come with the roles, each once; none for most people. */
export function rightsOf({ roles }: { roles: readonly string[] }): Right[] {
  return [...new Set(roles.flatMap((role) => (Object.hasOwn(RIGHTS_OF, role) ? (RIGHTS_OF[role] ?? []) : [])))]
}

/** Whether approvals are any of their business: who works here, who administers, and who holds an entry. To everybody else they are closed. */
export function hasApprovals({ roles }: { roles: readonly string[] }): boolean {
  return roles.includes(EMPLOYEE) || roles.includes(APPROVER) || rightsOf({ roles }).length > 0
}

/** The right that opens a screen of the administration; undefined for every other screen. */
export function rightToOpen(screen: string): Right | undefined {
  return Object.hasOwn(SCREENS, screen) ? SCREENS[screen] : undefined
}

const SCREENS: Record<string, Right> = {
  users: 'accounts', user: 'accounts', 'sign-ins': 'sign-ins', settings: 'settings', outbox: 'outbox', overlays: 'overlays',
}
