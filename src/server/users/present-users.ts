import type { Gender, UserAction, UserRow } from '../../contract/index.ts'
import type { Services, Session } from '../services.ts'
import { lockedPeople } from '../sign-in/limits.ts'
import type { Db } from '../store/connection/database.ts'
import { whoHasLeft } from '../store/users/people.ts'
import { readUserFacts } from '../store/users/user-list.ts'
import type { User } from '../store/users/users.ts'
import { reachesPeople } from '../mail/reaches-people.ts'
import { isOnesOwn } from './privileges.ts'
import { whyOutOfReach, fixedFields, type AccountScope } from './reach.ts'

/** Presents users to an administrator of their accounts, with the actions available on each. */
export async function presentUsers(services: Services, db: Db, session: Session, reach: AccountScope, users: User[]): Promise<UserRow[]> {
  const { companies } = reach
  const { clock } = services
  const isMailed = reachesPeople(services)
  const beside = await readUserFacts(db, users.map(({ id }) => id), companies)
  const left = await whoHasLeft(db, services.engines.base().catalogue.organisation, users.map(({ id }) => id))
  const locks = await lockedPeople(db, users, clock.now())
  return users.map((user) => {
    const { lastSignIn, authenticators, waiting } = beside.get(user.id) ?? { lastSignIn: null, authenticators: 0, waiting: {} }
    const until = locks.get(user.id)
    const open = waiting[session.company.code] ?? 0
    const everywhere = Object.values(waiting).reduce((sum, count) => sum + count, 0)
    const standing = { isLocked: until !== undefined, isSelf: user.id === session.actor.id, isWaitedFor: open > 0, isSafe: authenticators > 0, mayGetLink: (isMailed || !isOnesOwn(user)) && !left.has(user.id) }
    return {
      id: user.id, name: user.name, email: user.email, username: user.username, email_verified_at: user.email_verified_at?.toISOString() ?? null,
      employee: user.employee, gender: user.gender as Gender | null,
      // Withholds the person's other companies, and what they do there, from an administrator who does not manage those.
      default_company: companies.includes(user.default_company) ? user.default_company : null,
      companies: user.companies.filter((code) => companies.includes(code)), roles: user.roles,
      is_admin: user.is_admin, is_approver: user.is_approver, is_navuser: user.is_navuser, portal_admin: user.portal_admin,
      active: user.active, inactive_reason: user.inactive_reason, last_sign_in: lastSignIn?.toISOString() ?? null, locked_until: until?.toISOString() ?? null,
      authenticators, open_approvals: open, open_approvals_elsewhere: everywhere - open,
      _actions: whyOutOfReach(reach, user) === undefined ? actionsFor(reach, user, standing) : [], _fixed: fixedFields(reach, user), _rev: user.rev,
    }
  })
}

function actionsFor({ givesAccess }: AccountScope, user: User, { isLocked, isSelf, isWaitedFor, isSafe, mayGetLink }: { isLocked: boolean; isSelf: boolean; isWaitedFor: boolean; /** Has an authenticator. */ isSafe: boolean; /** Whether the link is mailed, or an administrator may hand it out; nobody who has left gets one. */ mayGetLink: boolean }): UserAction[] {
  const isPlain = user.active && !user.is_admin && !user.is_approver
  const may: Record<UserAction, boolean> = {
    update: true, delete: givesAccess && isPlain && !isSelf, restore: givesAccess && !user.active, sendLink: isPlain && mayGetLink, unlock: isLocked,
    reassign: givesAccess && isWaitedFor, endSessions: user.active, removeAuthenticators: givesAccess && isSafe && !isSelf,
  }
  return (Object.keys(may) as UserAction[]).filter((action) => may[action])
}
