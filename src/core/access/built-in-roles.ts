/** Everyone who is signed in. */
export const EVERYONE = 'everyone'
/** People with an employee number. */
export const EMPLOYEE = 'employee'
/** The holder of an approval entry on the record. */
export const APPROVER = 'approver'
export const ADMINISTRATOR = 'administrator'
/** Manages people's accounts without being an administrator. */
export const PORTAL_ADMINISTRATOR = 'portal-administrator'
/** The record's owner. Actions name it in `who`. Nobody has it as a role, so permissions cannot name it. */
export const OWNER = 'owner'
/** Another record's action or approval, which runs the action (`runs`) whoever performs that. Nobody has it as a role either. */
export const RUNS = 'runs'

/** Roles that exist without a module declaring them, each with its purpose. */
export const BUILT_IN_ROLES: Record<string, string> = {
  [EVERYONE]: 'Everyone who is signed in',
  [EMPLOYEE]: 'Everyone with an employee number',
  [APPROVER]: 'Holders of an approval entry on the record',
  [ADMINISTRATOR]: 'Manages settings, codes and people',
  [PORTAL_ADMINISTRATOR]: 'Manages people’s accounts, but not their access rights',
}

/** A role name of at most this many letters is taken for an abbreviation. */
const MAX_ABBREVIATION_LENGTH = 3

/** The display name of a role: as words, an abbreviation in capitals. */
export function roleTitle(name: string): string {
  if (name.length <= MAX_ABBREVIATION_LENGTH) return name.toUpperCase()
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The roles that can be assigned, each with its purpose. Built-in roles follow from a person's position instead. */
export function assignableRoles(roles: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(roles).filter(([name]) => !Object.hasOwn(BUILT_IN_ROLES, name)))
}

/** A person's position in a company: the assigned roles, and the facts that built-in roles follow from. */
export interface Position {
  roles: readonly string[]
  isEmployee: boolean
  isApprover: boolean
  isAdministrator: boolean
  isPortalAdministrator: boolean
}

/** The assigned roles plus the built-in ones that follow from the position, without duplicates. */
export function rolesOf({ roles, ...is }: Position): string[] {
  const built = [
    is.isEmployee && EMPLOYEE, is.isApprover && APPROVER, is.isAdministrator && ADMINISTRATOR,
    is.isPortalAdministrator && PORTAL_ADMINISTRATOR,
  ]
  return [...new Set([EVERYONE, ...roles, ...built.filter((role) => role !== false)])]
}
