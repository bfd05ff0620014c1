/** POST hrmis/auth/login, POST hrmis/auth/logout, GET hrmis/auth/session */
import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { Answer, LoginAnswer, SessionUser } from '../../contract/index.ts'
import type { FieldIssue, Settings } from '../../core/index.ts'
import { AppError, invalidDocument } from '../errors.ts'
import { effectiveSettings } from '../settings/effective-settings.ts'
import { AttemptCounter, SIGN_IN_LIMITS, UnknownEmails } from '../sign-in/attempts.ts'
import { LONGEST_MS } from '../sign-in/establish-session.ts'
import { isPasswordRight } from '../sign-in/passwords.ts'
import { hashToken, newToken } from '../sign-in/tokens.ts'
import { appendEvent } from '../store/events.ts'
import { createSession, revokeSession } from '../store/sessions.ts'
import { loadSettings } from '../store/settings.ts'
import { clearFailedSignIns, findUserByEmail, findUserById, recordFailedSignIn } from '../store/users.ts'
import type { User } from '../store/users.ts'

const MOST_FAILURES = 5
const LOCK_MINUTES = 15
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const authRoutes: FastifyPluginCallback = (app, _options, done) => {
  const { services } = app
  const attempts = new AttemptCounter(SIGN_IN_LIMITS)
  const unknown = new UnknownEmails()

  app.post('/hrmis/auth/login', { config: { isPublic: true }, bodyLimit: 10_000 }, async (request): Promise<Answer<LoginAnswer>> => {
    const { email, password, device } = readLogin(request.body)
    const now = services.clock.now()
    if (!attempts.isAllowed(request.ip, email, now.getTime())) throw new AppError('too-many-requests')
    const user = await findUserByEmail(services.database.kysely, email)
    refuseLocked(user, email, now)
    const isRight = await isPasswordRight(user?.active === true ? user.password_hash : null, password)
    if (user === undefined || !isRight) return refuse(request, user, email, now)
    return { data: await startSession(request, user, device, now), message: 'logging in' }
  })

  app.post('/hrmis/auth/logout', async (request): Promise<Answer<null>> => {
    const { session } = request
    const at = services.clock.now()
    await services.database.transaction(async (tx) => {
      await revokeSession(tx, session.tokenHash, at)
      await appendEvent(tx, { company: session.company.code, type: 'session', key: null, kind: 'signed-out', actor: session.actor.id, ip: request.ip, at })
    })
    return { data: null, message: 'You have signed out.' }
  })

  app.get('/hrmis/auth/session', async (request): Promise<Answer<{ user: SessionUser }>> => {
    const { session } = request
    const user = await findUserById(services.database.kysely, session.actor.id)
    if (user === undefined) throw new AppError('not-signed-in')
    return { data: { user: presentUser(user, session.company.code, session.settings) }, message: '' }
  })

  async function settingsOf(company: string): Promise<Settings> {
    return effectiveSettings(services.engines.base().catalogue.settings, await loadSettings(services.database.kysely, company))
  }

  function refuseLocked(user: User | undefined, email: string, now: Date): void {
    const until = user === undefined ? unknown.lockedUntil(email) : (user.locked_until?.getTime() ?? 0)
    if (until > now.getTime()) throw new AppError('locked-out', { minutes: Math.ceil((until - now.getTime()) / 60_000) })
  }

  async function refuse(request: FastifyRequest, user: User | undefined, email: string, now: Date): Promise<never> {
    const until = new Date(now.getTime() + LOCK_MINUTES * 60_000)
    const trail = { company: user?.default_company ?? '', type: 'session', key: null, actor: user?.id ?? email.slice(0, 200), ip: request.ip, at: now }
    await services.database.transaction(async (tx) => {
      await appendEvent(tx, { ...trail, kind: 'sign-in-failed' })
      if (user !== undefined && (await recordFailedSignIn(tx, user.id, MOST_FAILURES, until))) await appendEvent(tx, { ...trail, kind: 'locked-out' })
    })
    if (user === undefined) unknown.countFailure(email, MOST_FAILURES, until.getTime())
    throw new AppError('sign-in-failed')
  }

  async function startSession(request: FastifyRequest, user: User, device: string, now: Date): Promise<LoginAnswer> {
    const token = newToken()
    const company = user.default_company
    await services.database.transaction(async (tx) => {
      await clearFailedSignIns(tx, user.id)
      await createSession(tx, { tokenHash: hashToken(token), userId: user.id, company, device, ip: request.ip, now, expiresAt: new Date(now.getTime() + LONGEST_MS) })
      await appendEvent(tx, { company, type: 'session', key: null, kind: 'signed-in', actor: user.id, ip: request.ip, at: now })
    })
    return { token, user: presentUser(user, company, await settingsOf(company)) }
  }

  done()
}

function readLogin(body: unknown): { email: string; password: string; device: string } {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const email = typeof sent['email'] === 'string' ? sent['email'].trim() : ''
  const password = typeof sent['password'] === 'string' ? sent['password'] : ''
  const issues: FieldIssue[] = []
  const say = (path: string, rule: string, message: string): void => { issues.push({ path, rule, message, severity: 'error' }) }
  if (email === '') say('email', 'required', 'Email is Required.')
  else if (!EMAIL.test(email) || email.length > 254) say('email', 'email', 'E-mail must be valid')
  if (password === '') say('password', 'required', 'Password is Required.')
  else if (password.length < 8) say('password', 'minLength', 'Min 8 characters')
  if (password.length > 1_000) say('password', 'maxLength', 'The password is too long.')
  if (issues.length > 0) throw invalidDocument(issues)
  return { email, password, device: typeof sent['device_name'] === 'string' ? sent['device_name'].slice(0, 100) : '' }
}

/** The user as the portal knows them; `default_company` is the company of the session. */
function presentUser(user: User, company: string, settings: Settings): SessionUser {
  return {
    id: user.id, name: user.name, email: user.email, employee: user.employee, default_company: company,
    is_admin: user.is_admin, is_approver: user.is_approver, is_navuser: user.is_navuser,
    roles: user.roles,
    captions: captionsOf(settings), profile: { portalAdmin: user.portal_admin },
  }
}

/** Every setting that renames something: those whose name ends in _caption and that are not empty. */
function captionsOf(settings: Settings): Record<string, string> {
  const captions = Object.values(settings).flatMap((group) =>
    Object.entries(group).flatMap(([name, value]): [string, string][] => (name.endsWith('_caption') && typeof value === 'string' && value !== '' ? [[name, value]] : [])),
  )
  return Object.fromEntries(captions)
}
