/**
 * Recognises browsers a person has signed in with before, so that guesses made elsewhere lock the name but not these browsers. The device
 * is identified by a cookie (OWASP Authentication Cheat Sheet, device cookies). It grants no access, and guesses made with it are counted
 * and locked separately.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '../../contract/index.ts'
import type { Services } from '../services.ts'
import { isDeviceOf, rememberDevice } from '../store/sign-in/known-devices.ts'
import { nameFrom } from './limits.ts'
import { hashToken, newToken, tokenInCookie } from './tokens.ts'

const COOKIE = 'dirisha_device'
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/
const KEPT_DAYS = 180
const DAY_MS = 24 * 60 * 60_000
/** Keeps the query time the same for unknown names, so that it does not reveal whether an account exists. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The device token the browser sends; undefined if there is none. */
export function deviceTokenOf(request: FastifyRequest): string | undefined {
  return tokenInCookie(request, COOKIE, TOKEN)
}

/**
 * The name under which wrong passwords and codes are counted: the person's name, or from one of their known browsers that browser's own.
 */
export async function countedAs({ database, clock }: Services, name: string, { browser, userId }: { browser: string | undefined; userId: string | undefined }): Promise<string> {
  if (browser === undefined) return name
  const tokenHash = hashToken(browser)
  const isTheirs = await isDeviceOf(database.kysely, tokenHash, userId ?? NOBODY, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS))
  return isTheirs ? nameFrom(name, tokenHash) : name
}

/** Remembers the browser of a person who has signed in. */
export async function keepDevice({ database, clock, config }: Services, request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void> {
  const token = deviceTokenOf(request) ?? newToken()
  await rememberDevice(database.kysely, hashToken(token), userId, clock.now())
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  void reply.header('set-cookie', `${COOKIE}=${token}; Max-Age=${KEPT_DAYS * 86_400}; Path=${API_PREFIX}/hrmis/auth; HttpOnly; SameSite=Strict${secure}`)
}

/** Devices last used before this time are forgotten. */
export function deviceCutoff(now: Date): Date {
  return new Date(now.getTime() - KEPT_DAYS * DAY_MS)
}
