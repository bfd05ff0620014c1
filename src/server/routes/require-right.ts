import { rightsOf, type Right } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Session } from '../services.ts'

/** Throws AppError forbidden unless the person administers this. */
export function requireRight(session: Session, right: Right): void {
  if (!rightsOf(session.actor).includes(right)) throw new AppError('forbidden')
}

/** Of a route that changes what others may do: who has the right shows first that it is them, and nobody else is asked. */
export function changesRights(right: Right): { stepUp: 'rights'; right: Right } {
  return { stepUp: 'rights', right }
}
