/** Signed-in sessions. The token itself is never stored, only its hash. */
import { sql } from 'kysely'
import type { Organisation, Settings } from '../../core/index.ts'
import type { Db } from './database.ts'
import { literal } from './field-sql.ts'
import { Statement } from './statement.ts'
import type { CompaniesTable } from './tables.ts'
import type { User } from './users.ts'

export interface NewSession { tokenHash: string; userId: string; company: string; device: string; ip: string | null; now: Date; expiresAt: Date }

export async function createSession(db: Db, session: NewSession): Promise<void> {
  const { now } = session
  await db.insertInto('sessions').values({
    token_hash: session.tokenHash, user_id: session.userId, company: session.company, device: session.device, ip: session.ip,
    created_at: now, seen_at: now, expires_at: session.expiresAt
  }).execute()
}

export interface FoundSession {
  token_hash: string
  seen_at: Date
  expires_at: Date
  user: User
  company: CompaniesTable
  settings: Settings
  /** Department of the person's employee record. */
  department: string | null
}

interface SessionRow { token_hash: string; seen_at: Date; expires_at: Date; user_row: User; company_row: CompaniesTable; settings: Settings; department: string | null }

/** The live session with its person, company, settings and department, in one query; undefined when revoked, expired or the person is inactive. */
export async function findSession(db: Db, tokenHash: string, now: Date, organisation: Organisation): Promise<FoundSession | undefined> {
  const s = new Statement()
  const hash = s.value(tokenHash)
  const at = s.value(now, 'timestamptz')
  const { employees } = organisation
  const department = employees?.department === undefined
    ? 'null::text'
    : `(select e.data->>${literal(employees.department)} from documents e where e.company = s.company and e.type = ${literal(employees.type)} and e.key = u.employee)`
  const rows = await s.run<SessionRow>(
    db,
    `select s.token_hash, s.seen_at, s.expires_at, to_jsonb(u) - 'password_hash' as user_row, to_jsonb(c) as company_row, ${department} as department,
       (select coalesce(jsonb_object_agg(g.group_name, g.values), '{}') from settings g where g.company = s.company) as settings
     from sessions s join users u on u.id = s.user_id join companies c on c.code = s.company
     where s.token_hash = ${hash} and s.revoked_at is null and s.expires_at > ${at} and u.active`
  )
  const row = rows[0]
  if (!row) return undefined
  const { user_row: user, company_row: company, ...rest } = row
  return { ...rest, user: { ...user, password_hash: null, created_at: new Date(user.created_at), locked_until: user.locked_until && new Date(user.locked_until) }, company }
}

/** Notes that the session was used and when it will end for lack of use; does nothing when noted less than a minute ago. */
export async function touchSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: now })
    .where('token_hash', '=', tokenHash).where('seen_at', '<', new Date(now.getTime() - 60_000)).execute()
}

export async function revokeSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revoked_at: now }).where('token_hash', '=', tokenHash).where('revoked_at', 'is', null).execute()
}

/** Ends every session of the person. */
export async function revokeSessionsOf(db: Db, userId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ revoked_at: now }).where('user_id', '=', userId).where('revoked_at', 'is', null).execute()
}

/** Puts the session into another company. */
export async function switchSessionCompany(db: Db, tokenHash: string, company: string): Promise<void> {
  await db.updateTable('sessions').set({ company }).where('token_hash', '=', tokenHash).execute()
}

/** Removes what ended long ago; answers how many. */
export async function purgeSessions(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`with gone as (delete from sessions where expires_at < ${before} returning 1) select count(*) as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}
