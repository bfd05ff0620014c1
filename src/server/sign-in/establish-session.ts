/** Establishes the session of a request: from the hash of its token to the user, their company, its settings and the current date there. */
import { rolesOf } from '../../core/index.ts'
import type { Actor } from '../../core/index.ts'
import { AppError } from '../errors.ts'
import type { Services, Session } from '../services.ts'
import { companySettings } from '../settings/company-settings.ts'
import { companyCurrency } from '../settings/effective-settings.ts'
import { delegationsOn } from '../store/users/delegates.ts'
import { findSession, findSessions, findSessionFacts, clampSessionTimes, touchSession } from '../store/sign-in/sessions.ts'
import type { ActivityCutoff, FoundSession, LatestTimes } from '../store/sign-in/sessions.ts'
import type { Db } from '../store/connection/database.ts'
import { isDiskFull } from '../store/connection/unavailable.ts'
import { providerOf } from './oidc/provider-of.ts'
import { mustHaveAuthenticator } from './settings.ts'
import { sharesDirectory } from './windows-account.ts'

const IDLE_MS = 30 * 60_000
export const MAX_SESSION_MS = 12 * 60 * 60_000
/** Tolerated difference between clocks. */
const TOLERANCE_MS = 60_000
/** The last use is recorded at most this often, to save writes. */
const NOTE_AFTER_MS = 60_000

/**
 * The session with the hash, as `sessionHashOf` reads it from the request. `isBackground`: an automatic call, which does not count as use of
 * the session. @throws AppError not-signed-in, session-ended or session-expired
 */
export async function establishSession(services: Services, tokenHash: string | undefined, ip: string | null, isBackground = false): Promise<Session> {
  if (tokenHash === undefined || tokenHash === '') throw new AppError('not-signed-in')
  const known = await readSession(services, tokenHash, ip)
  if (known === undefined) throw new AppError(await sessionEndReason(services, tokenHash))
  const now = services.clock.now()
  const latest = latestTimes(now)
  // Applies to background calls too: a session last seen in the future would never expire.
  if (known.seenAt > latest.seenBy || known.expiresAt > latest.endsBy) await clampSessionTimes(services.database.kysely, latest, known.session.tokenHash)
  if (!isBackground && now.getTime() - known.seenAt.getTime() > NOTE_AFTER_MS) await noteUse(services, known.session.tokenHash, now)
  return known.session
}

/** When the disk is full, people can still read, for as long as the last recorded use allows. */
async function noteUse({ database }: Services, tokenHash: string, now: Date): Promise<void> {
  await touchSession(database.kysely, tokenHash, now).catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
  })
}

export interface KnownSession { session: Session; seenAt: Date; expiresAt: Date }

/** The session with its times, without counting as use; undefined if it has ended. */
export async function readSession(services: Services, tokenHash: string, ip: string | null, db: Db = services.database.kysely): Promise<KnownSession | undefined> {
  const { clock, engines } = services
  const now = clock.now()
  const found = await findSession(db, tokenHash, now, engines.base().catalogue.organisation)
  return found && knownOf(services, found, ip, now)
}

/**
 * The sessions for several tokens, by token hash, in the order the database returns them; ended ones are left out. `sessions` maps each
 * token hash to its IP address.
 */
export async function readSessions(services: Services, sessions: Map<string, string | null>): Promise<Map<string, KnownSession>> {
  const { clock, engines, database } = services
  const now = clock.now()
  const found = await findSessions(database.kysely, [...sessions.keys()], now, engines.base().catalogue.organisation)
  return new Map(found.flatMap((one): [string, KnownSession][] => {
    const known = knownOf(services, one, sessions.get(one.token_hash) ?? null, now)
    return known === undefined ? [] : [[one.token_hash, known]]
  }))
}

function knownOf(services: Services, found: FoundSession, ip: string | null, now: Date): KnownSession | undefined {
  if (endOf({ seenAt: found.seen_at, expiresAt: found.expires_at }) < now) return undefined
  return { session: sessionOf(services, found, ip), seenAt: found.seen_at, expiresAt: found.expires_at }
}

