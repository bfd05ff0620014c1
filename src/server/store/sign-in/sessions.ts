/** Sessions of signed-in users. Only the hash of the token is stored, never the token itself. */
import { sql, type Expression, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely'
import type { Organisation } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { delegationsToSql, type StoredDelegation } from '../users/delegates.ts'
import { notifyLater } from '../connection/hints.ts'
import { departmentSql, recordedNameSql, gradeSql, hasLeftSql, holdsEntriesSql } from '../users/people.ts'
import { Statement } from '../sql/statement.ts'
import type { CompaniesTable, SessionsTable, Tables } from '../sql/tables.ts'
import type { User } from '../users/users.ts'

export interface NewSession { tokenHash: string; userId: string; company: string; device: string; ip: string | null; now: Date; expiresAt: Date; hasSecondStep?: boolean; /** When the user last confirmed their identity. */ provedAt?: Date | null; /** Only the identity provider vouched for that. */ isProvedByProvider?: boolean; /** The provider sign-in that it began with. */ providerSignIn?: string | null; /** Code of the company whose directory checked the password. */ directoryOf?: string | null; /** Until then, a first authenticator may be added without that confirmation. */ setUpUntil?: Date | null }

/** The most live sessions per user; one more ends the least recently used. */
const MAX_PER_PERSON = 50

/** Creates a session that ends at `expiresAt` at the latest. */
export async function createSession(db: Db, session: NewSession): Promise<void> {
  const { now } = session
  await db.insertInto('sessions').values({
    token_hash: session.tokenHash, user_id: session.userId, company: session.company, device: session.device, ip: session.ip,
    created_at: now, seen_at: now, expires_at: session.expiresAt, has_second_factor: session.hasSecondStep ?? false,
    proved_at: session.provedAt ?? null, proved_by_provider: session.isProvedByProvider ?? false, provider_sign_in: session.providerSignIn ?? null, directory_of: session.directoryOf ?? null, set_up_until: session.setUpUntil ?? null,
  }).execute()
  const s = new Statement()
  const user = s.value(session.userId, 'uuid')
  const at = s.value(now, 'timestamptz')
  const ended = await s.run(db, `update sessions set revoked_at = ${at} where revoked_at is null and token_hash in (
    select token_hash from sessions where user_id = ${user} and revoked_at is null and expires_at > ${at} order by seen_at desc, created_at desc, token_hash <> ${s.value(session.tokenHash)} offset ${MAX_PER_PERSON}) returning 1`)
  if (ended.length > 0) notifyLater(db, { kind: 'session', user: session.userId })
}

export interface FoundSession {
  token_hash: string
  seen_at: Date
  expires_at: Date
  has_second_factor: boolean
  proved_at: Date | null
  set_up_until: Date | null
  provider_sign_in: string | null
  directory_of: string | null
  /** Whether the user has a confirmed authenticator. */
  has_authenticator: boolean
  user: User
  company: CompaniesTable
  /** The company's stored settings by group, as JSON text, so that readers can cache by the text. */
  settings: string
  /** The department of the user's employee record. */
  department: string | null
  /** The name in that record. */
  recorded_name: string | null
  /** The grade of that record. */
  grade: string | null
  /** Whether an approval entry of the company names them. */
  holds_entries: boolean
  /** Delegations to the user that ended yesterday at the earliest; readers filter by day. */
  delegations: StoredDelegation[] | null
}

interface SessionRow extends Omit<FoundSession, 'user' | 'company'> { user_row: User; company_row: CompaniesTable }

/**
 * The live session with its user, company, settings and the user's standing in the company, in one query; undefined if it was revoked or
 * has expired, or if the user is deactivated, or has left or no longer belongs to the company.
 */
export async function findSession(db: Db, tokenHash: string, now: Date, organisation: Organisation): Promise<FoundSession | undefined> {
  const s = new Statement()
  return (await readSessionsWhere(db, s, `= ${s.value(tokenHash)}`, now, organisation))[0]
}

/** The same for several sessions, in no particular order; unusable ones are left out. */
export async function findSessions(db: Db, tokenHashes: string[], now: Date, organisation: Organisation): Promise<FoundSession[]> {
  const s = new Statement()
  return readSessionsWhere(db, s, `= any(${s.value(tokenHashes, 'text[]')})`, now, organisation)
}

async function readSessionsWhere(db: Db, s: Statement, isMeant: string, now: Date, organisation: Organisation): Promise<FoundSession[]> {
  const at = s.value(now, 'timestamptz')
  const rows = await s.run<SessionRow>(
    db,
    `select s.token_hash, s.seen_at, s.expires_at, s.has_second_factor, s.proved_at, s.set_up_until, s.provider_sign_in, s.directory_of, exists (select 1 from authenticators a where a.user_id = s.user_id and a.confirmed_at is not null) as has_authenticator, to_jsonb(u) - 'password_hash' as user_row, to_jsonb(c) as company_row, ${departmentSql(organisation, () => 's.company')} as department,
       ${gradeSql(organisation, () => 's.company')} as grade, ${recordedNameSql(organisation, () => 's.company')} as recorded_name, ${holdsEntriesSql(() => 's.company')} as holds_entries,
       ${delegationsToSql(organisation, () => 's.company', at)} as delegations,
       (select coalesce(jsonb_object_agg(g.group_name, g.values), '{}')::text from settings g where g.company = s.company) as settings
     from sessions s join users u on u.id = s.user_id join companies c on c.code = s.company
     where s.token_hash ${isMeant} and s.revoked_at is null and s.expires_at > ${at} and u.active and s.company = any(u.companies) and not ${hasLeftSql(organisation, () => 's.company')}`
  )
  return rows.map(({ user_row: user, company_row: company, ...rest }) => (
    { ...rest, user: { ...user, password_hash: null, created_at: new Date(user.created_at), email_verified_at: user.email_verified_at && new Date(user.email_verified_at) }, company }
  ))
}

const FACTS = ['seen_at', 'expires_at', 'revoked_at', 'provider_sign_in', 'proved_by_provider', 'directory_of'] as const

/**
 * A session's times and who answered for the person when it began, whether it is usable or not; undefined if it never existed or was
 * deleted.
 */
export async function findSessionFacts(db: Db, tokenHash: string): Promise<Pick<LiveSession, (typeof FACTS)[number]> | undefined> {
  return db.selectFrom('sessions').select(FACTS).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Records the session's last use, which postpones its idle timeout; does nothing if recorded less than a minute ago. */
export async function touchSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: now })
    .where('token_hash', '=', tokenHash).where('seen_at', '<', new Date(now.getTime() - 60_000)).execute()
}

