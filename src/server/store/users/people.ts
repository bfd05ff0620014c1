/** Facts about users from their employee records. */
import type { Organisation } from '../../../core/index.ts'
import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '../transactions/advisory-locks.ts'
import type { Db, Tx } from '../connection/database.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'
import { numberSql, type User } from './users.ts'

/**
 * SQL: the department of the employee record that the row `u` of `users` has in the company; null if the organisation has no departments.
 */
export function departmentSql(organisation: Organisation, company: () => string): string {
  return employeeFieldSql(organisation, organisation.employees?.department, company)
}

/** SQL: the grade of that record; null if the organisation has no grades. */
export function gradeSql(organisation: Organisation, company: () => string): string {
  return employeeFieldSql(organisation, organisation.employees?.grade, company)
}

/** SQL: the name of that record; null if there is no such record, or the organisation has no employees. */
export function recordedNameSql(organisation: Organisation, company: () => string): string {
  return employeeFieldSql(organisation, organisation.employees?.name, company)
}

function employeeFieldSql({ employees }: Organisation, field: string | undefined, company: () => string): string {
  // `company` is a function, so that its parameter is added only where it is used: PostgreSQL cannot type a parameter that the text does
  // not reference.
  if (employees === undefined || field === undefined) return 'null::text'
  return `(select e.data->>${literal(field)} from documents e where e.company = ${company()} and e.type = ${literal(employees.type)} and e.key = u.employee)`
}

/**
 * SQL: whether the employee record that the row `u` of `users` has in the company says that they have left; never if the organisation does not
 * declare it.
 */
export function hasLeftSql(organisation: Organisation, company: () => string): string {
  return employeeHasLeftSql(organisation, company, 'u.employee')
}

/** SQL: the same of the employee whose number the expression gives, with or without an account. */
export function employeeHasLeftSql({ employees }: Organisation, company: () => string, number: string): string {
  if (employees?.active === undefined) return 'false'
  return `exists (select 1 from documents e where e.company = ${company()} and e.type = ${literal(employees.type)} and e.key = ${number} and e.data->>${literal(employees.active)} = 'false')`
}

/** The user's companies that they have not left, by their employee records. */
export async function companiesNotLeft(db: Db, organisation: Organisation, { id }: Pick<User, 'id'>): Promise<string[]> {
  const s = new Statement()
  const rows = await s.run<{ code: string }>(db, `select c.code from users u join companies c on c.code = any(u.companies) where u.id = ${s.value(id, 'uuid')} and not ${hasLeftSql(organisation, () => 'c.code')} order by c.position, c.code`)
  return rows.map(({ code }) => code)
}

/** Those of the users who have left all of their companies: their accounts are of no more use to them. */
export async function whoHasLeft(db: Db, organisation: Organisation, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const s = new Statement()
  const rows = await s.run<{ id: string }>(db, `select u.id from users u where u.id = any(${s.value(ids, 'uuid[]')})
    and not exists (select 1 from companies c where c.code = any(u.companies) and not ${hasLeftSql(organisation, () => 'c.code')})`)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The administrator who has the employee number in the company, if nobody could administer anything once they have left it: they are in no
 * other company, and every other administrator has left or is deactivated. Until the transaction ends, nobody else's rights or employment
 * end.
 */
export async function lastAdministrator(tx: Tx, organisation: Organisation, { company, employee }: { company: string; employee: string }): Promise<string | undefined> {
  await lockAdministrators(tx)
  const s = new Statement()
  const isLeaving = `u.employee = ${s.value(employee)} and c.code = ${s.value(company)}`
  const rows = await s.run<{ name: string; remains: boolean }>(tx, `select u.name, coalesce(not (${isLeaving}), true) as remains from users u join companies c on c.code = any(u.companies)
    where u.is_admin and u.active and not ${hasLeftSql(organisation, () => 'c.code')}`)
  return rows.some(({ remains }) => remains) ? undefined : rows[0]?.name
}

/** Whether anybody can administer the portal: an active administrator who has not left one of their companies. Locks as `lastAdministrator`. */
export async function hasAdministrator(tx: Tx, organisation: Organisation): Promise<boolean> {
  await lockAdministrators(tx)
  const rows = await new Statement().run(tx, `select 1 from users u join companies c on c.code = any(u.companies) where u.is_admin and u.active and not ${hasLeftSql(organisation, () => 'c.code')} limit 1`)
  return rows.length > 0
}

/** The active administrators who belong to the company, have not left it and have no authenticator: they sign in there with codes. */
export async function administratorsWithCodes(tx: Tx, organisation: Organisation, company: string): Promise<User[]> {
  const s = new Statement()
  const at = s.value(company, 'text')
  return s.run<User>(tx, `select u.* from users u where u.is_admin and u.active and ${at} = any(u.companies) and not ${hasLeftSql(organisation, () => at)}
    and not exists (select 1 from authenticators a where a.user_id = u.id and a.confirmed_at is not null) order by u.name, u.id`)
}

/** A statement of its own, so that the next one sees what the previous holder has committed. */
async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.administrators})`.execute(tx)
}

/** SQL: whether an approval entry of the company names the user in row `u` of `users`, or did before they handed it over. */
export function holdsEntriesSql(company: () => string): string {
  const naming = (column: 'approver' | 'original_approver'): string => `exists (select 1 from approval_entries a where a.company = ${company()} and a.${column} = ${numberSql('u')})`
  return `(${naming('approver')} or ${naming('original_approver')})`
}

/** The id of the file that holds the employee's picture; undefined without one. */
export async function pictureOf(db: Db, employees: Organisation['employees'], { company, key }: { company: string; key: string }): Promise<string | undefined> {
  if (employees?.picture === undefined) return undefined
  const s = new Statement()
  const [row] = await s.run<{ id: string | null }>(db, `select data->${literal(employees.picture)}->>'id' as id from documents where company = ${s.value(company)} and type = ${literal(employees.type)} and key = ${s.value(key)}`)
  return row?.id ?? undefined
}

/** The mobile phone number of the user's employee record, in any of their companies. */
export async function phoneOf(db: Db, { employees }: Organisation, user: User): Promise<string | undefined> {
  if (employees?.phone === undefined || user.employee === null) return undefined
  const s = new Statement()
  const rows = await s.run<{ phone: string | null }>(db, `select data->>${literal(employees.phone)} as phone from documents
    where type = ${literal(employees.type)} and key = ${s.value(user.employee)} and company = any(${s.value(user.companies, 'text[]')})`)
  return rows[0]?.phone ?? undefined
}

export interface KnownEmployee { company: string; number: string; name: string; email: string; leads: boolean }

/** The active employee with the e-mail, who may not have an account yet; undefined if nobody, or more than one employee, has it. */
export async function findEmployeeByEmail(db: Db, { employees }: Organisation, email: string): Promise<KnownEmployee | undefined> {
  if (employees?.email === undefined) return undefined
  const s = new Statement()
  const active = employees.active === undefined ? '' : `and coalesce(e.data->>${literal(employees.active)}, 'true') <> 'false'`
  const rows = await s.run<KnownEmployee>(db, `select e.company, e.key as number, e.data->>${literal(employees.name)} as name, e.data->>${literal(employees.email)} as email,
      exists (select 1 from documents r where r.company = e.company and r.type = ${literal(employees.type)} and r.data->>${literal(employees.manager)} = e.key) as leads
    from documents e where e.type = ${literal(employees.type)} and lower(e.data->>${literal(employees.email)}) = ${s.value(email.trim().toLowerCase())} ${active} limit 2`)
  return rows.length === 1 ? rows[0] : undefined
}
