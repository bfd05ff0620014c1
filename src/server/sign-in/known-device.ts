/**
 * Browsers that somebody has signed in with before: guesses made elsewhere lock the name, and not the person out of these. A cookie tells
 * them (OWASP, Authentication Cheat Sheet, device cookies); it opens nothing, and who guesses with it is counted and locked by itself.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '../../contract/index.ts'
import type { Services } from '../services.ts'
import { isDeviceOf, rememberDevice } from '../store/known-devices.ts'
import { nameFrom } from './limits.ts'
import { hashToken, newToken, tokenInCookie } from './tokens.ts'

const COOKIE = 'dirisha_device'
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/
const KEPT_DAYS = 180
const DAY_MS = 24 * 60 * 60_000
/** So that nobody is told by the time it takes whether there is such a person. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The token that the browser brings; undefined where it brings none. */
export function deviceTokenOf(request: FastifyRequest): string | undefined {
  return tokenInCookie(request, COOKIE, TOKEN)
}

/** Under which name wrong passwords and codes are counted: that of the person, or from a browser of theirs that of the browser. */
export async function countedAs({ database, clock }: Services, name: string, { browser, userId }: { browser: string | undefined; userId: string | undefined }): Promise<string> {
  if (browser === undefined) return name
  const tokenHash = hashToken(browser)
  const isTheirs = await isDeviceOf(database.kysely, tokenHash, userId ?? NOBODY, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS))
  return isTheirs ? nameFrom(name, tokenHash) : name
}

/** Remembers the browser of somebody who has signed in. */
export async function keepDevice({ database, clock, config }: Services, request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void> {
  const token = deviceTokenOf(request) ?? newToken()
  await rememberDevice(database.kysely, hashToken(token), userId, clock.now())
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  void reply.header('set-cookie', `${COOKIE}=${token}; Max-Age=${KEPT_DAYS * 86_400}; Path=${API_PREFIX}/hrmis/auth; HttpOnly; SameSite=Strict${secure}`)
}

/** Before when a browser that was not used is forgotten. */
export function forgottenBefore(now: Date): Date {
  return new Date(now.getTime() - KEPT_DAYS * DAY_MS)
}
