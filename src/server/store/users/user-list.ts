/** The users of companies as administrators see them: paged by name, with related facts from other tables. */
import type { Db } from '../connection/database.ts'
import { MAX_COUNTED } from '../sql/max-counted.ts'
import { Statement, containsPattern } from '../sql/statement.ts'
import { numberSql, type User } from './users.ts'

export interface UserCriteria {
  companies: string[]
  search?: string | undefined
  active?: boolean | undefined
  /** Name and id of the last row on the previous page. */
  after?: { name: string; id: string } | undefined
  limit: number
}

/** The same order on both databases, ignoring case. */
const BY_NAME = `lower(u.name) collate "C"`

/** One page, without password hashes. */
export async function listUsers(db: Db, criteria: UserCriteria): Promise<User[]> {
  const s = new Statement()
  const where = conditions(s, criteria)
  if (criteria.after !== undefined) where.push(`(${BY_NAME}, u.id) > (lower(${s.value(criteria.after.name)}) collate "C", ${s.value(criteria.after.id, 'uuid')})`)
  const rows = await s.run<User>(db, `select u.* from users u where ${where.join(' and ')} order by ${BY_NAME}, u.id limit ${s.value(criteria.limit, 'integer')}`)
  return rows.map((row) => ({ ...row, password_hash: null }))
}

/** The number of users, counted up to 10,001. */
export async function countListed(db: Db, criteria: Omit<UserCriteria, 'limit'>): Promise<number> {
  const s = new Statement()
  const rows = await s.run<{ count: number }>(db, `select count(*)::integer as count from (select 1 from users u where ${conditions(s, criteria).join(' and ')} limit ${MAX_COUNTED + 1}) found`)
  return rows[0]?.count ?? 0
}

function conditions(s: Statement, { companies, search, active }: Omit<UserCriteria, 'limit'>): string[] {
  const where = [`u.companies && ${s.value(companies, 'text[]')}`]
  if (active !== undefined) where.push(`u.active = ${s.value(active)}`)
  if (search !== undefined && search !== '') {
    const pattern = s.value(containsPattern(search))
    where.push(`(${['u.name', 'u.email', 'u.username', 'u.employee'].map((column) => `${column} ilike ${pattern}`).join(' or ')})`)
  }
  return where
}

/** Facts about a user besides their account, within the given companies. */
export interface UserFacts { lastSignIn: Date | null; /** How many confirmed authenticators they have. */ authenticators: number; /** By company: approval entries that wait for them now or later. */ waiting: Record<string, number> }

/** The facts by user id. */
export async function readUserFacts(db: Db, ids: string[], companies: string[]): Promise<Map<string, UserFacts>> {
  if (ids.length === 0) return new Map()
  const s = new Statement()
  const within = s.value(companies, 'text[]')
  const rows = await s.run<{ id: string; last_sign_in: Date | null; authenticators: number; waiting: Record<string, number> | null }>(
    db,
    `select u.id, (select e.at from events e where e.actor = u.id::text and e.type = 'session' and e.kind = 'signed-in' and e.company = any(${within}) order by e.id desc limit 1) as last_sign_in,
       (select count(*)::integer from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as authenticators,
       (select jsonb_object_agg(w.company, w.count) from (select a.company, count(*) as count from approval_entries a
          where a.company = any(${within}) and a.approver = ${numberSql('u')} and a.status in ('Open', 'Created') group by a.company) w) as waiting
     from users u where u.id = any(${s.value(ids, 'uuid[]')})`
  )
  return new Map(rows.map((row) => [row.id, { lastSignIn: row.last_sign_in, authenticators: row.authenticators, waiting: row.waiting ?? {} }]))
}
