import { parseCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

/** The token in the cookie of the name; undefined where the browser brings none, or something of another shape. Of two cookies of one name the first counts. */
export function tokenInCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string, shape: RegExp): string | undefined {
  const value = parseCookie(headers.cookie ?? '')[name]
  return value !== undefined && shape.test(value) ? value : undefined
}
