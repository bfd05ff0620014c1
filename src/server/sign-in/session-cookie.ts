/**
 * The cookie that holds a session where the portal asks for it (SESSION_COOKIE=1), and the proof that goes with it: made of the token, so
 * that nothing more is stored, and telling nothing of it. Each opens nothing without the other.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CSRF_HEADER, CSRF_PREFIX, SESSION_HEADER, SESSION_IN_COOKIE } from '../../contract/index.ts'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { tokenInCookie } from './tokens.ts'
import { MAX_SESSION_MS } from './establish-session.ts'

/** Outlives the session, so that who comes back is told how it ended. */
const KEPT_S = (2 * MAX_SESSION_MS) / 1000
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/

type SessionTransport = Pick<Config, 'isSessionInCookie' | 'publicUrl'>

/**
 * What stands for the session: the Authorization header, or the same made of a cookie that comes with its proof. Empty where one is sent
 * that opens nothing, undefined where none is; a cookie without a proof is none. What `refuseForged` refuses has not come this far.
 */
export function authorizationOf({ headers }: FastifyRequest, config: SessionTransport): string | undefined {
  const proof = headers[CSRF_HEADER]
  if (!config.isSessionInCookie || isBearer(headers.authorization) || proof === undefined) return headers.authorization
  const token = tokenInCookie({ headers }, cookieName(config), TOKEN)
  return token !== undefined && isSame(String(proof), proofOf(token)) ? `Bearer ${token}` : ''
}

/** Refuses a call that would begin a session in a cookie, or be made in one, unless it comes from the portal. Throws AppError forged-request. */
export function refuseForged(request: FastifyRequest, config: SessionTransport): void {
  if (keepsInCookie(request, config) && !isFromPortal(request, config.publicUrl)) throw new AppError('forged-request')
}

/** Whether a session that begins with the call goes into a cookie: so it was asked for, or the one before is in one. */
export function keepsInCookie({ headers }: FastifyRequest, { isSessionInCookie }: SessionTransport): boolean {
  if (!isSessionInCookie) return false
  return headers[SESSION_HEADER] === SESSION_IN_COOKIE || (headers[CSRF_HEADER] !== undefined && !isBearer(headers.authorization))
}

/** Puts the token into the cookie; answers the proof that the portal gets in its place. */
export function keepInCookie(reply: FastifyReply, config: SessionTransport, token: string): string {
  void reply.header('set-cookie', cookie(config, token, KEPT_S))
  return proofOf(token)
}

/**
 * Takes the cookie away with a sign-out. Never with a refusal: a call of the session before may be answered after another has begun, whose
 * cookie it would take.
 */
export function clearCookie(request: FastifyRequest, reply: FastifyReply, config: SessionTransport): void {
  if (keepsInCookie(request, config)) void reply.header('set-cookie', cookie(config, '', 0))
}

/** By its name a browser takes it only over TLS, for every path, and from this host alone: no other host of the domain can plant one. Without TLS there is only the machine itself. */
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

function proofOf(token: string): string {
  return CSRF_PREFIX + createHmac('sha256', token).update('dirisha csrf').digest('base64url')
}

function isSame(token: string, other: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Whether the browser says that the call comes from a page of this portal. By Sec-Fetch-Site, which no page can forge, and where an old
 * browser does not send it by Origin, which comes with everything that writes. A read without either is none
 * of the portal's: Safari before 16.4 says so little, and a page elsewhere may. The order is that of Go's CrossOriginProtection.
 */
function isFromPortal({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, protocol } = new URL(publicUrl)
  // The protocol is that of PUBLIC_URL: a proxy that ends TLS need not say so, and a page that somebody on the way has put there is http.
  return headers.origin !== undefined && (headers.origin === origin || headers.origin === `${protocol}//${host}`)
}
