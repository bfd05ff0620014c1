/** Rules of the account and sign-in forms, shared by portal and server. */
import { texts } from '../core/index.ts'

/** Access flags of an account, set on its form: what it allows beyond the person's own records. */
export const ACCOUNT_FLAGS = ['is_admin', 'portal_admin', 'is_approver', 'is_navuser'] as const
export type AccountFlag = (typeof ACCOUNT_FLAGS)[number]
/** The flags as screens and mails show them. */
export const ACCOUNT_FLAG_TITLES: Record<AccountFlag, string> = texts({ is_admin: 'Administrator', portal_admin: 'Admin Portal', is_approver: 'Approver', is_navuser: 'ERP user' })

/**
 * Wire name of the account field that holds the person's employee number. It names no document type: the catalogue's organisation declares
 * the type in which the number is looked up.
 */
export const ACCOUNT_NUMBER = 'employee'

export const GENDERS = texts(['Male', 'Female', 'Other'] as const)
export type Gender = (typeof GENDERS)[number]

export const MAX_USER_REASON_LENGTH = 250

export const MIN_PASSWORD_LENGTH = 8
export const CODE_DIGITS = 6
