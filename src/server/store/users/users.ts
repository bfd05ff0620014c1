/** The accounts of people who sign in. */
import { sql, type Selectable } from 'kysely'
import type { Db } from '../connection/database.ts'
import type { UsersTable } from '../sql/tables.ts'

export type User = Selectable<UsersTable>

/** All administrators, of any company, active or not. */
export async function findAdministrators(db: Db): Promise<Pick<User, 'id' | 'companies' | 'is_admin' | 'portal_admin'>[]> {
  return db.selectFrom('users').select(['id', 'companies', 'is_admin', 'portal_admin']).where((eb) => eb.or([eb('is_admin', '=', true), eb('portal_admin', '=', true)])).execute()
}

/** Finds a user by e-mail, ignoring case; active or not. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where(sql`lower(email)`, '=', email.trim().toLowerCase()).executeTakeFirst()
}

/** Finds a user by Windows account name, ignoring case; active or not. */
export async function findUserByUsername(db: Db, username: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where(sql`lower(username)`, '=', username.trim().toLowerCase()).executeTakeFirst()
}

/** Finds a user by id; undefined if it is unknown or no UUID. */
export async function findUserById(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where(sql`id::text`, '=', id).executeTakeFirst()
}

/** How approval entries identify a person: by employee number, or as `user:<id>` without one. */
export function numberOf({ id, employee }: { id: string; employee?: string | null | undefined }): string {
  return employee ?? `user:${id}`
}

/** The SQL equivalent for a row of `users`. */
export const numberSql = (row: string): string => `coalesce(${row}.employee, 'user:' || ${row}.id::text)`

/** Whether the account of the person with that number is an active approver's. */
export async function isApprover(db: Db, number: string): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where(sql.raw<string>(numberSql('users')), '=', number).where('is_approver', '=', true).where('active', '=', true).executeTakeFirst()
  return found !== undefined
}

/** Those of the employee numbers whose account in the company is an active approver's. */
export async function approversAmong(db: Db, company: string, numbers: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('users').select('employee').where('employee', 'in', [...numbers]).where('is_approver', '=', true).where('active', '=', true).where(sql<boolean>`${company} = any(companies)`).execute()
  return new Set(rows.flatMap(({ employee }) => employee ?? []))
}

export type NewUser = Pick<User, 'email' | 'name' | 'default_company' | 'companies' | 'roles'> & Partial<Omit<User, 'id' | 'created_at' | 'rev'>>

const NOTHING_YET = {
  username: null, password_hash: null, employee: null, is_admin: false, is_approver: false, is_navuser: false, portal_admin: false, active: true
} as const

/** Inserts the user; undefined if the e-mail or user name is already taken, in which case the existing user is unchanged. */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  return db.insertInto('users').values({ ...NOTHING_YET, ...user }).onConflict((oc) => oc.doNothing()).returningAll().executeTakeFirst()
}

/** Inserts the user, or updates the one with the same e-mail. Returns the id. */
export async function saveUser(db: Db, user: NewUser): Promise<string> {
  const saved = await db.insertInto('users').values({ ...NOTHING_YET, ...user })
    .onConflict((oc) => oc.expression(sql`lower(email)`).doUpdateSet(user))
    .returning('id').executeTakeFirstOrThrow()
  return saved.id
}

/** Stores a new password hash. Pass `verifiedAt` if a mailed link was used, which proves that the e-mail is theirs. */
export async function setPassword(db: Db, userId: string, hash: string, verifiedAt?: Date): Promise<void> {
  await db.updateTable('users')
    .set({ password_hash: hash, ...(verifiedAt && { email_verified_at: sql<Date>`coalesce(email_verified_at, ${verifiedAt.toISOString()}::timestamptz)` }) })
    .where('id', '=', userId).execute()
}

/** Sets the company that the user signs in to by default. */
export async function setDefaultCompany(db: Db, userId: string, company: string): Promise<void> {
  await db.updateTable('users').set((eb) => ({ default_company: company, rev: eb('rev', '+', 1) })).where('id', '=', userId).execute()
}

/** The number of users in all companies. */
export async function countUsers(db: Db): Promise<number> {
  const row = await db.selectFrom('users').select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst()
  return row?.count ?? 0
}

/** Id, e-mail, name, companies and status of all users of any of the companies. */
export async function listUsersOf(db: Db, companies: string[]): Promise<Pick<User, 'id' | 'email' | 'name' | 'companies' | 'active'>[]> {
  return db.selectFrom('users').select(['id', 'email', 'name', 'companies', 'active']).where(sql<boolean>`companies && ${companies}::text[]`).orderBy('email').execute()
}
