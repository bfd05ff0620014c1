/**
 * Which browser a sign-in at a provider was begun in. A cookie tells it: whoever is made to open the end of somebody else's sign-in
 * is not signed in with it (login CSRF). Nonce and code verifier are made of it, so that the database holds neither.
 */
import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { newToken, tokenInCookie } from '../tokens.ts'

const COOKIE = 'dirisha_oidc'
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** Longer than a sign-in and its code last. */
const KEPT_S = 15 * 60

/** A cookie that neither a neighbour's subdomain nor a connection without TLS can have set, where there is TLS. */
const nameFor = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => (publicUrl.startsWith('https:') ? `__Host-${COOKIE}` : COOKIE)

/** The token that the browser brings; undefined where it brings none. */
export function browserTokenOf(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string | undefined {
  return tokenInCookie(request, nameFor(config), TOKEN)
}

/** The token of the browser, which keeps it from now on: the one that it has, so that two tabs do not undo one another. */
export function keepBrowserToken(config: Pick<Config, 'publicUrl'>, request: FastifyRequest, reply: FastifyReply): string {
  const token = browserTokenOf(config, request) ?? newToken()
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  // Lax: it has to come along when the provider leads the browser back here.
  void reply.header('set-cookie', `${nameFor(config)}=${token}; Max-Age=${KEPT_S}; Path=/; HttpOnly; SameSite=Lax${secure}`)
  return token
}

/** What ties the provider's answer to this sign-in in this browser: the nonce in its token, and the verifier of the code (RFC 7636, 43 characters). */
export function secretsOf(browserToken: string, state: string): { nonce: string; verifier: string } {
  const made = (of: string): string => createHmac('sha256', browserToken).update(`${of} ${state}`).digest('base64url')
  return { nonce: made('nonce'), verifier: made('verifier') }
}