/** The latest plausible times of a session; anything later was recorded by a clock that was ahead. */
export interface LatestTimes { now: Date; /** Latest plausible time of use, with a tolerance for clocks that differ slightly. */ seenBy: Date; endsBy: Date }

/**
 * Reduces implausible future times to the latest plausible ones, for one session or for all, so that idle timeout and expiry count from
 * now.
 */
export async function clampSessionTimes(db: Db, { now, seenBy, endsBy }: LatestTimes, tokenHash?: string): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: sql<Date>`least(seen_at, ${now})`, created_at: sql<Date>`least(created_at, ${now})`, expires_at: sql<Date>`least(expires_at, ${endsBy})` })
    .where((eb) => eb.or([eb('seen_at', '>', seenBy), eb('expires_at', '>', endsBy)])).$if(tokenHash !== undefined, (query) => query.where('token_hash', '=', tokenHash ?? '')).execute()
}

/** Records that the user has confirmed their identity in this session, themselves or at the identity provider. */
export async function recordConfirmation(db: Db, tokenHash: string, now: Date, isByProvider = false): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now, proved_by_provider: isByProvider }).where('token_hash', '=', tokenHash).execute()
}

/** Stores the nonce that a passkey must sign in this session; it replaces an earlier one. */
export async function keepNonce(db: Db, tokenHash: string, nonce: string, endsAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ nonce, nonce_ends_at: endsAt }).where('token_hash', '=', tokenHash).execute()
}

/** Consumes the session's nonce: of two simultaneous calls, one gets it. Undefined if there is none, or if it has expired. */
export async function takeNonce(db: Db, tokenHash: string, now: Date): Promise<string | undefined> {
  const s = new Statement()
  const [row] = await s.run<{ nonce: string; nonce_ends_at: Date }>(db, `with asked as (select token_hash, nonce, nonce_ends_at from sessions where token_hash = ${s.value(tokenHash)} and nonce is not null for update)
    update sessions set nonce = null from asked where sessions.token_hash = asked.token_hash returning asked.nonce, asked.nonce_ends_at`)
  return row !== undefined && row.nonce_ends_at > now ? row.nonce : undefined
}

