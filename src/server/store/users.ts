/** People who sign in. */
import { sql, type Selectable } from 'kysely'
import type { Db } from './database.ts'
import { Statement } from './statement.ts'
import type { UsersTable } from './tables.ts'

export type User = Selectable<UsersTable>

/** Everybody who administers something, in whatever company; active or not. */
export async function findAdministrators(db: Db): Promise<Pick<User, 'id' | 'companies' | 'is_admin' | 'portal_admin'>[]> {
  return db.selectFrom('users').select(['id', 'companies', 'is_admin', 'portal_admin']).where((eb) => eb.or([eb('is_admin', '=', true), eb('portal_admin', '=', true)])).execute()
}

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

export type Channel = 'in-app' | 'mail'
export interface Contact { id: string; employee: string; name: string; email: string; /** Whether an authenticator is asked for where they sign in. */ hasAuthenticator: boolean; /** What they turned off of the kind of notice that was named. */ muted: Channel[] }

const OF_NOBODY_EMPLOYED = /^user:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The active users of a company by employee number, or `user:<id>` for who has none, as who is told something of a kind. */
export async function contactsOf(db: Db, company: string, numbers: string[], kind: string): Promise<Map<string, Contact>> {
  if (numbers.length === 0) return new Map()
  const s = new Statement()
  const rows = await s.run<Contact>(db, `select ${contactColumns(s, kind)} from users u where ${isContact(s, s.value(company), numbers)}`)
  return new Map(rows.map((row) => [row.employee, row]))
}

/** Columns of the row `u` of `users` that make a Contact. */
export function contactColumns(s: Statement, kind: string): string {
  return `u.id, ${numberSql('u')} as employee, u.name, u.email, exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null) as "hasAuthenticator", array(select m.channel from notification_mutes m where m.user_id = u.id and m.kind = ${s.value(kind)}) as muted`
}

/** SQL of whether the row `u` is one of the people, or of the further employees that a subselect gives. */
export function isContact(s: Statement, company: string, numbers: string[], further?: string): string {
  const ids = numbers.flatMap((number) => OF_NOBODY_EMPLOYED.exec(number)?.[1] ?? [])
  // Two columns asked for rather than the one expression, of which there is no index.
  const ways = [`u.employee ${s.oneOf(numbers)}`, ...(ids.length === 0 ? [] : [`(u.employee is null and u.id ${s.oneOf(ids, 'uuid')})`]), ...(further === undefined ? [] : [`u.employee in (${further})`])]
  return `u.active and ${company} = any(u.companies) and (${ways.join(' or ')})`
}

/** Id, e-mail, name and companies of everybody who belongs to any of the companies. */
export async function listUsersOf(db: Db, companies: string[]): Promise<Pick<User, 'id' | 'email' | 'name' | 'companies' | 'active'>[]> {
  return db.selectFrom('users').select(['id', 'email', 'name', 'companies', 'active']).where(sql<boolean>`companies && ${companies}::text[]`).orderBy('email').execute()
}
