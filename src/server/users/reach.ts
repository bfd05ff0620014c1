/** Determines which accounts a user manages, and to what extent. */
import { ACCOUNT_NUMBER } from '../../contract/index.ts'
import { rightsOf } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import { administeredBy, refuseToEnter, type Administered } from '../sign-in/rights-in-reach.ts'
import { lockUser } from '../store/users/change-user.ts'
import type { Db, Tx } from '../store/connection/database.ts'
import { findAdministrators, findUserById, type User } from '../store/users/users.ts'

/** The companies whose accounts they manage, and to what extent. */
export interface AccountScope extends Administered {
  /** Whether they may change what accounts give access to. Without it they change personal details, never permissions. */
  givesAccess: boolean
  /** Id of their own account. */
  self: string
}

/** The extent to which the current user manages accounts. */
export async function accountReach(services: Services, session: Session, db: Db = services.database.kysely): Promise<AccountScope> {
  const { actor } = session
  return { ...await administeredBy(services, session, db), givesAccess: rightsOf(actor).includes('access'), self: actor.id }
}

type Whose = Pick<User, 'companies' | 'is_admin' | 'portal_admin'>

/** Why the account is not theirs to change; undefined if it is. */
export function whyOutOfReach({ companies, givesAccess }: AccountScope, user: Whose): 'user-administers' | 'user-elsewhere' | undefined {
  if (!givesAccess && (user.is_admin || user.portal_admin)) return 'user-administers'
  // A new e-mail address would give access to the other companies as well.
  return user.companies.every((code) => companies.includes(code)) ? undefined : 'user-elsewhere'
}

/**
 * Whether they may see where an account is signed in, with IP address and device. For an administrator's account, only administrators and
 * that person may.
 */
export function maySeeOrigins(reach: AccountScope, user: Whose & Pick<User, 'id'>): boolean {
  return user.id === reach.self || whyOutOfReach(reach, user) !== 'user-administers'
}

/** Ids of the accounts for which they may not see that. */
export async function accountsWithHiddenOrigin(db: Db, reach: AccountScope): Promise<string[]> {
  const users = await findAdministrators(db)
  return users.filter((user) => !maySeeOrigins(reach, user)).map(({ id }) => id)
}

/** Fields that control access and sign-in: whoever changes an e-mail address can have the password reset and impersonate the person. */
const ACCESS = [ACCOUNT_NUMBER, 'companies', 'roles', 'is_admin', 'is_approver', 'is_navuser', 'portal_admin', 'email', 'username'] as const
export type FixedField = (typeof ACCESS)[number] | 'name'

/**
 * Fields that nobody may change on their own account: permissions are granted by others, and mails, notices and approvals name people as their
 * accounts do.
 */
const NOT_OWN_FIELDS: FixedField[] = ['name', ACCOUNT_NUMBER, 'roles', 'is_approver', 'is_navuser', 'portal_admin']

/** Fields of the account that the current user may not change. */
export function fixedFields({ givesAccess, self }: AccountScope, { id }: Pick<User, 'id'>): FixedField[] {
  if (givesAccess) return id === self ? NOT_OWN_FIELDS : []
  return id === self ? ['name', ...ACCESS] : [...ACCESS]
}

/** The user, if they belong to a managed company. @throws AppError not-found */
export async function findWithin(db: Db, { companies }: AccountScope, id: string): Promise<User> {
  const user = await findUserById(db, id)
  if (user === undefined || !user.companies.some((code) => companies.includes(code))) throw new AppError('not-found')
  return user
}

/** The user, locked for a change. @throws AppError not-found, user-elsewhere, user-administers or stale */
export async function lockForChange(tx: Tx, reach: AccountScope, id: string, rev?: number): Promise<User> {
  const user = await lockUser(tx, id)
  if (user === undefined || !user.companies.some((code) => reach.companies.includes(code))) throw new AppError('not-found')
  refuseToEnter(reach, user.companies)
  const refusal = whyOutOfReach(reach, user)
  if (refusal !== undefined) throw new AppError(refusal, { name: user.name })
  if (rev !== undefined && rev !== user.rev) throw new AppError('stale')
  return user
}
