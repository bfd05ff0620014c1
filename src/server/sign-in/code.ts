/**
 * One-time codes. Six digits hashed the usual way are found from a dump of the database in a moment, however slow the hash.
 * So the hash is keyed with the challenge's token, 32 random bytes that only the person's browser has: the database alone
 * does not hold what a guess could be checked against.
 */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS } from '../../contract/index.ts'

/** A one-time code of CODE_DIGITS digits, leading zeros included, from the system's random source. */
export function newCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

/** What is stored of a code, for the challenge with the token. */
export function hashCode(challengeToken: string, code: string): string {
  return createHmac('sha256', challengeToken).update(code).digest('hex')
}

/** Whether the code is the one whose hash is stored; the comparison takes the same time wherever they differ. */
export function isCodeRight(challengeToken: string, code: string, hash: string | null): boolean {
  if (hash === null) return false
  return timingSafeEqual(Buffer.from(hashCode(challengeToken, code), 'hex'), Buffer.from(hash, 'hex'))
}
