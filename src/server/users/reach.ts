/** Whom an administrator looks after. */
import { AppError } from '../errors.ts'
import type { Session } from '../services.ts'
import { lockUser } from '../store/change-user.ts'
import type { Db, Tx } from '../store/database.ts'
import { findUserById, type User } from '../store/users.ts'

/** Codes of the companies that the administrator looks after: those of their account, and the one of the session. */
export async function companiesOf(db: Db, { actor, company }: Session): Promise<string[]> {
  const account = await findUserById(db, actor.id)
  return [...new Set([company.code, ...(account?.companies ?? [])])]
}

/** Whether the person belongs to no other company. Who does is somebody else's to change too: a new e-mail would open those companies. */
export function isWithin(companies: string[], user: Pick<User, 'companies'>): boolean {
  return user.companies.every((code) => companies.includes(code))
}

/** The person, for a change. Throws AppError not-found, user-elsewhere or stale. */
export async function lockForChange(tx: Tx, companies: string[], id: string, rev?: number): Promise<User> {
  const user = await lockUser(tx, id)
  if (user === undefined || !user.companies.some((code) => companies.includes(code))) throw new AppError('not-found')
  if (!isWithin(companies, user)) throw new AppError('user-elsewhere', { name: user.name })
  if (rev !== undefined && rev !== user.rev) throw new AppError('stale')
  return user
}
