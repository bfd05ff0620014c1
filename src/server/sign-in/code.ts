/**
 * One-time codes. A six-digit code hashed the usual way can be recovered from a database dump in no time, however slow the hash. So the
 * hash is keyed with the challenge's token, 32 random bytes that only the person's browser holds: the database alone is not enough to
 * verify a guess.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS } from '../../contract/index.ts'

/** A random one-time code of CODE_DIGITS digits, including leading zeros. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** The hash to store for a code, keyed with the challenge's token. */
export function hashCode(challengeToken: string, code: string): string {
  return createHmac('sha256', challengeToken).update(code).digest('hex')
}

/** Whether the code matches the stored hash, compared in constant time. */
export function isCodeRight(challengeToken: string, code: string, hash: string | null): boolean {
  if (hash === null) return false
  return timingSafeEqual(Buffer.from(hashCode(challengeToken, code), 'hex'), Buffer.from(hash, 'hex'))
}
