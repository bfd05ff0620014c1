/** Signed-in sessions. The token itself is never stored, only its hash. */
import { sql, type Expression, type ExpressionBuilder, type Selectable, type SqlBool } from 'kysely'
import type { Organisation } from '../../core/index.ts'
import type { Db } from './database.ts'
import { delegationsToSql, type StoredDelegation } from './delegates.ts'
import { notifyLater } from './hints.ts'
import { departmentSql, gradeSql, holdsEntriesSql } from './people.ts'
import { Statement } from './statement.ts'
import type { CompaniesTable, SessionsTable, Tables } from './tables.ts'
import type { User } from './users.ts'

export interface NewSession { tokenHash: string; userId: string; company: string; device: string; ip: string | null; now: Date; expiresAt: Date; hasSecondStep?: boolean; /** When the person last showed who they are. */ provedAt?: Date | null; /** Of the sign-in at a provider that it began with. */ providerSignIn?: string | null; /** So long a first authenticator may be added without that. */ setUpUntil?: Date | null }

/** A person has no more than these that could be used: with one more, that which was used longest ago ends. */
const MAX_PER_PERSON = 50

/** Opens a session that ends at `expiresAt` at the latest. */
export async function createSession(db: Db, session: NewSession): Promise<void> {
  const { now } = session
  await db.insertInto('sessions').values({
    token_hash: session.tokenHash, user_id: session.userId, company: session.company, device: session.device, ip: session.ip,
    created_at: now, seen_at: now, expires_at: session.expiresAt, has_second_factor: session.hasSecondStep ?? false,
    proved_at: session.provedAt ?? null, provider_sign_in: session.providerSignIn ?? null, set_up_until: session.setUpUntil ?? null,
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
  /** Whether the person has an authenticator that counts. */
  has_authenticator: boolean
  user: User
  company: CompaniesTable
  /** What the company has set, by group, as JSON text: who reads it knows it by its text. */
  settings: string
  /** Department of the person's employee record. */
  department: string | null
  /** Grade of that record. */
  grade: string | null
  /** Whether an approval entry of the company names them. */
  holds_entries: boolean
  /** Delegations to the person, of these days. */
  delegations: StoredDelegation[] | null
}

interface SessionRow extends Omit<FoundSession, 'user' | 'company'> { user_row: User; company_row: CompaniesTable }

/** The live session with its person, company, settings and what they are in the company, in one query; undefined when revoked, expired, or the person is inactive or no longer of the company. */
export async function findSession(db: Db, tokenHash: string, now: Date, organisation: Organisation): Promise<FoundSession | undefined> {
  const s = new Statement()
  return (await readSessionsWhere(db, s, `= ${s.value(tokenHash)}`, now, organisation))[0]
}

/** The same of several, in no order; those that cannot be used are left out. */
export async function findSessions(db: Db, tokenHashes: string[], now: Date, organisation: Organisation): Promise<FoundSession[]> {
  const s = new Statement()
  return readSessionsWhere(db, s, `= any(${s.value(tokenHashes, 'text[]')})`, now, organisation)
}

async function readSessionsWhere(db: Db, s: Statement, isMeant: string, now: Date, organisation: Organisation): Promise<FoundSession[]> {
  const at = s.value(now, 'timestamptz')
  const rows = await s.run<SessionRow>(
    db,
    `select s.token_hash, s.seen_at, s.expires_at, s.has_second_factor, s.proved_at, s.set_up_until, exists (select 1 from authenticators a where a.user_id = s.user_id and a.confirmed_at is not null) as has_authenticator, to_jsonb(u) - 'password_hash' as user_row, to_jsonb(c) as company_row, ${departmentSql(organisation, () => 's.company')} as department,
       ${gradeSql(organisation, () => 's.company')} as grade, ${holdsEntriesSql(() => 's.company')} as holds_entries,
       ${delegationsToSql(organisation, () => 's.company', at)} as delegations,
       (select coalesce(jsonb_object_agg(g.group_name, g.values), '{}')::text from settings g where g.company = s.company) as settings
     from sessions s join users u on u.id = s.user_id join companies c on c.code = s.company
     where s.token_hash ${isMeant} and s.revoked_at is null and s.expires_at > ${at} and u.active and s.company = any(u.companies)`
  )
  return rows.map(({ user_row: user, company_row: company, ...rest }) => (
    { ...rest, user: { ...user, password_hash: null, created_at: new Date(user.created_at), email_verified_at: user.email_verified_at && new Date(user.email_verified_at) }, company }
  ))
}

/** The times of a session and the sign-in at a provider that it began with, whether it can be used or not; undefined when there never was one, or it was purged. */
export async function findSessionFacts(db: Db, tokenHash: string): Promise<Pick<LiveSession, 'seen_at' | 'expires_at' | 'revoked_at' | 'provider_sign_in'> | undefined> {
  return db.selectFrom('sessions').select(['seen_at', 'expires_at', 'revoked_at', 'provider_sign_in']).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Notes that the session was used and when it will end for lack of use; does nothing when noted less than a minute ago. */
export async function touchSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: now })
    .where('token_hash', '=', tokenHash).where('seen_at', '<', new Date(now.getTime() - 60_000)).execute()
}

/** What the times of a session can be at the latest; what is later was noted by a clock that was ahead. */
export interface LatestTimes { now: Date; /** Later than that nothing was seen, if two clocks are taken for the same that are a little apart. */ seenBy: Date; endsBy: Date }

