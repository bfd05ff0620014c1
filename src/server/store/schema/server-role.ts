/**
 * The rights of a server that connects to PostgreSQL as another role than the one that owns the tables: it reads and writes records, and can
 * change neither the tables nor the audit trail.
 */
import { sql } from 'kysely'
import type { Db } from '../connection/database.ts'
import { identifier } from '../sql/field-sql.ts'

/** Why the role cannot be that of a server beside the current role, as a sentence; undefined if it can. */
export async function whyUnfit(db: Db, role: string): Promise<string | undefined> {
  const { rows: [found] } = await sql<{ owner: string; isSuperuser: boolean; isOwner: boolean; mayLogIn: boolean }>`
    select current_user as owner, rolsuper as "isSuperuser", pg_has_role(rolname, current_user, 'member') as "isOwner", rolcanlogin as "mayLogIn" from pg_roles where rolname = ${role}`.execute(db)
  if (found === undefined) return `There is no role "${role}". Create it first: create role ${role} login password '…'.`
  if (found.isSuperuser) return `The role "${role}" is a superuser, who may change everything.`
  if (found.isOwner) return `The role "${role}" may do what "${found.owner}" may, which owns the tables and could change the audit trail.`
  return found.mayLogIn ? undefined : `The role "${role}" may not log in.`
}

/** The roles that were given the rights of a server on the tables there are. */
export async function serverRoles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ role: string }>`
    select r.rolname as role from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'users'::regclass and a.privilege_type = 'UPDATE' and a.grantee <> c.relowner`.execute(db)
  return rows.map(({ role }) => role)
}

/** Gives the role the rights that a server needs, on the tables there are and on those that the current role will create. */
export async function grantToServer(db: Db, role: string): Promise<void> {
  const server = sql.raw(identifier(role))
  // The sequences of number series are created while the server runs.
  await sql`revoke all on schema public from public`.execute(db)
  await sql`grant usage, create on schema public to ${server}`.execute(db)
  await sql`grant select, insert, update, delete on all tables in schema public to ${server}`.execute(db)
  await sql`grant usage, select on all sequences in schema public to ${server}`.execute(db)
  await sql`alter default privileges in schema public grant select, insert, update, delete on tables to ${server}`.execute(db)
  await sql`alter default privileges in schema public grant usage, select on sequences to ${server}`.execute(db)
  await sql`revoke update, delete on events, event_seals from ${server}`.execute(db)
}
