/** Outstanding amounts in a ledger: entries that a document posted, summed where they are alike. */
import type { JsonObject, ResolvedDocumentType, RowPredicate } from '../../../core/index.ts'
import type { Tx } from '../connection/database.ts'
import { dataValue, literal } from '../sql/field-sql.ts'
import { predicateSql } from '../documents/predicate-sql.ts'
import { Statement } from '../sql/statement.ts'

/** Entries that agree in everything except the fields left out, with the sum of their amounts. */
export interface OutstandingEntries { rest: JsonObject; amount: number }

/** Sums the entries that meet the condition, grouped by the fields in which they differ; groups that sum to zero are left out. */
export async function outstandingEntries(tx: Tx, company: string, manifest: ResolvedDocumentType, where: RowPredicate, { sum, except }: { sum: string; except: string[] }): Promise<OutstandingEntries[]> {
  const s = new Statement()
  const scope = { type: manifest.id, company: s.value(company) }
  const amount = dataValue(sum, 'numeric', 'd.')
  return s.run<OutstandingEntries>(
    tx,
    `select (d.data - ${s.value([...except, sum], 'text[]')}) as rest, sum(${amount}) as amount from documents d
     where d.company = ${scope.company} and d.type = ${literal(manifest.id)} and ${predicateSql(where, s, scope)}
     group by 1 having coalesce(sum(${amount}), 0) <> 0 order by min(d.key)`
  )
}
