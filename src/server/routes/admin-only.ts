import { AppError } from '../errors.ts'
import type { Session } from '../services.ts'

/** Throws AppError forbidden unless the person is an administrator. */
export function requireAdministrator(session: Session): void {
  if (!session.actor.roles.includes('administrator')) throw new AppError('forbidden')
}
