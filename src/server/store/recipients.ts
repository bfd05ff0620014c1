/** People as those who are told something, rather than those who ask. */
import type { Organisation } from '../../core/index.ts'
import type { Db } from './database.ts'
import { departmentSql, holdsEntriesSql } from './people.ts'
import { Statement } from './statement.ts'
import type { User } from './users.ts'

export interface Recipient { user: User; /** Department of their employee record. */ department: string | null; /** Whether an approval entry names them. */ holds_entries: boolean }

/** The users with these ids, with their departments in the company. */
export async function recipientsOf(db: Db, company: string, organisation: Organisation, ids: string[]): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const s = new Statement()
  const department = departmentSql(organisation, () => s.value(company))
  const holds = holdsEntriesSql(() => s.value(company))
  const rows = await s.run<Omit<Recipient, 'user'> & { user_row: User }>(
    db, `select to_jsonb(u) - 'password_hash' as user_row, ${department} as department, ${holds} as holds_entries from users u where u.id::text = any(${s.value(ids, 'text[]')})`
  )
  return rows.map(({ user_row: user, ...rest }) => ({ ...rest, user: { ...user, password_hash: null } }))
}
