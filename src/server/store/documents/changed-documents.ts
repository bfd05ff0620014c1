import type { StoredRecord } from '../../../core/index.ts'
import type { Db } from '../connection/database.ts'
import { RECORD_COLUMNS, toRecord, type DocumentAddress, type RecordRow } from './documents.ts'
import { literal } from '../sql/field-sql.ts'
import { Statement } from '../sql/statement.ts'

/** The record, if it still exists, and everyone named in its approval entries. */
export async function readChanged(db: Db, { company, type, key }: DocumentAddress): Promise<{ record: StoredRecord | undefined; approvers: Set<string> }> {
  const s = new Statement()
  const [at, of, no] = [s.value(company), s.value(type), s.value(key)]
  const [row] = await s.run<RecordRow & { approvers: (string | null)[] | null }>(
    db,
    `select ${RECORD_COLUMNS}, (select array_agg(distinct n.name) from approval_entries a cross join unnest(array[a.approver, a.original_approver]) n(name)
       where a.company = ${at} and a.type = ${of} and a.document_key = ${no}) as approvers
     from documents d where d.company = ${at} and d.type = ${literal(type)} and d.key = ${no}`
  )
  return { record: row && toRecord(row), approvers: new Set((row?.approvers ?? []).filter((name) => name !== null)) }
}
