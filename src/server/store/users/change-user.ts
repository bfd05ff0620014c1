/** Changes one account: locks it, checks it against others and writes it. */
import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '../transactions/advisory-locks.ts'
import { type Tx } from '../connection/database.ts'
import { sqlState } from '../sql/sql-state.ts'
import { Statement } from '../sql/statement.ts'
import type { User } from './users.ts'

const UNIQUE_VIOLATION = '23505'

/** Fields that must be unique among accounts. */
export type UniqueField = 'email' | 'username'

const UNIQUE_INDEXES: Record<string, UniqueField> = { users_email: 'email', users_username: 'username' }

/** The e-mail or user name was taken by another account at the same moment. */
export class NameTakenError extends Error {
  readonly field: UniqueField

  constructor(field: UniqueField) {
    super(`The ${field} was taken meanwhile.`)
    this.field = field
  }
}

/** Locks the user's row until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<User | undefined> {
  const s = new Statement()
  const rows = await s.run<User>(tx, `select u.* from users u where u.id::text = ${s.value(id)} for update of u`)
  return rows[0]
}

/** The account to leave out, and whether deactivated accounts count too. */
export interface NumberOptions { exceptId?: string | undefined; orClosed?: boolean }

/** Another active user with this employee number in any of the companies; nobody else can take the number until the transaction ends. */
export async function lockNumber(
  tx: Tx, employee: string, companies: string[], { exceptId = '', orClosed = false }: NumberOptions = {},
): Promise<User | undefined> {
  // No unique index can enforce this: the same number may belong to someone else in another company.
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.employeeNumbers}::integer, hashtext(${employee}))`.execute(tx)
  const s = new Statement()
  const rows = await s.run<User>(
    tx,
    `select u.* from users u where u.employee = ${s.value(employee)} ${orClosed ? '' : 'and u.active'} and u.companies && ${s.value(companies, 'text[]')}
       and u.id::text <> ${s.value(exceptId)} limit 1`
  )
  return rows[0]
}

export type UserChange = Partial<Omit<User, 'id' | 'created_at' | 'rev' | 'password_hash'>>

/** Writes the change, increments the revision and returns the updated user. @throws NameTakenError */
export async function changeUser(tx: Tx, id: string, change: UserChange): Promise<User> {
  try {
    return await tx.updateTable('users').set((eb) => ({ ...change, rev: eb('rev', '+', 1) })).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
  } catch (error) {
    const field = takenField(error)
    throw field === undefined ? error : new NameTakenError(field)
  }
}

function takenField(error: unknown): UniqueField | undefined {
  if (sqlState(error) !== UNIQUE_VIOLATION || !(error instanceof Error) || !('constraint' in error)) return undefined
  return UNIQUE_INDEXES[String(error.constraint)]
}

/** Removes the password: the person sets a new one by a link. */
export async function clearPassword(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
}
