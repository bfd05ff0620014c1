/** People as those who are told something, rather than those who ask. */
import type { Organisation } from '../../core/index.ts'
import type { Db } from './database.ts'
import { departmentSql } from './people.ts'
import { Statement } from './statement.ts'
import type { User } from './users.ts'

export interface Recipient { user: User; /** Department of their employee record. */ department: string | null }

/** The users with these ids, with their departments in the company. */
export async function recipientsOf(db: Db, company: string, organisation: Organisation, ids: string[]): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const s = new Statement()
  const department = departmentSql(organisation, () => s.value(company))
  const rows = await s.run<{ user_row: User; department: string | null }>(
    db, `select to_jsonb(u) - 'password_hash' as user_row, ${department} as department from users u where u.id::text = any(${s.value(ids, 'text[]')})`
  )
  return rows.map(({ user_row: user, department: found }) => ({ user: { ...user, password_hash: null }, department: found }))
}
