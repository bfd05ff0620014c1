/** Bearer tokens: 32 random bytes for the browser, their SHA-256 for the database. */
import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, fit for addresses and headers (base64url). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token, so that who reads the database cannot sign in with it: SHA-256 in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
