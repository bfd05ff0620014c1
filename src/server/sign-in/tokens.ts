/** Bearer tokens: 32 random bytes for the browser, their SHA-256 for the database; also reads tokens from cookies. */
import { createHash, randomBytes } from 'node:crypto'
import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

/** A secret of 256 random bits, safe in URLs and headers (base64url). */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The SHA-256 hash to store, in hex, so that nobody can sign in with what the database holds. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The hash under which a session is stored. That of a session in a cookie is another one, so that its value opens nothing as a bearer token:
 * no bearer token has a blank.
 */
export function hashOfSession(token: string, isInCookie: boolean): string {
  return hashToken(isInCookie ? `cookie ${token}` : token)
}

/** The token in the named cookie; undefined if it is missing or malformed. Of two cookies with the same name the first counts. */
export function tokenInCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string, shape: RegExp): string | undefined {
  const value = parseCookie(headers.cookie ?? '')[name]
  return value !== undefined && shape.test(value) ? value : undefined
}
