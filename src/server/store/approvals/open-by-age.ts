import type { Organisation, RowPredicate } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { predicateSql } from '../documents/predicate-sql.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'
import { nameSql } from './approval-entries.ts'

const DAY_MS = 24 * 60 * 60_000
/** Of one type; those of the approvers with the most. One more is read, to tell whether these are all. */
export const MAX_APPROVERS = 100

export interface WaitingOfApprover { approver: string; approverName: string; counts: number[] }

/** How many entries of the type wait for each approver, by the time since they were sent: one count more than there are `days`. */
export async function openByAge(
  db: Db, organisation: Organisation, { company, type, rows, days, now }: { company: string; type: string; rows: RowPredicate; days: number[]; now: Date }
): Promise<WaitingOfApprover[]> {
  if (rows.kind === 'never') return []
  const s = new Statement()
  const at = s.value(company)
  // Ascending moments: what was sent before the first one has waited longest. Whoever has waited for exactly so many days is older.
  const borders = s.value(days.map((day) => new Date(now.getTime() - day * DAY_MS + 1)).reverse(), 'timestamptz[]')
  const counts = Array.from({ length: days.length + 1 }, (_, index) => `count(*) filter (where a.place = ${String(days.length - index)})::int`)
  const found = await s.run<{ approver: string; approver_name: string | null; counts: number[] }>(
    db,
    `select a.approver, ${nameSql('approver', organisation)} as approver_name, a.counts from (
       select a.company, a.approver, array[${counts.join(', ')}] as counts from (
         select e.company, e.approver, width_bucket(e.sent_at, ${borders}) as place from approval_entries e
         where e.company = ${at} and e.type = ${literal(type)} and e.status = 'Open'
           and exists (select 1 from documents d where d.company = ${at} and d.type = ${literal(type)} and d.key = e.document_key and ${predicateSql(rows, s, { type, company: at })})
       ) a group by a.company, a.approver order by count(*) desc, a.approver limit ${MAX_APPROVERS + 1}
     ) a`
  )
  return found.map((row) => ({ approver: row.approver, approverName: row.approver_name ?? row.approver, counts: row.counts }))
}
