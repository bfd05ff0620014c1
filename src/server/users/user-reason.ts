import { MAX_USER_REASON_LENGTH } from '../../contract/index.ts'
import { DEFAULT_MESSAGES } from '../../core/index.ts'
import { AppError } from '../errors.ts'

/** Throws when a change of an account asks for a reason and none is given, or when it is longer than is kept. */
export function checkUserReason(reason: string, isRequired: boolean): void {
  if (reason === '' && isRequired) throw new AppError('reason-missing', { message: DEFAULT_MESSAGES.reasonRequired })
  if (reason.length > MAX_USER_REASON_LENGTH) throw new AppError('reason-too-long', { message: `Reason can have at most ${MAX_USER_REASON_LENGTH} characters.` })
}
