/**
 * Binds a sign-in at a provider to the browser that began it, with a cookie, so that nobody can be tricked into completing another person's
 * sign-in (login CSRF). The nonce and code verifier are derived from the cookie, so the database stores neither.
 */
import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { newToken, tokenInCookie } from '../tokens.ts'

const COOKIE = 'dirisha_oidc'
const TOKEN = /^[A-Za-z0-9_-]{43}$/
/** Longer than a sign-in and its code are valid. */
const KEPT_S = 15 * 60

/** With TLS, the `__Host-` prefix prevents sibling subdomains and unencrypted connections from setting the cookie. */
const nameFor = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => (publicUrl.startsWith('https:') ? `__Host-${COOKIE}` : COOKIE)

/** The token the browser sends; undefined if there is none. */
export function browserTokenOf(config: Pick<Config, 'publicUrl'>, request: FastifyRequest): string | undefined {
  return tokenInCookie(request, nameFor(config), TOKEN)
}

/** Sets the browser's token cookie and returns the token. An existing token is kept, so that two tabs do not invalidate each other. */
export function keepBrowserToken(config: Pick<Config, 'publicUrl'>, request: FastifyRequest, reply: FastifyReply): string {
  const token = browserTokenOf(config, request) ?? newToken()
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  // Lax, because the cookie must be sent when the provider redirects back here.
  void reply.header('set-cookie', `${nameFor(config)}=${token}; Max-Age=${KEPT_S}; Path=/; HttpOnly; SameSite=Lax${secure}`)
  return token
}

/**
 * Binds the provider's response to this sign-in in this browser: the nonce in the ID token and the code verifier (RFC 7636, 43 characters).
 */
export function secretsOf(browserToken: string, state: string): { nonce: string; verifier: string } {
  const made = (of: string): string => createHmac('sha256', browserToken).update(`${of} ${state}`).digest('base64url')
  return { nonce: made('nonce'), verifier: made('verifier') }
}