/** The error for a token without a valid session: only those who held a valid token learn how the session ended. */
async function sessionEndReason({ database, clock }: Services, tokenHash: string): Promise<'session-ended' | 'session-expired' | 'not-signed-in'> {
  const found = await findSessionFacts(database.kysely, tokenHash)
  if (found === undefined) return 'not-signed-in'
  if (found.revoked_at !== null) return 'session-ended'
  return endOf({ seenAt: found.seen_at, expiresAt: found.expires_at }) < clock.now() ? 'session-expired' : 'not-signed-in'
}

/** When the session ends unless it is used. */
export function endOf({ seenAt, expiresAt }: { seenAt: Date; expiresAt: Date }): Date {
  return new Date(Math.min(seenAt.getTime() + IDLE_MS, expiresAt.getTime()))
}

/** The latest valid times of a session; later ones were recorded by a wrong clock. */
export function latestTimes(now: Date): LatestTimes {
  return { now, seenBy: new Date(now.getTime() + TOLERANCE_MS), endsBy: new Date(now.getTime() + MAX_SESSION_MS + TOLERANCE_MS) }
}

/** The time after which a session must have been seen not to have expired from inactivity. */
export function activityCutoff(now: Date): ActivityCutoff {
  return { now, seenAfter: new Date(now.getTime() - IDLE_MS) }
}

function sessionOf(services: Services, found: FoundSession, ip: string | null): Session {
  const { catalogue } = services.engines.base()
  const { code, name, display_name: displayName, time_zone: timeZone, logo, currency } = found.company
  const today = services.clock.today(timeZone)
  const { settings, arrangement, extraLinks } = companySettings(catalogue, found.settings)
  const actor = actorOf(found, today)
  return {
    tokenHash: found.token_hash, hasSecondStep: found.has_second_factor, provedAt: found.proved_at, setUpUntil: found.set_up_until, hasAuthenticator: found.has_authenticator, needsAuthenticator: !found.has_authenticator && mustHaveAuthenticator(settings, actor.roles), settings, arrangement, extraLinks, ip,
    actor,
    companies: companiesReached(services, found),
    company: { code, name, displayName, timeZone, logo, currency: companyCurrency(catalogue, settings) ?? currency },
    today,
  }
}

/** A company does not trust the provider or the directory of another to say who its people are. */
function companiesReached(services: Services, { user, company, provider_sign_in: providerSignIn, directory_of: directory }: FoundSession): string[] {
  const own = [...new Set([company.code, ...user.companies])]
  if (providerSignIn !== null) {
    const provider = providerOf(services.config, company.code)
    // Taken out of the configuration since: nobody trusts it any more.
    return provider === undefined ? [company.code] : own.filter((code) => providerOf(services.config, code) === provider)
  }
  return directory === null ? own : own.filter((code) => code === company.code || sharesDirectory(services, directory, code))
}

/**
 * The user as an actor for rules, in one company. Their name is that of their employee record, if they have one: the account's is free text,
 * and documents state the name as that of a payee. Anyone who holds an approval entry may decide on it, whether marked as an approver or not.
 */
export function actorOf({ user, company, department, grade, recorded_name: recordedName, holds_entries: holdsEntries, delegations }: Pick<FoundSession, 'user' | 'department' | 'recorded_name' | 'holds_entries' | 'delegations'> & { grade?: string | null; company: { code: string } }, today: string): Actor {
  const held = delegationsOn(today, delegations)
  const roles = rolesOf({ roles: user.roles, isEmployee: user.employee !== null, isApprover: user.is_approver || holdsEntries || held.length > 0, isAdministrator: user.is_admin, isPortalAdministrator: user.portal_admin })
  return {
    id: user.id, email: user.email, name: recordedName?.trim() ? recordedName : user.name, company: company.code, roles, isNavuser: user.is_navuser, isApprover: user.is_approver,
    ...(user.employee !== null && { employee: user.employee }),
    ...(department !== null && { department }),
    ...(typeof grade === 'string' && { grade }),
    ...(held.length > 0 && { delegations: held }),
  }
}
