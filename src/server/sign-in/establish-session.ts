/** Who is asking: from a bearer token to the person, their company, its settings and its day. */
import type { Actor } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import { companyCurrency, effectiveSettings } from '../settings/effective-settings.ts'
import { findSession, touchSession } from '../store/sessions.ts'
import type { FoundSession } from '../store/sessions.ts'
import { hashToken } from './tokens.ts'

export const IDLE_MS = 30 * 60_000
export const LONGEST_MS = 12 * 60 * 60_000
/** Being seen is noted this often, so that reading costs no write. */
const NOTE_AFTER_MS = 60_000

/** The session behind an Authorization header. Throws AppError not-signed-in. */
export async function establishSession(services: Services, authorization: string | undefined, ip: string | null): Promise<Session> {
  const [, token] = /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(authorization ?? '') ?? []
  if (token === undefined) throw new AppError('not-signed-in')
  const { database, clock, engines } = services
  const now = clock.now()
  const found = await findSession(database.kysely, hashToken(token), now, engines.base().catalogue.organisation)
  if (found === undefined) throw new AppError('not-signed-in')
  const idle = now.getTime() - found.seen_at.getTime()
  if (idle > IDLE_MS) throw new AppError('not-signed-in')
  if (idle > NOTE_AFTER_MS) await touchSession(database.kysely, found.token_hash, now)
  return sessionOf(services, found, ip)
}

function sessionOf(services: Services, found: FoundSession, ip: string | null): Session {
  const { catalogue } = services.engines.base()
  const { code, name, display_name: displayName, time_zone: timeZone, logo, currency } = found.company
  const settings = effectiveSettings(catalogue.settings, found.settings)
  return {
    tokenHash: found.token_hash, hasSecondFactor: found.has_second_factor, settings, ip,
    actor: actorOf(found),
    company: { code, name, displayName, timeZone, logo, currency: companyCurrency(catalogue, settings) ?? currency },
    today: services.clock.today(timeZone),
  }
}

function actorOf({ user, company, department }: FoundSession): Actor {
  const roles = new Set([
    'everyone', ...user.roles, ...(user.employee === null ? [] : ['employee']), ...(user.is_approver ? ['approver'] : []), ...(user.is_admin ? ['administrator'] : []),
  ])
  return {
    id: user.id, email: user.email, name: user.name, company: company.code, roles: [...roles], isNavuser: user.is_navuser, isApprover: user.is_approver,
    ...(user.employee !== null && { employee: user.employee }),
    ...(department !== null && { department }),
  }
}
