/** What forms of accounts and of signing in go by, on both sides. */

/** What an account opens beside its person's own affairs, as its form sets it. */
export const ACCOUNT_FLAGS = ['is_admin', 'portal_admin', 'is_approver', 'is_navuser'] as const
export type AccountFlag = (typeof ACCOUNT_FLAGS)[number]

/**
 * The field of an account that holds its person's employee number, as it is called on the wire. It names no document type: in
 * which type the number is looked up, the catalogue's organisation says.
 */
export const ACCOUNT_NUMBER = 'employee'

export const GENDERS = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof GENDERS)[number]

export const MAX_USER_REASON_LENGTH = 250

export const MIN_PASSWORD_LENGTH = 8
export const CODE_DIGITS = 6
