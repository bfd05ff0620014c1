/** People who sign in. */
import { sql, type Selectable } from 'kysely'
import type { Db } from './database.ts'
import type { UsersTable } from './tables.ts'

export type User = Selectable<UsersTable>

/** By e-mail, regardless of capitals; active or not. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where(sql`lower(email)`, '=', email.trim().toLowerCase()).executeTakeFirst()
}

/** By the name of their Windows account, regardless of capitals; active or not. */
export async function findUserByUsername(db: Db, username: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where(sql`lower(username)`, '=', username.trim().toLowerCase()).executeTakeFirst()
}

/** The person with the id; undefined for an id of nobody, or that is no uuid. */
export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where(sql`id::text`, '=', id).executeTakeFirst()
}

/** How approval entries name the person: by the employee number, or as `user:<id>` who has none. */
export function numberOf({ id, employee }: { id: string; employee?: string | null | undefined }): string {
  return employee ?? `user:${id}`
}

/** The same of a row of `users`. */
export const numberSql = (row: string): string => `coalesce(${row}.employee, 'user:' || ${row}.id::text)`

export type NewUser = Pick<User, 'email' | 'name' | 'default_company' | 'companies' | 'roles'> & Partial<Omit<User, 'id' | 'created_at' | 'rev'>>

const NOTHING_YET = {
  username: null, password_hash: null, employee: null, is_admin: false, is_approver: false, is_navuser: false, portal_admin: false, active: true
} as const

/** Adds the person; undefined when somebody has the e-mail or the user name already, who stays as they are. */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  return db.insertInto('users').values({ ...NOTHING_YET, ...user }).onConflict((oc) => oc.doNothing()).returningAll().executeTakeFirst()
}

/** Adds the person, or brings the one with the e-mail to what is given. Answers the id. */
export async function saveUser(db: Db, user: NewUser): Promise<string> {
  const saved = await db.insertInto('users').values({ ...NOTHING_YET, ...user })
    .onConflict((oc) => oc.expression(sql`lower(email)`).doUpdateSet(user))
    .returning('id').executeTakeFirstOrThrow()
  return saved.id
}

/** Stores a new password. `verifiedAt` when a mailed link was used, which shows that the e-mail is theirs. */
export async function setPassword(db: Db, userId: string, hash: string, verifiedAt?: Date): Promise<void> {
  await db.updateTable('users')
    .set({ password_hash: hash, ...(verifiedAt && { email_verified_at: sql<Date>`coalesce(email_verified_at, ${verifiedAt.toISOString()}::timestamptz)` }) })
    .where('id', '=', userId).execute()
}

/** The company that the person signs in to from now on. */
export async function setDefaultCompany(db: Db, userId: string, company: string): Promise<void> {
  await db.updateTable('users').set((eb) => ({ default_company: company, rev: eb('rev', '+', 1) })).where('id', '=', userId).execute()
}

/** How many people there are, in all companies. */
export async function countUsers(db: Db): Promise<number> {
  const row = await db.selectFrom('users').select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst()
  return row?.count ?? 0
}

export interface Contact { id: string; employee: string; name: string; email: string }

/** Id, name and e-mail of the users of a company by employee number, or `user:<id>` for who has none. */
export async function contactsOf(db: Db, company: string, numbers: string[]): Promise<Map<string, Contact>> {
  if (numbers.length === 0) return new Map()
  const key = sql<string>`${sql.raw(numberSql('users'))}`
  const rows = await db.selectFrom('users').select(['id', key.as('employee'), 'name', 'email'])
    .where('active', '=', true).where(sql<boolean>`${company} = any(companies)`).where(key, 'in', numbers).execute()
  return new Map(rows.map((row) => [row.employee, row]))
}

/** Id, e-mail, name and companies of everybody who belongs to any of the companies. */
export async function listUsersOf(db: Db, companies: string[]): Promise<Pick<User, 'id' | 'email' | 'name' | 'companies' | 'active'>[]> {
  return db.selectFrom('users').select(['id', 'email', 'name', 'companies', 'active']).where(sql<boolean>`companies && ${companies}::text[]`).orderBy('email').execute()
}
