/**
 * The cookie that holds the portal's session if configured (SESSION_COOKIE=1), and the CSRF token that goes with it. The CSRF token is
 * derived from the session token without revealing it, so nothing more is stored. Neither is accepted without the other.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CSRF_HEADER, CSRF_PREFIX, SESSION_HEADER, SESSION_IN_COOKIE } from '../../contract/index.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { hashOfSession, tokenInCookie } from './tokens.ts'
import { MAX_SESSION_MS } from './establish-session.ts'

/** Outlives the session, so that a returning user learns how it ended. */
const KEPT_S = (2 * MAX_SESSION_MS) / 1000
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/
const BEARER = /^Bearer ([A-Za-z0-9_-]{20,200})$/i

type SessionTransport = Pick<Config, 'isSessionInCookie' | 'publicUrl'>

/**
 * The hash of the session that the call presents, by a bearer token or by a cookie with a matching CSRF token. Empty if the credentials sent
 * are invalid, undefined if none are sent; a cookie without a CSRF token counts as none. `refuseForged` has already rejected forged calls.
 */
export function sessionHashOf({ headers }: FastifyRequest, config: SessionTransport): string | undefined {
  const proof = headers[CSRF_HEADER]
  if (!config.isSessionInCookie || isBearer(headers.authorization) || proof === undefined) return hashOfBearer(headers.authorization)
  const token = tokenInCookie({ headers }, cookieName(config), TOKEN)
  return token !== undefined && isSame(String(proof), csrfTokenOf(token)) ? hashOfSession(token, true) : ''
}

function hashOfBearer(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  const [, token] = BEARER.exec(authorization) ?? []
  return token === undefined ? '' : hashOfSession(token, false)
}

/** Rejects a call that begins a cookie session, or uses one, unless it comes from the portal. @throws AppError forged-request */
export function refuseForged(request: FastifyRequest, config: SessionTransport): void {
  if (usesCookie(request, config) && !isFromPortal(request, config.publicUrl)) throw new AppError('forged-request')
}

/** Whether a session that begins with this call is stored in a cookie: if that was requested, or if the current one is. */
export function usesCookie({ headers }: FastifyRequest, { isSessionInCookie }: SessionTransport): boolean {
  if (!isSessionInCookie) return false
  return headers[SESSION_HEADER] === SESSION_IN_COOKIE || (headers[CSRF_HEADER] !== undefined && !isBearer(headers.authorization))
}

/** Stores the token in the cookie; returns the CSRF token that the portal gets instead. */
export function setSessionCookie(reply: FastifyReply, config: SessionTransport, token: string): string {
  void reply.header('set-cookie', cookie(config, token, KEPT_S))
  return csrfTokenOf(token)
}

/**
 * Clears the cookie on sign-out. Never on an error: the response to a call of the previous session may arrive after a new one has begun,
 * and would clear the new cookie.
 */
export function clearCookie(request: FastifyRequest, reply: FastifyReply, config: SessionTransport): void {
  if (usesCookie(request, config)) void reply.header('set-cookie', cookie(config, '', 0))
}

/**
 * The `__Host-` prefix makes browsers accept the cookie only over TLS, for every path and from this host, so that no other host of the
 * domain can set it. Without TLS, only this machine is served.
 */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return isSecure(publicUrl) ? '__Host-dirisha' : 'dirisha_session'
}

function cookie(config: SessionTransport, value: string, seconds: number): string {
  return `${cookieName(config)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${isSecure(config.publicUrl) ? '; Secure' : ''}`
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:')
}

function isBearer(authorization: string | undefined): boolean {
  return /^Bearer /i.test(authorization ?? '')
}

function csrfTokenOf(token: string): string {
  return CSRF_PREFIX + createHmac('sha256', token).update('dirisha csrf').digest('base64url')
}

function isSame(token: string, other: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Whether the browser reports that the call comes from a page of this portal: by Sec-Fetch-Site, which no page can forge, otherwise by
 * Origin, which browsers send with every write. A read without either is not accepted as the portal's: Safari before 16.4 sends neither,
 * but so may a page elsewhere. The order follows Go's CrossOriginProtection.
 */
function isFromPortal({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, protocol } = new URL(publicUrl)
  // Uses the protocol of PUBLIC_URL: a proxy that terminates TLS need not forward it, and a page injected by an attacker in between would
  // be http.
  return headers.origin !== undefined && (headers.origin === origin || headers.origin === `${protocol}//${host}`)
}
