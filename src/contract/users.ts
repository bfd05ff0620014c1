/**
 * Users, for people who administer accounts. They see the people of every company that they administer (the companies of their own
 * account), and change only those who belong to no other company. An administrator grants access; a portal administrator changes neither
 * what an account allows (`_fixed`) nor the accounts of administrators.
 */
import { GENDERS, MAX_USER_REASON_LENGTH } from './account-rules.ts'
import { anyValue, withPropertiesOf, described, boolean, instant, integer, list, nullable, named, narrowed, object, optional, text, enumOf, type TypeOf } from './schema.ts'

/** The link that an administrator passes on in person, if no mail server is configured. */
export const LinkHandedOut = object({ link: text })
export type LinkHandedOut = TypeOf<typeof LinkHandedOut>

const UserAction = enumOf(['update', 'delete', 'restore', 'sendLink', 'unlock', 'reassign', 'endSessions', 'removeAuthenticators'])
/** Calls that would succeed now. */
export type UserAction = TypeOf<typeof UserAction>

const Gender = enumOf(GENDERS)

const FLAGS = { is_admin: boolean, is_approver: boolean, is_navuser: boolean, portal_admin: boolean }

export const UserRow = named('Account', object({
  id: text, name: text, email: text,
  username: described(nullable(text), 'Name of the Windows account.'),
  email_verified_at: described(nullable(instant), 'When a mailed link was used; null until then.'),
  employee: described(nullable(text), 'Employee number.'),
  gender: nullable(Gender),
  default_company: described(nullable(text), 'Null for a company that the reader does not administer.'),
  companies: described(list(text), 'Those that the reader administers.'),
  roles: list(text), ...FLAGS, active: boolean,
  inactive_reason: described(nullable(text), 'Why they were deactivated.'),
  last_sign_in: described(nullable(instant), 'In the companies that the reader administers.'),
  locked_until: nullable(instant),
  authenticators: described(integer, 'Number of authenticator apps and passkeys.'),
  open_approvals: described(integer, 'Number of approval requests of this company that wait for the user, or will; reassign moves them.'),
  open_approvals_elsewhere: described(integer, 'The same in the other companies that the reader administers; delete is refused while there are any in either.'),
  _actions: list(UserAction),
  _fixed: described(list(text), 'Fields that the reader may not change.'),
  _rev: integer,
}))
export type UserRow = TypeOf<typeof UserRow>

/** A change to an account, or something that its user did. */
export const AccountEvent = named('AccountEvent', object({
  id: integer, at: instant,
  kind: described(text, 'For a change to the account: updated, deactivated …; for an event of its user, the outcome as in the sign-in log.'),
  by: described(nullable(text), 'Who did it; null for the user.'),
  givenBy: described(nullable(text), 'Who handed out the link that the user used; null if it was mailed.'),
  ip: described(nullable(text), 'Also null, like device, if the reader may not know where that account is signed in.'), device: nullable(text),
  detail: described(nullable(text), 'Why, or how.'),
  changes: described(list(object({ name: text, from: anyValue, to: anyValue })), 'By field of the account.'),
}))
export type AccountEvent = TypeOf<typeof AccountEvent>

const Rev = described(integer, 'Revision as it was read; 409 if it has changed since.')

/** Fields that are left out stay as they are. `companies` becomes the default company plus those given. */
export const CreateUserRequest = object({
  name: text, email: text,
  employee: optional(described(nullable(text), 'Employee number; required for an account that has one.')),
  default_company: text, gender: optional(nullable(Gender)), username: optional(described(nullable(text), 'Name of the Windows account.')),
  companies: optional(list(text)), roles: optional(list(text)),
  is_admin: optional(boolean), is_approver: optional(boolean), is_navuser: optional(boolean), portal_admin: optional(boolean),
})
export type CreateUserRequest = TypeOf<typeof CreateUserRequest>
export const UserRevision = object({ _rev: optional(Rev) })
export const UpdateUserRequest = withPropertiesOf(CreateUserRequest, UserRevision)
export type UpdateUserRequest = TypeOf<typeof UpdateUserRequest>

export const ReassignRequest = object({ to: described(text, 'Employee number of the colleague.'), reason: optional(narrowed(text, { maxLength: MAX_USER_REASON_LENGTH })) })
/**
 * How many approval requests of the session's company were moved to the colleague, and how many still wait for the user; the message says
 * why.
 */
export const ReassignAnswer = object({ moved: integer, left: integer })
export type ReassignAnswer = TypeOf<typeof ReassignAnswer>

export const DeactivateUserRequest = withPropertiesOf(object({ reason: narrowed(text, { maxLength: MAX_USER_REASON_LENGTH }) }), UserRevision)
export type DeactivateUserRequest = TypeOf<typeof DeactivateUserRequest>

/** `isSecret`: the setting's value never leaves the server, so that only the fact of the change is exposed. */
export const SettingChange = object({ group: text, name: text, title: text, from: anyValue, to: anyValue, isSecret: boolean })
export type SettingChange = TypeOf<typeof SettingChange>
/** One save of settings: who, when, and each changed setting with its values before and after. */
export const SettingsChange = object({ id: integer, at: instant, by: described(text, 'Name of the person who saved; their user id if they no longer exist.'), changes: list(SettingChange) })
export type SettingsChange = TypeOf<typeof SettingsChange>
