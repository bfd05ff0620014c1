/** Presents a user to the portal. */
import type { SessionUser } from '../../contract/index.ts'
import type { Settings } from '../../core/index.ts'
import type { User } from '../store/users/users.ts'

/** `default_company` is the company of the session. `needsAuthenticator`: nothing else is allowed until they have set one up. */
export function presentUser(user: User, company: string, settings: Settings, needsAuthenticator: boolean): SessionUser {
  return {
    id: user.id, name: user.name, email: user.email, username: user.username, employee: user.employee, gender: user.gender, default_company: company,
    email_verified_at: user.email_verified_at?.toISOString() ?? null,
    is_admin: user.is_admin, is_approver: user.is_approver, is_navuser: user.is_navuser,
    roles: user.roles,
    needs_authenticator: needsAuthenticator,
    captions: captionsOf(settings), profile: { portalAdmin: user.portal_admin },
  }
}

/** Non-empty settings whose name ends in _caption, which rename things. */
function captionsOf(settings: Settings): Record<string, string> {
  const captions = Object.values(settings).flatMap((group) =>
    Object.entries(group).flatMap(([name, value]): [string, string][] => (name.endsWith('_caption') && typeof value === 'string' && value !== '' ? [[name, value]] : [])),
  )
  return Object.fromEntries(captions)
}
