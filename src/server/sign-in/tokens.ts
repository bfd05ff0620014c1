/** Bearer tokens: 32 random bytes for the browser, their SHA-256 for the database; and how one comes in a cookie. */
import { createHash, randomBytes } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

/** A secret of 256 random bits, fit for addresses and headers (base64url). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token, so that who reads the database cannot sign in with it: SHA-256 in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token in the cookie of the name; undefined where the browser brings none, or something of another shape. Of two cookies of one name the first counts. */
export function tokenInCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string, shape: RegExp): string | undefined {
  const value = parseCookie(headers.cookie ?? '')[name]
  return value !== undefined && shape.test(value) ? value : undefined
}
