import { rightsOf, type Right } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Session } from '../services.ts'

/** @throws AppError forbidden unless the current user has the administrative right */
export function requireRight(session: Session, right: Right): void {
  if (!rightsOf(session.actor).includes(right)) throw new AppError('forbidden')
}

/**
 * Route config for changes to other people's permissions: a user with the right must confirm their identity first; all others are refused
 * without being asked to.
 */
export function changesRights(right: Right): { stepUp: 'rights'; right: Right } {
  return { stepUp: 'rights', right }
}
