/** People as recipients of notifications, rather than as callers. */
import type { Organisation } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { delegationsToSql, type StoredDelegation } from './delegates.ts'
import { departmentSql, recordedNameSql, hasLeftSql, holdsEntriesSql } from './people.ts'
import { Statement } from '../sql/statement.ts'
import type { User } from './users.ts'

export interface Recipient { user: User; /** The department of their employee record. */ department: string | null; /** The name in that record. */ recorded_name: string | null; /** Whether an approval entry names them. */ holds_entries: boolean; /** Whether their employee record says that they have left the company. */ has_left: boolean; /** Delegations to them that ended yesterday at the earliest; readers filter by day. */ delegations: StoredDelegation[] | null }

/** The users with these ids, with their departments in the company. */
export async function recipientsOf(db: Db, company: string, organisation: Organisation, ids: string[], now: Date): Promise<Recipient[]> {
  if (ids.length === 0) return []
  const s = new Statement()
  const department = departmentSql(organisation, () => s.value(company))
  const name = recordedNameSql(organisation, () => s.value(company))
  const holds = holdsEntriesSql(() => s.value(company))
  const left = hasLeftSql(organisation, () => s.value(company))
  const delegations = delegationsToSql(organisation, () => s.value(company), s.value(now, 'timestamptz'))
  const rows = await s.run<Omit<Recipient, 'user'> & { user_row: User }>(
    db, `select to_jsonb(u) - 'password_hash' as user_row, ${department} as department, ${name} as recorded_name, ${holds} as holds_entries, ${left} as has_left, ${delegations} as delegations from users u where u.id::text = any(${s.value(ids, 'text[]')})`
  )
  return rows.map(({ user_row: user, ...rest }) => ({ ...rest, user: { ...user, password_hash: null } }))
}
