/** Whoever is signed in. */
export const EVERYONE = 'everyone'
/** Whoever has an employee number. */
export const EMPLOYEE = 'employee'
/** Whoever holds an approval entry on the record. */
export const APPROVER = 'approver'
export const ADMINISTRATOR = 'administrator'
/** Whoever looks after people's accounts without being an administrator. */
export const PORTAL_ADMINISTRATOR = 'portal-administrator'
/** Whose record it is. Actions name it in `who`; it is nobody's role, so no permission can name it. */
export const OWNER = 'owner'

/** Roles that there are without a module declaring them, with what each is for. */
export const BUILT_IN_ROLES: Record<string, string> = {
  [EVERYONE]: 'Whoever is signed in',
  [EMPLOYEE]: 'Whoever has an employee number',
  [APPROVER]: 'Whoever holds an approval entry on the record',
  [ADMINISTRATOR]: 'Keeps settings, codes and people',
  [PORTAL_ADMINISTRATOR]: 'Looks after people’s accounts, without the rights in them',
}

/** A role of so few letters is an abbreviation. */
const MAX_ABBREVIATION_LENGTH = 3

/** How the name of a role is shown: as words, an abbreviation in capitals. */
export function roleTitle(name: string): string {
  if (name.length <= MAX_ABBREVIATION_LENGTH) return name.toUpperCase()
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Those that somebody gives, with what each is for; the built-in ones come with what a person is. */
export function givenRoles(roles: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(roles).filter(([name]) => !Object.hasOwn(BUILT_IN_ROLES, name)))
}

/** What a person is in a company, whatever roles they were given. */
export interface Position {
  roles: readonly string[]
  isEmployee: boolean
  isApprover: boolean
  isAdministrator: boolean
  isPortalAdministrator: boolean
}

/** The roles given to a person with the built-in ones that follow from what they are, each once. */
export function rolesOf({ roles, ...is }: Position): string[] {
  const built = [
    is.isEmployee && EMPLOYEE, is.isApprover && APPROVER, is.isAdministrator && ADMINISTRATOR,
    is.isPortalAdministrator && PORTAL_ADMINISTRATOR,
  ]
  return [...new Set([EVERYONE, ...roles, ...built.filter((role) => role !== false)])]
}
