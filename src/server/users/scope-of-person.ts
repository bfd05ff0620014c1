import type { Scope } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { actorOf } from '../sign-in/establish-session.ts'
import { recipientsOf } from '../store/recipients.ts'
import { findUserById } from '../store/users.ts'

/** Whose layers a person gets when they sign in: their company (the one to which they sign in, unless another is named), all that they are in it, and their own. */
export async function scopeOfPerson({ database, engines, clock }: Pick<Services, 'database' | 'engines' | 'clock'>, id: string, company?: string): Promise<Required<Omit<Scope, 'client'>>> {
  const code = company ?? (await findUserById(database.kysely, id))?.default_company
  const [person] = code === undefined ? [] : await recipientsOf(database.kysely, code, engines.base().catalogue.organisation, [id], clock.now())
  if (code === undefined || person === undefined) throw new AppError('not-found')
  return { company: code, roles: actorOf({ ...person, company: { code } }, clock.now().toISOString().slice(0, 10)).roles, user: id }
}
