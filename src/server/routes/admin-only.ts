import { isAdministrator } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Session } from '../services.ts'

/** Throws AppError forbidden unless the person is an administrator. */
export function requireAdministrator(session: Session): void {
  if (!isAdministrator(session.actor)) throw new AppError('forbidden')
}
