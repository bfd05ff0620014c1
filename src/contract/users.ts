/**
 * Users, for who administers accounts. They see the people of every company that they administer (those of their own account),
 * and change those who belong to no other. Calls marked * are for who gives access: an administrator, not a portal administrator,
 * who changes neither what an account opens (`_fixed`) nor the accounts of those who administer.
 *
 *   GET  admin/users                     ?cursor=&limit=&search=&active=1|0  -> list of UserRow, by name
 *   GET  admin/users/<id>                                       -> UserRow
 *   GET  admin/users/<id>/sessions                              -> list of SessionAnswer: where they are signed in
 *   POST admin/users/<id>/endSessions    { session? }           -> { ended }; one, or all but the caller's own
 *   GET  admin/users/<id>/history        ?cursor=&limit=        -> list of AccountEvent, newest first
 * * POST admin/createUser                CreateUserRequest      -> UserRow (201); a link is mailed
 *   POST admin/updateUser/<id>           UpdateUserRequest      -> UserRow; 409 when `_rev` is stale
 * * POST admin/deleteUser/<id>           { reason, _rev? }      -> UserRow; deactivates, ends their sessions
 * * POST admin/restoreUser/<id>          { _rev? }              -> UserRow
 *   POST admin/removeAuthenticators/<id> { _rev }               -> UserRow
 *   POST admin/unlockUser/<id>           {}                     -> UserRow
 *   POST admin/sendActivationLink        { email }              -> null; the message says which link was sent. Without a mail server LinkHandedOut
 * * POST admin/reassignApprovals/<id>    { to, reason? }        -> ReassignAnswer; what waits for the person goes to the colleague with the employee number
 *   GET  admin/settings/history          ?cursor=&limit=        -> list of SettingsChange, newest first
 */

/** The address that an administrator hands on themself, where no mail server is set. */
export interface LinkHandedOut { link: string }

/** Calls that would succeed now. */
export type UserAction = 'update' | 'delete' | 'restore' | 'sendLink' | 'unlock' | 'reassign' | 'endSessions' | 'removeAuthenticators'

/** What an account opens beside its person's own affairs, as its form sets it. */
export const ACCOUNT_FLAGS = ['is_admin', 'portal_admin', 'is_approver', 'is_navuser'] as const
export type AccountFlag = (typeof ACCOUNT_FLAGS)[number]

/**
 * The field of an account that holds its person's employee number, as it is called on the wire. It names no document type: in
 * which type the number is looked up, the catalogue's organisation says.
 */
export const ACCOUNT_NUMBER = 'employee'

export interface UserRow {
  id: string
  name: string
  email: string
  /** Name of the Windows account. */
  username: string | null
  /** ISO instant at which a mailed link was used; null before. */
  email_verified_at: string | null
  employee: string | null
  gender: Gender | null
  /** Null for a company that the administrator does not look after. */
  default_company: string | null
  /** Of those, in the companies that the administrator looks after. */
  companies: string[]
  roles: string[]
  is_admin: boolean
  is_approver: boolean
  is_navuser: boolean
  portal_admin: boolean
  active: boolean
  /** Why they were deactivated. */
  inactive_reason: string | null
  /** ISO instant, in the companies that the administrator looks after. */
  last_sign_in: string | null
  /** ISO instant. */
  locked_until: string | null
  /** How many authenticator apps and passkeys they sign in with. */
  authenticators: number
  /** Approval requests of the session's company that wait for them, or will: `reassign` moves these. */
  open_approvals: number
  /** The same in the other companies that the administrator looks after; `delete` is refused while there are any, here or there. */
  open_approvals_elsewhere: number
  _actions: UserAction[]
  /** Fields that the caller may not change. */
  _fixed: string[]
  _rev: number
}

/** What happened to an account, or what its person did with it. */
export interface AccountEvent {
  id: number
  at: string
  /** `updated`, `deactivated` … of the account; of its person what the sign-in log calls it. */
  kind: string
  /** Who did it; null for the person. */
  by: string | null
  /** Who handed out the link that the person used; null where it was mailed. */
  givenBy: string | null
  /** These two are null also where it is not the reader's to know where that account is signed in. */
  ip: string | null
  device: string | null
  /** Why, or how. */
  detail: string | null
  /** By field of the account. */
  changes: { name: string; from: unknown; to: unknown }[]
}

export const GENDERS = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof GENDERS)[number]

/**
 * Name, e-mail, employee number and default company are required ("Required."); who has no employee number (visitors,
 * administrators) needs none. What is absent of the rest stays as it is; `companies` become the default company and those given.
 */
export interface UpdateUserRequest {
  name: string
  email: string
  employee?: string | null
  default_company: string
  gender?: Gender | null
  username?: string | null
  companies?: string[]
  roles?: string[]
  is_admin?: boolean
  is_approver?: boolean
  is_navuser?: boolean
  portal_admin?: boolean
  _rev?: number
}
export type CreateUserRequest = Omit<UpdateUserRequest, '_rev'>

/** How many approval requests of the session's company went to the colleague, and how many still wait for the person; the message says why. */
export interface ReassignAnswer { moved: number; left: number }

export interface DeactivateUserRequest { reason: string; _rev?: number }
export const MAX_USER_REASON_LENGTH = 250

/** One saving of settings: who, when, and each setting with the value before and after. */
export interface SettingsChange {
  id: number
  at: string
  /** Name of who saved; their user id when they are gone. */
  by: string
  changes: SettingChange[]
}
/** `isSecret`: the setting never leaves the server, so that only the fact is told. */
export interface SettingChange { group: string; name: string; title: string; from: unknown; to: unknown; isSecret: boolean }
