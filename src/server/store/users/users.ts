/** The accounts of people who sign in. */
import { sql, type Selectable } from 'kysely'
import type { Db } from '../connection/database.ts'
import { Statement } from '../sql/statement.ts'
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

export type Channel = 'in-app' | 'mail'
export interface Contact { id: string; employee: string; name: string; email: string; /** Whether they sign in with an authenticator. */ hasAuthenticator: boolean; /** The channels that they turned off for the given kind of notification. */ muted: Channel[] }

const OF_NOBODY_EMPLOYED = /^user:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The company's active users by employee number, or `user:<id>` for those without one, as recipients of a kind of notification. */
export async function contactsOf(db: Db, company: string, numbers: string[], kind: string): Promise<Map<string, Contact>> {
  if (numbers.length === 0) return new Map()
  const s = new Statement()
  const rows = await s.run<Contact>(db, `select ${contactColumns(s, kind)} from users u where ${isContact(s, s.value(company), numbers)}`)
  return new Map(rows.map((row) => [row.employee, row]))
}

/** The columns of the row `u` of `users` that make a Contact. */
export function contactColumns(s: Statement, kind: string): string {
  return `u.id, ${numberSql('u')} as employee, u.name, u.email, exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as "hasAuthenticator", array(select m.channel from notification_mutes m where m.user_id = u.id and m.kind = ${s.value(kind)}) as muted`
}

/** SQL: whether the row `u` is one of the people, or one of the further employees returned by a subselect. */
export function isContact(s: Statement, company: string, numbers: string[], further?: string): string {
  const ids = numbers.flatMap((number) => OF_NOBODY_EMPLOYED.exec(number)?.[1] ?? [])
  // Tests two columns instead of the combined expression, which has no index.
  const ways = [`u.employee ${s.oneOf(numbers)}`, ...(ids.length === 0 ? [] : [`(u.employee is null and u.id ${s.oneOf(ids, 'uuid')})`]), ...(further === undefined ? [] : [`u.employee in (${further})`])]
  return `u.active and ${company} = any(u.companies) and (${ways.join(' or ')})`
}

/** Id, e-mail, name, companies and status of all users of any of the companies. */
export async function listUsersOf(db: Db, companies: string[]): Promise<Pick<User, 'id' | 'email' | 'name' | 'companies' | 'active'>[]> {
  return db.selectFrom('users').select(['id', 'email', 'name', 'companies', 'active']).where(sql<boolean>`companies && ${companies}::text[]`).orderBy('email').execute()
}
