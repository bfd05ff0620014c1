/** Ledger entries as shown on a person's statement. */
import type { ResolvedDocumentType, ResolvedStatement, RowPredicate } from '../../../core/index.ts'
import type { StatementEntry } from '../../services.ts'
import type { Db } from '../connection/database.ts'
import { dataValue, literal } from '../sql/field-sql.ts'
import { predicateSql } from '../documents/predicate-sql.ts'
import { Statement } from '../sql/statement.ts'

export interface StatementOfLedger { /** The sum of the entries before the first day. */ opening: number; entries: StatementEntry[]; /** Whether there are more entries than listed. */ isCut: boolean }

const MAX_ENTRIES = 2_000

/** Reads the person's entries in the ledger between two days, oldest first. */
export async function statementOf(
  db: Db, manifest: ResolvedDocumentType, statement: ResolvedStatement, criteria: { company: string; employee: string; from: string; to: string; rows: RowPredicate }
): Promise<StatementOfLedger> {
  const s = new Statement()
  const company = s.value(criteria.company)
  const text = (field: string | undefined): string => (field === undefined ? `''` : `coalesce(${dataValue(field, 'text', 'd.')}, '')`)
  const date = `${text(statement.date)} collate "C"`
  const amount = `coalesce(${dataValue(statement.amount, 'numeric', 'd.')}, 0)`
  const from = s.value(criteria.from, 'text')
  const where = `d.company = ${company} and d.type = ${literal(manifest.id)} and ${dataValue(statement.owner, 'text', 'd.')} = ${s.value(criteria.employee, 'text')}
    and ${date} <= ${s.value(criteria.to, 'text')} and ${predicateSql(criteria.rows, s, { type: manifest.id, company })}`
  const [row] = await s.run<{ opening: number; entries: StatementEntry[] | null }>(
    db,
    `with own as (select d.key, ${date} as date, ${text(statement.document)} as document, ${text(statement.kind)} as kind, ${text(statement.text)} as text, ${amount} as amount from documents d where ${where})
     select (select coalesce(sum(amount), 0) from own where date < ${from}) as opening,
       (select jsonb_agg(jsonb_build_object('date', date, 'no', key, 'document', document, 'kind', kind, 'text', text, 'amount', amount) order by date, key)
        from (select * from own where date >= ${from} order by date, key limit ${MAX_ENTRIES + 1}) listed) as entries`
  )
  const entries = row?.entries ?? []
  return { opening: row?.opening ?? 0, entries: entries.slice(0, MAX_ENTRIES), isCut: entries.length > MAX_ENTRIES }
}