/** Brings times that lie ahead to the latest that they can be, of one session or of all: they idle and end from now on. */
export async function mendSessions(db: Db, { now, seenBy, endsBy }: LatestTimes, tokenHash?: string): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: sql<Date>`least(seen_at, ${now})`, created_at: sql<Date>`least(created_at, ${now})`, expires_at: sql<Date>`least(expires_at, ${endsBy})` })
    .where((eb) => eb.or([eb('seen_at', '>', seenBy), eb('expires_at', '>', endsBy)])).$if(tokenHash !== undefined, (query) => query.where('token_hash', '=', tokenHash ?? '')).execute()
}

/** Notes that the person has shown who they are, by way of this session. */
export async function noteProof(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now }).where('token_hash', '=', tokenHash).execute()
}

/** Keeps what a passkey of the session is asked to sign; what was asked before no longer counts. */
export async function keepNonce(db: Db, tokenHash: string, nonce: string, endsAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ nonce, nonce_ends_at: endsAt }).where('token_hash', '=', tokenHash).execute()
}

/** Takes what a passkey of the session was asked to sign: of two answers at once one gets it. Undefined when nothing was asked, or too long ago. */
export async function takeNonce(db: Db, tokenHash: string, now: Date): Promise<string | undefined> {
  const s = new Statement()
  const [row] = await s.run<{ nonce: string; nonce_ends_at: Date }>(db, `with asked as (select token_hash, nonce, nonce_ends_at from sessions where token_hash = ${s.value(tokenHash)} and nonce is not null for update)
    update sessions set nonce = null from asked where sessions.token_hash = asked.token_hash returning asked.nonce, asked.nonce_ends_at`)
  return row !== undefined && row.nonce_ends_at > now ? row.nonce : undefined
}

/** Ends the session; false when it had ended already. */
export async function revokeSession(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const ended = await db.updateTable('sessions').set({ revoked_at: now }).where('token_hash', '=', tokenHash).where('revoked_at', 'is', null).returning('user_id').executeTakeFirst()
  if (ended) notifyLater(db, { kind: 'session', user: ended.user_id })
  return ended !== undefined
}

/** Ends every session of the person. */
export async function revokeSessionsOf(db: Db, userId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revoked_at: now }).where('user_id', '=', userId).where('revoked_at', 'is', null).execute()
  notifyLater(db, { kind: 'session', user: userId })
}

/** Ends the person's sessions in companies that are no longer theirs. */
export async function revokeSessionsElsewhere(db: Db, userId: string, companies: string[], now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revoked_at: now }).where('user_id', '=', userId).where('company', 'not in', companies).where('revoked_at', 'is', null).execute()
  notifyLater(db, { kind: 'session', user: userId })
}

/** When a session that could still be used was seen last, at the earliest. */
export interface Alive { now: Date; seenAfter: Date }

export type LiveSession = Selectable<SessionsTable>

/** Ends every session of the person but one, also those that nobody could use any more; answers how many could be used. */
export async function revokeOtherSessions(db: Db, userId: string, keptHash: string, { now, seenAfter }: Alive): Promise<number> {
  const ended = await db.updateTable('sessions').set({ revoked_at: now })
    .where('user_id', '=', userId).where('token_hash', '<>', keptHash).where('revoked_at', 'is', null).where('expires_at', '>', now).returning('seen_at').execute()
  if (ended.length > 0) notifyLater(db, { kind: 'session', user: userId })
  return ended.filter(({ seen_at: seenAt }) => seenAt >= seenAfter).length
}

/** Ends one session of the person by its id and answers it; undefined when there is none that could be used. */
export async function revokeSessionById(db: Db, userId: string, id: string, alive: Alive): Promise<LiveSession | undefined> {
  const ended = await db.updateTable('sessions').set({ revoked_at: alive.now })
    .where('user_id', '=', userId).where(sql`id::text`, '=', id).where(isLive(alive)).returningAll().executeTakeFirst()
  if (ended) notifyLater(db, { kind: 'session', user: userId })
  return ended
}

/** When the sessions were used last and end at the latest, by token hash; those that have ended are left out. */
export async function sessionTimes(db: Db, tokenHashes: string[], now: Date): Promise<Map<string, { seenAt: Date; expiresAt: Date }>> {
  if (tokenHashes.length === 0) return new Map()
  const rows = await db.selectFrom('sessions').innerJoin('users', 'users.id', 'sessions.user_id').select(['token_hash', 'seen_at', 'expires_at'])
    .where('token_hash', 'in', tokenHashes).where('revoked_at', 'is', null).where('expires_at', '>', now).where('users.active', '=', true).execute()
  return new Map(rows.map((row) => [row.token_hash, { seenAt: row.seen_at, expiresAt: row.expires_at }]))
}

/** The person's sessions that could still be used, the last used first. */
export async function listLiveSessions(db: Db, userId: string, alive: Alive): Promise<LiveSession[]> {
  return db.selectFrom('sessions').selectAll().where('user_id', '=', userId).where(isLive(alive)).orderBy('seen_at', 'desc').limit(200).execute()
}

function isLive({ now, seenAfter }: Alive): (eb: ExpressionBuilder<Tables, 'sessions'>) => Expression<SqlBool> {
  return (eb) => eb.and([eb('revoked_at', 'is', null), eb('expires_at', '>', now), eb('seen_at', '>=', seenAfter)])
}

/** Removes what ended long ago; answers how many. */
export async function purgeSessions(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`with gone as (delete from sessions where expires_at < ${before} returning 1) select count(*) as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}
