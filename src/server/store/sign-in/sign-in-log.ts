/** The sign-in log: session events of a company, newest first, paged by id. */
import { ACTING_USER_JOIN, ACTING_NAME_SQL, arrivalSql, columnsOf, type Hidden } from '../users/account-history.ts'
import type { Db } from '../connection/database.ts'
import { MAX_COUNTED } from '../sql/max-counted.ts'
import { Statement, containsPattern } from '../sql/statement.ts'

export interface LoggedSignIn { id: number; at: Date; kind: string; actor: string; name: string | null; email: string | null; /** Who acted on the user's behalf, or handed out the link that was used; null if it was the user. */ by: string | null; ip: string | null; device: string | null; reason: string | null }
export interface SignInLogCriteria { company: string; hidden: Hidden; search?: string | undefined; /** Only events with a lower id than this. */ before?: number | undefined; limit: number }

/**
 * One page. The search covers names (also of people acting on a user's behalf), e-mails, event kinds, and the addresses and devices that
 * are not withheld.
 */
export async function listSignIns(db: Db, criteria: SignInLogCriteria): Promise<LoggedSignIn[]> {
  const s = new Statement()
  const where = conditions(s, criteria)
  if (criteria.before !== undefined) where.push(`e.id < ${s.value(criteria.before, 'bigint')}`)
  return s.run<LoggedSignIn>(db, `select e.id, e.at, e.kind, e.actor, u.name, u.email, ${ACTING_NAME_SQL} as by, ${columnsOf(arrivalSql(s, criteria.hidden))} ${FROM} where ${where.join(' and ')} order by e.id desc limit ${s.value(criteria.limit, 'integer')}`)
}

/** The number of events, counted up to 10,001. */
export async function countSignIns(db: Db, criteria: Omit<SignInLogCriteria, 'limit'>): Promise<number> {
  const s = new Statement()
  const rows = await s.run<{ count: number }>(db, `select count(*)::integer as count from (select 1 ${FROM} where ${conditions(s, criteria).join(' and ')} limit ${MAX_COUNTED + 1}) found`)
  return rows[0]?.count ?? 0
}

const FROM = `from events e left join users u on u.id::text = e.actor ${ACTING_USER_JOIN}`

function conditions(s: Statement, { company, search, hidden }: Omit<SignInLogCriteria, 'limit'>): string[] {
  const where = [`e.company = ${s.value(company)}`, `e.type = 'session'`]
  if (search !== undefined && search !== '') {
    const pattern = s.value(containsPattern(search))
    const { ip, device } = arrivalSql(s, hidden)
    where.push(`(${['u.name', 'u.email', 'e.actor', ip, device, 'e.kind', ACTING_NAME_SQL].map((column) => `${column} ilike ${pattern}`).join(' or ')})`)
  }
  return where
}
