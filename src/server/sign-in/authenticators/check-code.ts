/** Codes entered by hand: app codes and recovery codes. */
import { CODE_DIGITS } from '../../../contract/index.ts'
import type { Authenticator } from '../../store/sign-in/authenticators.ts'
import { spendRecoveryCode, takeStep } from '../../store/sign-in/authenticators.ts'
import type { Db } from '../../store/connection/database.ts'
import { stepOf } from './app-codes.ts'
import { hashRecoveryCode, readRecoveryCode } from './recovery-codes.ts'

const APP_CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`)

/** Whether the text has the format of a code. */
export function looksLikeCode(code: string): boolean {
  return APP_CODE.test(code) || readRecoveryCode(code) !== undefined
}

/** Spends a code, which works only once, and returns its kind; undefined if it is wrong. */
export async function spendCode(db: Db, { userId, known, code, now }: { userId: string; known: Authenticator[]; code: string; now: Date }): Promise<'app' | 'recovery code' | undefined> {
  if (!APP_CODE.test(code)) return readRecoveryCode(code) !== undefined && (await spendRecoveryCode(db, userId, hashRecoveryCode(userId, code), now)) ? 'recovery code' : undefined
  for (const { kind, id, secret } of known) {
    const step = kind === 'app' && secret !== null ? stepOf(secret, code, now) : undefined
    if (step !== undefined && (await takeStep(db, id, step, now))) return 'app'
  }
  return undefined
}
