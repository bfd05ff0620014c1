/** People who sign in. */
import { sql, type Selectable } from 'kysely'
import type { Db } from './database.ts'
import type { UsersTable } from './tables.ts'

export type User = Selectable<UsersTable>

/** By e-mail or user name, regardless of capitals; active or not. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const wanted = email.trim().toLowerCase()
  return db.selectFrom('users').selectAll().where((eb) => eb.or([
    eb(sql`lower(email)`, '=', wanted), eb(sql`lower(username)`, '=', wanted)
  ])).executeTakeFirst()
}

export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where(sql`id::text`, '=', id).executeTakeFirst()
}

export type NewUser = Pick<User, 'email' | 'name' | 'default_company' | 'companies' | 'roles'> & Partial<Omit<User, 'id' | 'created_at'>>

/** Adds the person, or brings the one with the e-mail to what is given. Answers the id. */
export async function saveUser(db: Db, user: NewUser): Promise<string> {
  const { email, name, default_company, companies, roles, ...rest } = user
  const whole = {
    username: null, password_hash: null, employee: null, is_admin: false, is_approver: false, is_navuser: false, portal_admin: false,
    active: true, failed_attempts: 0, ...rest, email, name, default_company, companies, roles
  }
  const saved = await db.insertInto('users').values(whole)
    .onConflict((oc) => oc.expression(sql`lower(email)`).doUpdateSet(user))
    .returning('id').executeTakeFirstOrThrow()
  return saved.id
}

/** Counts a failed sign-in; at the limit the account is locked until `lockedUntil` and counting starts again. Answers whether it locked. */
export async function recordFailedSignIn(db: Db, userId: string, limit: number, lockedUntil: Date): Promise<boolean> {
  const row = await db.updateTable('users')
    .set({
      failed_attempts: sql<number>`case when failed_attempts + 1 >= ${limit} then 0 else failed_attempts + 1 end`,
      locked_until: sql<Date>`case when failed_attempts + 1 >= ${limit} then ${lockedUntil.toISOString()}::timestamptz else locked_until end`
    })
    .where('id', '=', userId).returning(['locked_until', 'failed_attempts']).executeTakeFirst()
  return row?.failed_attempts === 0 && row.locked_until !== null
}

/** Forgets failed sign-ins. */
export async function clearFailedSignIns(db: Db, userId: string): Promise<void> {
  await db.updateTable('users').set({ failed_attempts: 0, locked_until: null }).where('id', '=', userId).execute()
}

export async function countUsers(db: Db): Promise<number> {
  const row = await db.selectFrom('users').select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst()
  return row?.count ?? 0
}

export interface Contact { employee: string; name: string; email: string }

/** Name and e-mail of the users of a company by employee number, or `user:<id>` for who has none. */
export async function contactsOf(db: Db, company: string, numbers: string[]): Promise<Map<string, Contact>> {
  if (numbers.length === 0) return new Map()
  const key = sql<string>`coalesce(employee, 'user:' || id::text)`
  const rows = await db.selectFrom('users').select([key.as('employee'), 'name', 'email'])
    .where('active', '=', true).where(sql<boolean>`${company} = any(companies)`).where(key, 'in', numbers).execute()
  return new Map(rows.map((row) => [row.employee, row]))
}
