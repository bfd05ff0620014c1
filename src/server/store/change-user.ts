/** One account for a change: locked, compared with others, written. */
import { sql } from 'kysely'
import { type Tx } from './database.ts'
import { sqlState } from './sql-state.ts'
import { Statement } from './statement.ts'
import type { User } from './users.ts'

const UNIQUE_VIOLATION = '23505'
/** Any number: the first key of the locks on employee numbers. */
const NUMBER_LOCK = 764_210_036

/** What no two accounts may share. */
export type UniqueField = 'email' | 'username'

const UNIQUE_INDEXES: Record<string, UniqueField> = { users_email: 'email', users_username: 'username' }

/** Somebody else took the e-mail or the user name in the same moment. */
export class NameTakenError extends Error {
  readonly field: UniqueField

  constructor(field: UniqueField) {
    super(`The ${field} was taken meanwhile.`)
    this.field = field
  }
}

/** The person for a change: nobody else changes them until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<User | undefined> {
  const s = new Statement()
  const rows = await s.run<User>(tx, `select u.* from users u where u.id::text = ${s.value(id)} for update of u`)
  return rows[0]
}

/** Who is left out, and whether closed accounts count too. */
export interface NumberOptions { exceptId?: string | undefined; orClosed?: boolean }

/** Another active person of any of the companies who has the employee number; nobody else takes it until the transaction ends. */
export async function lockNumber(
  tx: Tx, employee: string, companies: string[], { exceptId = '', orClosed = false }: NumberOptions = {},
): Promise<User | undefined> {
  // No index can say it: the same number is somebody else in another company.
  await sql`select pg_advisory_xact_lock(${NUMBER_LOCK}::integer, hashtext(${employee}))`.execute(tx)
  const s = new Statement()
  const rows = await s.run<User>(
    tx,
    `select u.* from users u where u.employee = ${s.value(employee)} ${orClosed ? '' : 'and u.active'} and u.companies && ${s.value(companies, 'text[]')}
       and u.id::text <> ${s.value(exceptId)} limit 1`
  )
  return rows[0]
}

export type UserChange = Partial<Omit<User, 'id' | 'created_at' | 'rev' | 'password_hash'>>

/** Writes what changed and raises the revision; answers the person as they are now. Throws NameTakenError. */
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