/** Ends the session; false if it had already ended. */
export async function revokeSession(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const ended = await db.updateTable('sessions').set({ revoked_at: now }).where('token_hash', '=', tokenHash).where('revoked_at', 'is', null).returning('user_id').executeTakeFirst()
  if (ended) notifyLater(db, { kind: 'session', user: ended.user_id })
  return ended !== undefined
}

/** Ends all of the user's sessions. */
export async function revokeSessionsOf(db: Db, userId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revoked_at: now }).where('user_id', '=', userId).where('revoked_at', 'is', null).execute()
  notifyLater(db, { kind: 'session', user: userId })
}

/** Ends the user's sessions in companies that they no longer belong to. */
export async function revokeSessionsElsewhere(db: Db, userId: string, companies: string[], now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revoked_at: now }).where('user_id', '=', userId).where('company', 'not in', companies).where('revoked_at', 'is', null).execute()
  notifyLater(db, { kind: 'session', user: userId })
}

/** Ends the sessions of one company's users with the employee number there. */
export async function revokeSessionsOfEmployee(db: Db, { company, employee }: { company: string; employee: string }, now: Date): Promise<void> {
  const ended = await db.updateTable('sessions').set({ revoked_at: now }).where('company', '=', company).where('revoked_at', 'is', null)
    .where('user_id', 'in', (query) => query.selectFrom('users').select('id').where(sql<boolean>`employee = ${employee} and ${company} = any(companies)`)).returning('user_id').execute()
  for (const user of new Set(ended.map((one) => one.user_id))) notifyLater(db, { kind: 'session', user })
}

/** A live session was last used no earlier than `seenAfter`. */
export interface ActivityCutoff { now: Date; seenAfter: Date }

export type LiveSession = Selectable<SessionsTable>

/**
 * Ends all of the user's sessions except one, including those that had timed out; returns how many were still live. `companies`: only those
 * in one of them.
 */
export async function revokeOtherSessions(db: Db, userId: string, keptHash: string, { now, seenAfter }: ActivityCutoff, companies?: string[]): Promise<number> {
  const ended = await db.updateTable('sessions').set({ revoked_at: now })
    .where('user_id', '=', userId).where('token_hash', '<>', keptHash).where('revoked_at', 'is', null).where('expires_at', '>', now)
    .$if(companies !== undefined, (query) => query.where('company', 'in', companies ?? [])).returning('seen_at').execute()
  if (ended.length > 0) notifyLater(db, { kind: 'session', user: userId })
  return ended.filter(({ seen_at: seenAt }) => seenAt >= seenAfter).length
}

/** Ends one of the user's sessions in the companies by its id and returns it; undefined if no such session is live. */
export async function revokeSessionById(db: Db, { userId, companies, id }: { userId: string; companies: string[]; id: string }, alive: ActivityCutoff): Promise<LiveSession | undefined> {
  const ended = await db.updateTable('sessions').set({ revoked_at: alive.now })
    .where('user_id', '=', userId).where('company', 'in', companies).where(sql`id::text`, '=', id).where(isLive(alive)).returningAll().executeTakeFirst()
  if (ended) notifyLater(db, { kind: 'session', user: userId })
  return ended
}

/** The last use and expiry of the sessions, by token hash; those that have ended are left out. */
export async function sessionTimes(db: Db, tokenHashes: string[], now: Date): Promise<Map<string, { seenAt: Date; expiresAt: Date }>> {
  if (tokenHashes.length === 0) return new Map()
  const rows = await db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id').select(['token_hash', 'seen_at', 'expires_at'])
    .where('token_hash', 'in', tokenHashes).where('revoked_at', 'is', null).where('expires_at', '>', now).where('users.active', '=', true).execute()
  return new Map(rows.map((row) => [row.token_hash, { seenAt: row.seen_at, expiresAt: row.expires_at }]))
}

/** The user's live sessions in the companies, the most recently used first. */
export async function listLiveSessions(db: Db, userId: string, companies: string[], alive: ActivityCutoff): Promise<LiveSession[]> {
  return db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where('company', 'in', companies).where(isLive(alive)).orderBy('seen_at', 'desc').limit(200).execute()
}

function isLive({ now, seenAfter }: ActivityCutoff): (eb: ExpressionBuilder<Tables, 'sessions'>) => Expression<SqlBool> {
  return (eb) => eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>', now), eb('seen_at', '>=', seenAfter)])
}

/** Deletes sessions that expired before the given moment; returns how many. */
export async function purgeSessions(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`with gone as (delete from sessions where expires_at < ${before} returning 1) select count(*) as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}
